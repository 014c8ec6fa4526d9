import { sql, theRow, transaction } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  balances,
  hold,
  lockMember,
  post,
  postBatch,
  type Outcome,
} from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { deposit, fromVenue, newMember, toVenue, withdrawal, won } from './postings.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app', maxConnections: 32 })
/** Sees what others wait for. */
const owner = open({ maxConnections: 1 })
afterAll(() => assertBooksHold(db))

const count = (outcomes: Outcome[], kind: Outcome['kind']) =>
  outcomes.filter(each => each.kind === kind).length
const times = <T>(n: number, make: (at: number) => T) =>
  Array.from({ length: n }, (_, at) => make(at))

describe('many at once', () => {
  test('double_spend_withdraw_x64: of 64 withdrawals of a tenth of the balance ten are held', async () => {
    const member = newMember()
    await post(db, deposit(member, 1_000n))
    const outcomes = await Promise.all(times(64, () => hold(db, withdrawal(member, 100n))))
    expect(count(outcomes, 'done')).toBe(10)
    expect(count(outcomes, 'insufficient')).toBe(54)
    expect(await balances(db, member)).toMatchObject({ cashFen: 1_000n, cashAvailableFen: 0n })
  })

  test('double_spend_withdraw_vs_transfer: the whole balance leaves one way only', async () => {
    for (let round = 0; round < 10; round += 1) {
      const member = newMember()
      await post(db, deposit(member, 1_000n))
      const outcomes = await Promise.all([
        hold(db, withdrawal(member, 1_000n)),
        hold(db, toVenue(member, 3, 1_000n)),
        post(db, toVenue(member, 4, 1_000n)),
      ])
      expect(count(outcomes, 'done')).toBe(1)
    }
  })

  test('duplicate_key_parallel_x32: one moves money, 31 answer the same', async () => {
    const member = newMember()
    const outcomes = await Promise.all(
      times(32, () => post(db, deposit(member, 700n, { key: 'one' }))),
    )
    expect(
      new Set(outcomes.map(each => (each.kind === 'done' ? each.transactionId : each.kind))).size,
    ).toBe(1)
    expect(outcomes.filter(each => each.kind === 'done' && !each.replayed)).toHaveLength(1)
    expect((await balances(db, member)).cashFen).toBe(700n)
  })

  test('same_key_different_amount: of 16 amounts under one key one counts, the others conflict', async () => {
    const member = newMember()
    const outcomes = await Promise.all(
      times(16, at =>
        post(
          db,
          deposit(member, BigInt(at + 1), { key: 'one', source: { type: 'test', id: 'one' } }),
        ),
      ),
    )
    expect(count(outcomes, 'done')).toBe(1)
    expect(count(outcomes, 'key_conflict')).toBe(15)
    expect((await balances(db, member)).cashFen).toBe(
      BigInt(outcomes.findIndex(each => each.kind === 'done') + 1),
    )
  })

  test('first postings of a new member, all at once, make its accounts once', async () => {
    const member = newMember()
    const outcomes = await Promise.all(
      times(24, at => post(db, at % 2 ? deposit(member, 10n) : won(member, 2, 10n))),
    )
    expect(count(outcomes, 'done')).toBe(24)
    expect(await balances(db, member)).toMatchObject({
      cashFen: 120n,
      venues: [{ venueId: 2, postedFen: 120n }],
    })
  })

  test('accounts made while others move: who comes to a new account waits for the cash account first, so nobody waits in a circle', async () => {
    const looksBeforeItMoves = (member: bigint) =>
      transaction(db, async tx => {
        await lockMember(tx, member)
        return post(tx, won(member, 2, 10n))
      })
    for (const member of times(60, newMember)) {
      const outcomes = await Promise.all(
        times(12, at => {
          if (at % 3 === 0) return looksBeforeItMoves(member)
          return post(db, at % 3 === 1 ? deposit(member, 10n) : won(member, 2, 10n))
        }),
      )
      expect(count(outcomes, 'done')).toBe(12)
      expect(await balances(db, member)).toMatchObject({
        cashFen: 40n,
        venues: [{ venueId: 2, postedFen: 80n }],
      })
    }
  })

  test('batches over the same new members, beside single postings, make their accounts once and never wait in a circle', async () => {
    for (let round = 0; round < 40; round += 1) {
      const members = times(8, newMember)
      const batches = times(6, at =>
        postBatch(
          db,
          (at % 2 ? members : members.toReversed()).map(member =>
            at % 3 ? won(member, 2, 10n) : deposit(member, 10n),
          ),
        ),
      )
      const singles = members.map(member => post(db, won(member, 2, 10n)))
      const outcomes = [...(await Promise.all(batches)).flat(), ...(await Promise.all(singles))]
      expect(count(outcomes, 'done')).toBe(56)
    }
  })

  test('a batch that waited for other money writes on what that left behind', async () => {
    const [busy, other] = [newMember(), newMember()]
    await postBatch(db, [deposit(busy, 100n), deposit(other, 100n)])
    const { second } = await transaction(db, async tx => {
      await post(tx, deposit(busy, 50n))
      const second = postBatch(db, [toVenue(busy, 1, 150n), toVenue(other, 1, 30n)])
      await untilSomeoneWaits(owner)
      return { second }
    })
    expect(count(await second, 'done')).toBe(2)
    expect(await balances(db, busy)).toMatchObject({
      cashFen: 0n,
      venues: [{ venueId: 1, postedFen: 150n }],
    })
    expect(await balances(db, other)).toMatchObject({ cashFen: 70n })
  })

  test('bank_jepsen: while money runs between accounts, every snapshot shows the same total', async () => {
    const members = times(5, newMember)
    for (const member of members) await post(db, deposit(member, 10_000n))
    const total = sql<{
      total: bigint
    }>`select sum(posted_balance)::bigint as total from ledger.account where member_id = any(${members})`
    const fromBooks = sql<{
      total: bigint
    }>`select sum(amount)::bigint as total from ledger.entry where member_id = any(${members}) and account_code < 200 and layer = 'posted'`
    let running = true
    const transfers = times(12, async at => {
      for (let turn = 0; turn < 40; turn += 1) {
        const member = members[(at + turn) % members.length]!
        await post(
          db,
          (at + turn) % 3
            ? toVenue(member, 1 + (turn % 3), BigInt(1 + ((at * 37 + turn * 101) % 900)))
            : fromVenue(member, 1 + (turn % 3), BigInt(1 + ((at * 11 + turn * 53) % 900))),
        )
      }
    })
    const reader = async () => {
      let reads = 0
      for (; running || reads < 5; reads += 1) {
        const seen = await transaction(
          db,
          async tx => [(await theRow(tx, total)).total, (await theRow(tx, fromBooks)).total],
          { isolation: 'repeatable read' },
        )
        expect(seen).toEqual([50_000n, 50_000n])
        expect((await theRow(db, total)).total).toBe(50_000n)
      }
      return reads
    }
    const readers = [reader(), reader()]
    await Promise.all(transfers)
    running = false
    expect(Math.min(...(await Promise.all(readers)))).toBeGreaterThanOrEqual(5)
  })

  test('two members in two transactions, in opposite order, end as one after the other and lose nothing', async () => {
    // No operation of ours touches two members in one transaction; if one ever does, PostgreSQL
    // ends one of the two and the books still hold.
    const [a, b] = [newMember(), newMember()]
    const both = (first: bigint, second: bigint) =>
      transaction(db, async tx => {
        await post(tx, deposit(first, 10n))
        await post(tx, deposit(second, 10n))
      })
    const ended = await Promise.allSettled(times(4, at => (at % 2 ? both(a, b) : both(b, a))))
    const counted = BigInt(ended.filter(each => each.status === 'fulfilled').length) * 10n
    expect(counted).toBeGreaterThan(0n)
    expect([(await balances(db, a)).cashFen, (await balances(db, b)).cashFen]).toEqual([
      counted,
      counted,
    ])
  })
})
