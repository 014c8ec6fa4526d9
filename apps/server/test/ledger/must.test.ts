// What was decided before it moves (`mustBeDone`): any other answer ends the whole transaction.
import { transaction, type Tx } from '@tianping/database'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  balances,
  hold,
  mustPost,
  mustPostAll,
  mustRelease,
  mustSettle,
  post,
} from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { deposit, newMember, system, toVenue, withdrawal } from './postings.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app', maxConnections: 2 })
afterAll(() => assertBooksHold(db))

const done = { kind: 'done', transactionId: expect.any(String), replayed: false }

/** A member with 500 fen, of which 200 are held under `h`. */
async function member(): Promise<bigint> {
  const memberId = newMember()
  await post(db, deposit(memberId, 500n, { key: 'first' }))
  await hold(db, toVenue(memberId, 3, 200n, { key: 'h' }))
  return memberId
}
const ending = (memberId: bigint, change: object = {}) => ({
  memberId,
  holdKey: 'h',
  key: 'end',
  actor: system,
  ...change,
})

test('what is done is answered as it was, also the second time', async () => {
  const memberId = await member()
  const asked = withdrawal(memberId, 300n, { key: 'w' })
  const first = await mustPost(db, asked)
  expect(first).toEqual(done)
  expect(await mustPost(db, asked)).toEqual({ ...first, replayed: true })
  await mustPostAll(db, [deposit(memberId, 1n), deposit(memberId, 2n)])
  expect(await mustSettle(db, ending(memberId))).toEqual(done)
  const other = await member()
  expect(await mustRelease(db, ending(other))).toEqual(done)
  expect(await balances(db, memberId)).toMatchObject({ cashFen: 3n })
  expect(await balances(db, other)).toMatchObject({ cashFen: 500n, cashAvailableFen: 500n })
})

test.each<[string, (tx: Tx, memberId: bigint) => Promise<unknown>]>([
  ['insufficient to w', (tx, id) => mustPost(tx, withdrawal(id, 308n, { key: 'w' }))],
  ['key_conflict to first', (tx, id) => mustPost(tx, deposit(id, 501n, { key: 'first' }))],
  [
    'insufficient to w2',
    (tx, id) =>
      mustPostAll(tx, [withdrawal(id, 307n, { key: 'w1' }), withdrawal(id, 1n, { key: 'w2' })]),
  ],
  ['unknown_hold to end', (tx, id) => mustSettle(tx, ending(id, { holdKey: 'none' }))],
  ['unknown_hold to end', (tx, id) => mustRelease(tx, ending(id, { holdKey: 'none' }))],
  [
    'already_resolved to late',
    async (tx, id) => {
      await mustRelease(tx, ending(id))
      await mustSettle(tx, ending(id, { key: 'late' }))
    },
  ],
])('the ledger answered %s: nothing of the transaction stands', async (said, move) => {
  const memberId = await member()
  const step = transaction(db, async tx => {
    await post(tx, deposit(memberId, 7n))
    await move(tx, memberId)
  })
  await expect(step).rejects.toThrow(`the ledger answered ${said}`)
  expect(await balances(db, memberId)).toMatchObject({ cashFen: 500n, cashAvailableFen: 300n })
})
