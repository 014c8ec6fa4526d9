import { expect, test } from 'vitest'
import { hiddenFields } from '../../src/parts/list/listed.ts'

const columns = [
  { key: 'no', title: '单号', fields: ['deposit_no'] },
  { key: 'member', title: '会员', fields: ['username', 'member_id'] },
  { key: 'name', title: '姓名', fields: ['username'] },
  { key: 'amount', title: '金额' },
]

test('a file begins without the fields of columns that are left out', () => {
  expect(hiddenFields(columns, ['no', 'amount'])).toEqual(['deposit_no', 'amount'])
  expect(hiddenFields(columns, [])).toEqual([])
  expect(hiddenFields(columns, ['gone'])).toEqual([])
})

test('a field that another column shows stays in the file', () => {
  expect(hiddenFields(columns, ['member'])).toEqual(['member_id'])
  expect(hiddenFields(columns, ['member', 'name'])).toEqual(['username', 'member_id', 'username'])
})
