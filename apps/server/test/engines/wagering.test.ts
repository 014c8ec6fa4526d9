import { rows, sql, theRow } from '@tianping/database'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  contribute,
  missingTurnover,
  openRequirement,
  requirementsOf,
} from '../../src/ledger/wagering.ts'
import { assertBooksHold } from '../support/books.ts'

const { open } = await freshDatabase('server')
const owner = open()
afterAll(() => assertBooksHold(owner))

const hour = (n: number) => new Date(Date.parse('2027-01-01T00:00:00Z') + n * 3_600_000)
let member = 0n
const newMember = () => ++member
const owe = (m: bigint, id: string, fen: bigint, at: number) =>
  openRequirement(owner, {
    memberId: m,
    sourceType: 'deposit',
    sourceId: id,
    requiredFen: fen,
    openedAt: hour(at),
  })
const bet = (m: bigint, id: string, fen: bigint, at: number, version = 1) =>
  contribute(owner, {
    memberId: m,
    venueId: 1,
    betId: id,
    version,
    validFen: fen,
    settledAt: hour(at),
  })
const left = async (m: bigint) =>
  (await requirementsOf(owner, m))
    .filter(each => each.state === 'open')
    .map(each => [each.source.id, each.requiredFen - each.contributedFen])

describe('what is missing depends on which bets there are, not on the order in which they came', () => {
  test('a bet of a slow venue that arrives late serves the older requirement, and what served it moves on to the newer', async () => {
    const m = newMember()
    await owe(m, 'old', 100n, 1)
    await owe(m, 'new', 100n, 3)
    await bet(m, 'quick', 100n, 4)
    expect(await left(m)).toEqual([['new', 100n]])
    await bet(m, 'late', 100n, 2)
    expect(await missingTurnover(owner, m)).toBe(0n)
  })
  test('a bet that was corrected down and up again counts as if it had never been corrected', async () => {
    const m = newMember()
    await owe(m, 'old', 100n, 1)
    await bet(m, 'a', 100n, 2)
    await bet(m, 'a', 40n, 2, 2)
    await owe(m, 'new', 60n, 3)
    await bet(m, 'b', 60n, 4)
    expect(await missingTurnover(owner, m)).toBe(60n)
    await bet(m, 'a', 100n, 2, 3)
    expect(await missingTurnover(owner, m)).toBe(0n)
  })
  test('what was met stays met: a requirement only moves forward', async () => {
    const m = newMember()
    await owe(m, 'old', 50n, 1)
    await bet(m, 'a', 50n, 5)
    await owe(m, 'new', 80n, 4)
    await bet(m, 'late', 30n, 2)
    expect(await left(m)).toEqual([['new', 50n]])
    expect((await requirementsOf(owner, m)).map(each => [each.source.id, each.state])).toEqual([
      ['new', 'open'],
      ['old', 'met'],
    ])
  })
  test('turnover before a requirement never serves it, however it is dealt out', async () => {
    const m = newMember()
    await bet(m, 'before', 500n, 1)
    await owe(m, 'a', 100n, 2)
    await bet(m, 'b', 30n, 3)
    await bet(m, 'b', 40n, 3, 2)
    expect(await missingTurnover(owner, m)).toBe(60n)
  })

  test('any bets, credits, corrections and delays: what is missing is what a plain dealing out of the final bets leaves', async () => {
    const event = fc.oneof(
      fc.record({
        kind: fc.constant('owe' as const),
        id: fc.nat(6),
        fen: fc.bigInt(1n, 300n),
        at: fc.nat(12),
      }),
      fc.record({
        kind: fc.constant('bet' as const),
        id: fc.nat(8),
        fen: fc.bigInt(0n, 200n),
        at: fc.nat(12),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 30 }), async events => {
        const m = newMember()
        const owed = new Map<number, { at: number; left: bigint }>()
        const bets = new Map<number, { at: number; fen: bigint; version: number }>()
        for (const each of events) {
          if (each.kind === 'owe') {
            if (!owed.has(each.id)) owed.set(each.id, { at: each.at, left: each.fen })
            await owe(m, `${each.id}`, each.fen, each.at)
            continue
          }
          // A bet keeps the time at which it first settled, whatever its later versions say.
          const now = {
            at: bets.get(each.id)?.at ?? each.at,
            fen: each.fen,
            version: (bets.get(each.id)?.version ?? 0) + 1,
          }
          bets.set(each.id, now)
          await bet(m, `${each.id}`, now.fen, now.at, now.version)
        }
        // A requirement that was opened after everything had come is served by the next bet only:
        // one more, of nothing, deals out.
        await bet(m, 'last', 0n, 0)
        await bet(m, 'last', 0n, 0, 2)
        const queue = [...owed.values()].toSorted((a, b) => a.at - b.at)
        for (const { at, fen } of [...bets.values()].toSorted((a, b) => a.at - b.at)) {
          let spare = fen
          for (const each of queue) {
            if (each.at > at) continue
            const part = spare < each.left ? spare : each.left
            each.left -= part
            spare -= part
          }
        }
        expect(await missingTurnover(owner, m)).toBe(
          queue.reduce((sum, each) => sum + each.left, 0n),
        )
        const { wrong } = await theRow(
          owner,
          sql<{ wrong: number }>`
        select count(*)::int as wrong from ledger.wagering_requirement r where r.member_id = ${m} and r.contributed_fen <> (
          select coalesce(sum(c.amount), 0) from ledger.wagering_contribution c where c.member_id = ${m} and c.requirement_id = r.requirement_id)`,
        )
        expect(wrong).toBe(0)
        const sums = await rows(
          owner,
          sql<{ bet: string; fen: bigint }>`
        select bet_id as bet, sum(amount)::bigint as fen from ledger.wagering_contribution where member_id = ${m} and bet_id <> 'last' group by 1 order by 1`,
        )
        expect(sums.map(each => [each.bet, each.fen])).toEqual(
          [...bets].map(([id, { fen }]) => [String(id), fen]).toSorted(),
        )
      }),
      { numRuns: 150 },
    )
  })
})
