import { rows, sql } from '@tianping/database'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  cancelRequirement,
  contribute,
  missingTurnover,
  openRequirement,
  openRequirements,
  requirementsOf,
} from '../../src/ledger/wagering.ts'
import { contributionsOf } from '../../src/ledger/wageringAudit.ts'
import { assertBooksHold } from '../support/books.ts'
import { newMember } from './postings.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app', maxConnections: 16 })
afterAll(() => assertBooksHold(db))

/** Day `n` of the story. */
const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const owe = (memberId: bigint, sourceId: string, requiredFen: bigint, openedAt: Date) =>
  openRequirement(db, { memberId, sourceType: 'deposit', sourceId, requiredFen, openedAt })
const bet = (memberId: bigint, betId: string, validFen: bigint, settledAt: Date, version = 1) =>
  contribute(db, { memberId, venueId: 1, betId, version, validFen, settledAt })
const states = async (memberId: bigint) =>
  (await requirementsOf(db, memberId))
    .map(each => [each.source.id.slice(0, 3), each.contributedFen, each.state])
    .toSorted()

describe('turnover', () => {
  test('every credit asks for its own, once, and a bet consumes the oldest first', async () => {
    const m = newMember()
    await owe(m, 'b', 100n, day(2))
    await owe(m, 'a', 50n, day(1))
    await owe(m, 'a', 999n, day(1))
    expect(await missingTurnover(db, m)).toBe(150n)
    await bet(m, '1', 70n, day(3))
    expect(await states(m)).toEqual([
      ['a', 50n, 'met'],
      ['b', 20n, 'open'],
    ])
    expect(await missingTurnover(db, m)).toBe(80n)
    expect(await requirementsOf(db, m)).toMatchObject([
      {
        source: { type: 'deposit', id: 'b' },
        requiredFen: 100n,
        contributedFen: 20n,
        state: 'open',
        openedAt: day(2),
      },
      { source: { id: 'a' } },
    ])
  })

  test('credits of many members ask at once, each for its own', async () => {
    const [one, two] = [newMember(), newMember()]
    const asked = { sourceType: 'rebate', sourceId: 'r', openedAt: day(1) }
    await openRequirements(db, [{ ...asked, memberId: one, requiredFen: 7n }])
    await openRequirements(db, [
      { ...asked, memberId: one, requiredFen: 9n },
      { ...asked, memberId: two, requiredFen: 8n },
    ])
    expect([await missingTurnover(db, one), await missingTurnover(db, two)]).toEqual([7n, 8n])
  })

  test('a bet settled before a credit does not count for it', async () => {
    const m = newMember()
    await bet(m, '0', 500n, day(1))
    await owe(m, 'a', 100n, day(2))
    await bet(m, '1', 60n, day(1))
    expect(await missingTurnover(db, m)).toBe(100n)
  })

  test('the same version again, or an older one, changes nothing', async () => {
    const m = newMember()
    await owe(m, 'a', 100n, day(1))
    await bet(m, '1', 60n, day(2), 2)
    await bet(m, '1', 60n, day(2), 2)
    await bet(m, '1', 99n, day(2), 1)
    expect(await missingTurnover(db, m)).toBe(40n)
  })

  test('a higher version replaces exactly: less, more, nothing, and back', async () => {
    const m = newMember()
    await owe(m, 'a', 100n, day(1))
    await bet(m, '1', 60n, day(2), 1)
    for (const [version, valid] of [
      [2, 20n],
      [3, 90n],
      [4, 0n],
      [5, 60n],
    ] as const) {
      await bet(m, '1', valid, day(2), version)
      expect(await missingTurnover(db, m)).toBe(100n - valid)
    }
  })

  test('a met requirement never opens again: a new one carries what a resettlement took away, in its place in the queue', async () => {
    const m = newMember()
    await owe(m, 'a', 100n, day(1))
    await bet(m, '1', 60n, day(2))
    await bet(m, '2', 40n, day(2))
    await owe(m, 'b', 50n, day(3))
    expect(await missingTurnover(db, m)).toBe(50n)
    await bet(m, '1', 0n, day(2), 2)
    expect(await missingTurnover(db, m)).toBe(110n)
    expect(await requirementsOf(db, m)).toMatchObject([
      { source: { type: 'resettlement' }, requiredFen: 60n, state: 'open' },
      { source: { id: 'b' }, state: 'open' },
      { source: { id: 'a' }, contributedFen: 40n, state: 'carried' },
    ])
    await bet(m, '3', 60n, day(4))
    expect((await requirementsOf(db, m)).filter(each => each.state === 'open')).toMatchObject([
      { source: { id: 'b' }, contributedFen: 0n },
    ])
    await bet(m, '3', 10n, day(4), 2)
    expect(await missingTurnover(db, m)).toBe(100n)
  })

  test('surplus of other bets fills the gap that a resettlement opened', async () => {
    const m = newMember()
    await owe(m, 'a', 100n, day(1))
    await bet(m, '1', 60n, day(2))
    await bet(m, '2', 60n, day(3))
    expect(await missingTurnover(db, m)).toBe(0n)
    await bet(m, '1', 20n, day(2), 2)
    expect(await missingTurnover(db, m)).toBe(20n)
  })

  test('several surpluses fill a gap no further than it reaches', async () => {
    const m = newMember()
    await owe(m, 'a', 100n, day(1))
    await bet(m, '1', 100n, day(2))
    await bet(m, '2', 60n, day(3))
    await bet(m, '3', 60n, day(4))
    await bet(m, '1', 0n, day(2), 2)
    expect(await missingTurnover(db, m)).toBe(0n)
    const served = await contributionsOf(
      db,
      m,
      ['2', '3'].map(betId => ({ venueId: 1, betId })),
    )
    expect(
      served.map(({ betId, source, amountFen }) => [betId, source !== null, amountFen]).toSorted(),
    ).toEqual([
      ['2', true, 60n],
      ['3', false, 20n],
      ['3', true, 40n],
    ])
  })

  test('a bet told late serves the older credit, and leaves the younger one to those after it', async () => {
    const m = newMember()
    await owe(m, 'a', 100n, day(1))
    await owe(m, 'b', 100n, day(3))
    await bet(m, 'after', 100n, day(4))
    expect(await missingTurnover(db, m)).toBe(100n)
    await bet(m, 'late', 100n, day(2))
    expect(await missingTurnover(db, m)).toBe(0n)
  })

  test('the moment at which a requirement is met is kept', async () => {
    const m = newMember()
    await owe(m, 'a', 100n, day(1))
    const met = async () =>
      (
        await rows<{ met: boolean }>(
          db,
          sql`select met_at is not null as met from ledger.wagering_requirement where member_id = ${m}`,
        )
      ).map(each => each.met)
    await bet(m, '1', 99n, day(2))
    expect(await met()).toEqual([false])
    await bet(m, '2', 1n, day(3))
    expect(await met()).toEqual([true])
  })

  test('waived: no longer asked for, and nothing else is', async () => {
    const m = newMember()
    await owe(m, 'a', 100n, day(1))
    expect(await cancelRequirement(db, { memberId: m, sourceType: 'deposit', sourceId: 'a' })).toBe(
      true,
    )
    expect(await cancelRequirement(db, { memberId: m, sourceType: 'deposit', sourceId: 'a' })).toBe(
      false,
    )
    await bet(m, '1', 60n, day(2))
    expect([await missingTurnover(db, m), await states(m)]).toEqual([0n, [['a', 0n, 'cancelled']]])
  })

  test('nothing asked is met at once; nothing bet is remembered as a version', async () => {
    const m = newMember()
    await owe(m, 'a', 0n, day(1))
    expect(await states(m)).toEqual([['a', 0n, 'met']])
    await bet(m, '1', 0n, day(2), 3)
    await owe(m, 'b', 10n, day(1))
    await bet(m, '1', 5n, day(2), 2)
    expect(await missingTurnover(db, m)).toBe(10n)
  })

  test('one bet reported by many at once counts once', async () => {
    const m = newMember()
    await owe(m, 'a', 1_000n, day(1))
    await Promise.all(Array.from({ length: 60 }, (_, at) => bet(m, `${at % 20}`, 10n, day(2))))
    expect(await missingTurnover(db, m)).toBe(800n)
  })

  test('whatever order bets, versions and credits come in, the rows of a bet sum up to its turnover', async () => {
    const event = fc.oneof(
      fc.record({
        kind: fc.constant('owe' as const),
        id: fc.nat(8),
        fen: fc.bigInt(0n, 300n),
        day: fc.nat(9),
      }),
      fc.record({
        kind: fc.constant('bet' as const),
        id: fc.nat(6),
        fen: fc.bigInt(0n, 200n),
        day: fc.nat(9),
        version: fc.nat(5),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), async events => {
        const m = newMember()
        const last = new Map<string, { version: number; fen: bigint }>()
        const owed = new Map<number, bigint>()
        for (const each of events) {
          if (each.kind === 'owe') {
            await owe(m, `${each.id}`, each.fen, day(each.day))
            if (!owed.has(each.id)) owed.set(each.id, each.fen)
          } else {
            await bet(m, `${each.id}`, each.fen, day(each.day), each.version)
            if ((last.get(`${each.id}`)?.version ?? -1) < each.version)
              last.set(`${each.id}`, { version: each.version, fen: each.fen })
          }
        }
        const sums = await rows<{ betId: string; all: bigint; counted: bigint }>(
          db,
          sql`
        select bet_id, sum(amount)::bigint as all, coalesce(sum(amount) filter (where requirement_id is not null), 0)::bigint as counted
        from ledger.wagering_contribution where member_id = ${m} group by bet_id order by bet_id`,
        )
        expect(sums.map(each => [each.betId, each.all])).toEqual(
          [...last].map(([id, { fen }]) => [id, fen]).toSorted(),
        )
        // What is missing is what was asked for less what the bets count for now; carried
        // requirements ask for no more than they lost.
        const asked = [...owed.values()].reduce((sum, fen) => sum + fen, 0n)
        expect(await missingTurnover(db, m)).toBe(
          asked - sums.reduce((sum, each) => sum + each.counted, 0n),
        )
      }),
      { numRuns: 60 },
    )
  })
})

test('what a hundred bets count for is asked at once, and not of one more', async () => {
  const m = newMember()
  await owe(m, 'asked', 100n, day(1))
  await bet(m, 'kept', 40n, day(2))
  await bet(m, 'void', 30n, day(2))
  await bet(m, 'void', 0n, day(3), 2)
  const bets = ['kept', 'void', ...Array.from({ length: 98 }, (_, n) => `none-${n}`)].map(
    betId => ({
      venueId: 1,
      betId,
    }),
  )
  const found = await contributionsOf(db, m, bets)
  expect(found.map(each => [each.betId, each.amountFen])).toEqual([['kept', 40n]])
  await expect(contributionsOf(db, m, [...bets, { venueId: 1, betId: 'x' }])).rejects.toThrow(
    'at most 100',
  )
})
