// Turnover of some games counts in part for gifts: whole fen, by the weight of the first count.
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  contribute,
  missingTurnover,
  openGifts,
  openRequirement,
  requirementsOf,
} from '../../src/ledger/wagering.ts'
import { contributionsOf } from '../../src/ledger/wageringAudit.ts'
import { examine } from '../../src/ledger/reconcile.ts'
import { assertBooksHold } from '../support/books.ts'
import { newMember } from './postings.ts'

const { open } = await freshDatabase('server')
const owner = open()
const db = open({ role: 'tianping_app', maxConnections: 16 })
afterAll(() => assertBooksHold(db))

const day = (n: number) => new Date(Date.UTC(2026, 0, n))
const owe = (memberId: bigint, sourceId: string, requiredFen: bigint, openedAt: Date) =>
  openRequirement(db, { memberId, sourceType: 'deposit', sourceId, requiredFen, openedAt })
const gift = (memberId: bigint, sourceId: string, requiredFen: bigint, openedAt: Date) =>
  openGifts(db, [
    { memberId, sourceType: 'code', sourceId, requiredFen, openedAt, expiresAt: null },
  ])
type Bet = { fen: bigint; weight: number; at?: Date; version?: number }
const bet = (memberId: bigint, betId: string, b: Bet) =>
  contribute(db, {
    memberId,
    venueId: 1,
    betId,
    version: b.version ?? 1,
    validFen: b.fen,
    weight: b.weight,
    settledAt: b.at ?? day(9),
  })
const counted = async (memberId: bigint) =>
  Object.fromEntries(
    (await requirementsOf(db, memberId)).map(each => [
      each.source.type === 'resettlement' ? 'gap' : each.source.id,
      each.contributedFen,
    ]),
  )
/** What a bet gives and takes: requirement, turnover of the bet, what is counted of it. */
const parts = async (memberId: bigint, betId: string) =>
  (await contributionsOf(db, memberId, [{ venueId: 1, betId }])).map(each => [
    each.source?.id ?? '',
    each.amountFen,
    each.countedFen,
  ])

describe('weights', () => {
  test('a deposit counts every fen, a gift the weight rounded down, and the rest goes on', async () => {
    const m = newMember()
    await gift(m, 'g', 100n, day(1))
    await owe(m, 'd', 100n, day(2))
    await bet(m, '1', { fen: 19n, weight: 10 })
    expect(await parts(m, '1')).toEqual([
      ['g', 10n, 1n],
      ['d', 9n, 9n],
    ])
    await bet(m, '2', { fen: 9n, weight: 10 })
    expect(await counted(m), 'nine fen are no whole one of a tenth').toEqual({ g: 1n, d: 18n })
    await bet(m, '3', { fen: 2_000n, weight: 10 })
    expect(await parts(m, '3')).toEqual([
      ['g', 990n, 99n],
      ['d', 82n, 82n],
      ['', 928n, 928n],
    ])
    expect(await missingTurnover(db, m)).toBe(0n)
  })

  test('a game that counts nothing serves no gift, and deposits in full', async () => {
    const m = newMember()
    await gift(m, 'g', 50n, day(1))
    await owe(m, 'd', 50n, day(1))
    await bet(m, '1', { fen: 80n, weight: 0 })
    expect(await counted(m)).toEqual({ g: 0n, d: 50n })
    expect(await parts(m, '1')).toEqual([
      ['d', 50n, 50n],
      ['', 30n, 30n],
    ])
  })

  test('a correction takes back and counts again with the weight of the first count', async () => {
    const m = newMember()
    await gift(m, 'g', 100n, day(1))
    await bet(m, '1', { fen: 101n, weight: 33 })
    expect(await counted(m)).toEqual({ g: 33n })
    await bet(m, '1', { fen: 202n, weight: 100, version: 2 })
    expect(await counted(m), 'thirty-three percent of 202').toEqual({ g: 66n })
    await bet(m, '1', { fen: 202n, weight: 5, version: 2 })
    await bet(m, '1', { fen: 1n, weight: 5, version: 1 })
    expect(await counted(m), 'an older version changes nothing').toEqual({ g: 66n })
    await bet(m, '1', { fen: 0n, weight: 100, version: 3 })
    expect(await counted(m)).toEqual({ g: 0n })
    await bet(m, '1', { fen: 300n, weight: 100, version: 4 })
    expect(await counted(m)).toEqual({ g: 99n })
  })

  test('a gap that a correction leaves in a gift is asked for weighed again', async () => {
    const m = newMember()
    await gift(m, 'g', 50n, day(1))
    await bet(m, '1', { fen: 100n, weight: 50 })
    expect(await missingTurnover(db, m)).toBe(0n)
    await bet(m, '1', { fen: 40n, weight: 50, version: 2 })
    expect(await missingTurnover(db, m)).toBe(30n)
    await bet(m, '2', { fen: 59n, weight: 50 })
    expect(await missingTurnover(db, m), 'half of 59 is 29 fen').toBe(1n)
    await bet(m, '3', { fen: 2n, weight: 50 })
    expect(await missingTurnover(db, m)).toBe(0n)
    expect(await counted(m)).toEqual({ g: 0n, gap: 50n })
  })

  test('surplus that fills a gap loses no fen between two parts of one bet', async () => {
    const m = newMember()
    await gift(m, 'g', 10n, day(1))
    await bet(m, 'a', { fen: 25n, weight: 20 })
    await bet(m, 'b', { fen: 64n, weight: 20 })
    expect(await parts(m, 'b')).toEqual([
      ['g', 25n, 5n],
      ['', 39n, 39n],
    ])
    await bet(m, 'a', { fen: 0n, weight: 20, version: 2 })
    expect(await missingTurnover(db, m)).toBe(0n)
    expect((await parts(m, 'b')).reduce((sum, [, , fen]) => sum + (fen as bigint), 0n)).toBe(24n)
  })

  test('what was met stays met when weighed turnover is dealt out anew', async () => {
    const m = newMember()
    await gift(m, 'g', 10n, day(1))
    await owe(m, 'd', 100n, day(1))
    await bet(m, 'x', { fen: 10n, weight: 100, at: day(6) })
    await bet(m, 'y', { fen: 100n, weight: 10, at: day(5) })
    expect(await missingTurnover(db, m)).toBe(0n)
    await gift(m, 'new', 40n, day(4))
    await bet(m, 'late', { fen: 100n, weight: 10, at: day(3) })
    await bet(m, 'z', { fen: 30n, weight: 100, at: day(7) })
    expect(await counted(m)).toMatchObject({ g: 10n, d: 100n })
    expect(await missingTurnover(db, m)).toBeLessThanOrEqual(10n)
  })

  test('one weighed bet told by many at once, with its correction, counts once', async () => {
    const m = newMember()
    await gift(m, 'g', 10_000n, day(1))
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        bet(m, `${n % 10}`, { fen: n < 30 ? 101n : 203n, weight: 25, version: n < 30 ? 1 : 2 }),
      ),
    )
    expect(await counted(m)).toEqual({ g: 500n })
  })

  test('a transaction that dies leaves nothing counted', async () => {
    const m = newMember()
    await gift(m, 'g', 100n, day(1))
    const one = { memberId: m, venueId: 1, betId: '1', version: 1, weight: 40 }
    const dies = transaction(db, async tx => {
      await contribute(tx, { ...one, validFen: 100n, settledAt: day(2) })
      throw new Error('dies')
    })
    await expect(dies).rejects.toThrow('dies')
    expect(await counted(m)).toEqual({ g: 0n })
    await bet(m, '1', { fen: 100n, weight: 40 })
    expect(await counted(m)).toEqual({ g: 40n })
  })

  test('a bet that a gift does not count has nothing dealt out anew, a late one has', async () => {
    const m = newMember()
    await gift(m, 'g', 100n, day(1))
    const dealtOut = (betId: string, validFen: bigint, weight: number, settledAt = day(7)) =>
      transaction(owner, async tx => {
        await run(tx, sql`set local track_functions = 'pl'`)
        const told = { memberId: m, venueId: 1, betId, version: 1 }
        await contribute(tx, { ...told, validFen, weight, settledAt })
        const { calls } = await theRow<{ calls: number }>(
          tx,
          sql`select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions where funcname = 'rebalance'`,
        )
        return calls
      })
    expect(await dealtOut('nothing', 1_000n, 0)).toBe(0)
    expect(await dealtOut('a few fen', 9n, 10)).toBe(0)
    await gift(m, 'later', 50n, day(8))
    expect(await dealtOut('at its opening', 9n, 10, day(8))).toBe(0)
    expect(await dealtOut('late, of no fen', 0n, 100)).toBe(0)
    expect(await dealtOut('late', 200n, 100)).toBe(1)
    expect(await counted(m)).toEqual({ g: 100n, later: 0n })
  })

  test('a weight outside 0 to 100 is refused', async () => {
    for (const weight of [-1, 101])
      await expect(bet(newMember(), '1', { fen: 1n, weight })).rejects.toThrow('0 to 100')
  })

  test('any deposits, gifts, weights, corrections and delays: the books hold, nothing counts twice', async () => {
    const event = fc.oneof(
      fc.record({
        kind: fc.constantFrom('owe' as const, 'gift' as const),
        id: fc.nat(6),
        fen: fc.bigInt(1n, 120n),
        at: fc.integer({ min: 1, max: 12 }),
      }),
      fc.record({
        kind: fc.constant('bet' as const),
        id: fc.nat(7),
        fen: fc.bigInt(0n, 300n),
        at: fc.integer({ min: 1, max: 12 }),
        weight: fc.constantFrom(0, 1, 7, 10, 33, 50, 99, 100),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 30 }), async events => {
        const m = newMember()
        const bets = new Map<number, { at: number; fen: bigint; version: number }>()
        let isMet = new Set<string>()
        for (const each of events) {
          if (each.kind !== 'bet') {
            const open = each.kind === 'owe' ? owe : gift
            await open(m, `${each.id}`, each.fen, day(each.at))
            continue
          }
          const before = bets.get(each.id)
          const now = {
            at: before?.at ?? each.at,
            fen: each.fen,
            version: (before?.version ?? 0) + 1,
          }
          bets.set(each.id, now)
          await bet(m, `${each.id}`, { ...now, weight: each.weight, at: day(now.at) })
          const all = await requirementsOf(db, m)
          if (!before) {
            const met = new Set(
              all.filter(({ state }) => state === 'met').map(({ source }) => source.id),
            )
            for (const id of isMet) expect(met.has(id), 'met stays met').toBe(true)
          }
          isMet = new Set(all.filter(({ state }) => state === 'met').map(({ source }) => source.id))
        }
        const sums = await rows<{ bet: string; fen: bigint }>(
          owner,
          sql`select bet_id as bet, sum(amount)::bigint as fen from ledger.wagering_contribution
          where member_id = ${m} group by 1 order by 1`,
        )
        expect(sums.map(each => [each.bet, each.fen])).toEqual(
          [...bets].map(([id, { fen }]) => [`${id}`, fen]).toSorted(),
        )
        const { wrong } = await theRow<{ wrong: number }>(
          owner,
          sql`select count(*)::int as wrong from (
            select r.contributed_fen, coalesce(sum(coalesce(c.counted, c.amount)), 0) as counted
            from ledger.wagering_requirement r left join ledger.wagering_contribution c using (member_id, requirement_id)
            where r.member_id = ${m} group by r.requirement_id, r.contributed_fen) x where contributed_fen <> counted`,
        )
        expect(wrong).toBe(0)
      }),
      { numRuns: 120 },
    )
    await assertBooksHold(db)
  })
})

test('reconciliation finds a part that does not belong to its weight', async () => {
  const m = newMember()
  await gift(m, 'g', 100n, day(1))
  await bet(m, '1', { fen: 100n, weight: 50 })
  const change = (weight: number) =>
    transaction(owner, async tx => {
      await run(tx, sql`set local session_replication_role = replica`)
      await run(
        tx,
        sql`update ledger.wagering_contribution set weight = ${weight} where member_id = ${m}`,
      )
    })
  await change(60)
  const { checks } = await examine(owner)
  expect(checks.flatMap(({ differences }) => differences)).toMatchObject([
    { memberId: m, subject: 'bet:1:1', expected: '100 weighed by 60', found: '50' },
  ])
  await change(50)
})
