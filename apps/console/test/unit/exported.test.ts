import { expect, test } from 'vitest'
import { shownFields } from '../../src/parts/list/listed.ts'

const columns = [
  { key: 'no', title: '单号', fields: ['deposit_no'] },
  { key: 'member', title: '会员', fields: ['username', 'member_id'] },
  { key: 'amount', title: '金额' },
]

test('a file begins with what the columns show, without those that are left out', () => {
  expect(shownFields(columns, [])).toEqual(['deposit_no', 'username', 'member_id', 'amount'])
  expect(shownFields(columns, ['no', 'amount'])).toEqual(['username', 'member_id'])
  expect(shownFields(columns, ['gone'])).toHaveLength(4)
})

test('a field that another column shows stays in the file', () => {
  const also = [...columns, { key: 'name', title: '姓名', fields: ['username'] }]
  expect(shownFields(also, ['member'])).toEqual(['deposit_no', 'amount', 'username'])
})
