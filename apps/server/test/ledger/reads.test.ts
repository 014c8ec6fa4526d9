// What the ledger answers about money that it has moved, and the lock that comes before a look.
import { run, sql, theRow, transaction, type Tx } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  amountsOf,
  balances,
  balancesOf,
  cashOf,
  hold,
  lockMember,
  lockMembers,
  lowestSince,
  post,
  worthOf,
} from '../../src/ledger/ledger.ts'
import { openMonth } from '../../src/ledger/months.ts'
import { totalOf } from '../../src/ledger/totals.ts'
import { deposit, lost, newMember, toVenue, withdrawal, won } from './postings.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app', maxConnections: 4 })
const owner = open()

const [rich, other, nobody] = [newMember(), newMember(), newMember()]
await post(db, deposit(rich, 1_000n, { key: 'first' }))
await post(db, toVenue(rich, 3, 300n, { key: 'in' }))
await hold(db, withdrawal(rich, 200n, { key: 'held' }))
await post(db, deposit(other, 5n))

test('of several members each has what is theirs; one without movements has nothing', async () => {
  const all = await balancesOf(db, [rich, other, nobody])
  expect([...all.keys()]).toEqual([rich, other, nobody])
  expect(all.get(rich)).toEqual({
    cashFen: 700n,
    cashAvailableFen: 500n,
    venues: [{ venueId: 3, postedFen: 300n, availableFen: 300n }],
  })
  expect(all.get(nobody)).toEqual({ cashFen: 0n, cashAvailableFen: 0n, venues: [] })
  expect(await balances(db, nobody)).toEqual(all.get(nobody))
})

test('what can be spent leaves out what is held; what a member is worth does not', async () => {
  const members = [rich, other, nobody]
  expect(await cashOf(db, members)).toEqual(
    new Map([
      [rich, 500n],
      [other, 5n],
    ]),
  )
  expect(await worthOf(db, members)).toEqual(
    new Map([
      [rich, { cashFen: 700n, venuesFen: 300n }],
      [other, { cashFen: 5n, venuesFen: 0n }],
    ]),
  )
})

test('amounts are told by key, for what moved', async () => {
  expect(await amountsOf(db, rich, ['first'])).toEqual(new Map([['first', 1_000n]]))
  expect(await amountsOf(db, rich, ['in', 'held', 'none'])).toEqual(new Map([['in', 300n]]))
  expect(await amountsOf(db, other, ['first'])).toEqual(new Map())
  expect(await amountsOf(db, rich, [])).toEqual(new Map())
})

test('the total of one kind counts what was posted', async () => {
  expect(await totalOf(db, rich, 'deposit')).toEqual({ fen: 1_000n, count: 1 })
  expect(await totalOf(db, rich, 'withdrawal')).toEqual({ fen: 0n, count: 0 })
  expect(await totalOf(db, nobody, 'deposit')).toEqual({ fen: 0n, count: 0 })
})

test('before its first day the books have no open month', async () => {
  expect(await openMonth(db)).toBe(null)
})

test('the least since a posting is the wallet and the venues together', async () => {
  const member = newMember()
  await post(db, deposit(member, 1_000n, { key: 'a' }))
  await post(db, toVenue(member, 3, 600n))
  await post(db, lost(member, 3, 250n, { key: 'b' }))
  await post(db, won(member, 3, 100n, { key: 'c' }))
  await hold(db, withdrawal(member, 300n))
  const least = (key: string) => lowestSince(db, member, key)
  expect([await least('a'), await least('b'), await least('c')]).toEqual([750n, 750n, 850n])
})

test.each([
  ['110, 1, 110, 1', false],
  ['110, 1, 110, 2', true],
  ['110, 1, 120, 1', true],
  ['100, 0, 100, 0', false],
  ['100, 0, 110, 0', false],
  ['100, 1, 110, 1', false],
])('the database itself takes %s for a pair of accounts: %s', async (pair, isPair) => {
  const [from, fromNo, to, toNo] = pair.split(', ')
  const found = await theRow<{ isPair: boolean }>(
    owner,
    sql`select ledger.is_pair(${from}::smallint, ${fromNo}::smallint, ${to}::smallint, ${toNo}::smallint) as is_pair`,
  )
  expect(found).toEqual({ isPair })
})

/** Whether a movement of the member waits for somebody else. */
const waits = (memberId: bigint) =>
  transaction(db, async tx => {
    await run(tx, sql`set local lock_timeout = '10ms'`)
    await post(tx, deposit(memberId, 1n))
    return false
  }).catch((error: Error) => {
    expect(error.message).toContain('lock timeout')
    return true
  })

test.each([
  ['of one member', [true, false], (tx: Tx) => lockMember(tx, rich)],
  ['of several members', [true, true], (tx: Tx) => lockMembers(tx, [rich, other])],
])('a lock %s keeps every movement waiting until it ends', async (_, expected, lock) => {
  await transaction(db, async tx => {
    await lock(tx)
    expect([await waits(rich), await waits(other)]).toEqual(expected)
    expect(await waits(newMember())).toBe(false)
  })
  expect(await waits(rich)).toBe(false)
})
