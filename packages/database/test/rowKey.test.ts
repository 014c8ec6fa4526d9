import { expect, test } from 'vitest'
import { rowKey } from '../src/rowKey.ts'

test.each([
  ['member_id', 'memberId'],
  ['last_login_at', 'lastLoginAt'],
  ['level_2_fen', 'level2Fen'],
  ['name', 'name'],
  ['memberId', 'memberId'],
  ['?column?', '?column?'],
  ['_hidden', '_hidden'],
])('the column %s is the key %s, at every call', (column, key) => {
  expect([rowKey(column), rowKey(column)]).toEqual([key, key])
})
