// Which bet serves which requirement, at the very moment and the very fen: what is dealt out, what
// is dealt out anew, and what stays.
import { rows, sql } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  contribute,
  missingTurnover,
  openGifts,
  openRequirement,
  requirementsOf,
} from '../../src/ledger/wagering.ts'
import { assertBooksHold } from '../support/books.ts'
import { newMember } from './postings.ts'

const { open } = await freshDatabase('server')
const owner = open()
const db = open({ role: 'tianping_app' })
afterAll(() => assertBooksHold(owner))

const MS = 1
/** Day `n` of the story, some milliseconds later. */
const day = (n: number, ms = 0) => new Date(Date.UTC(2026, 0, n) + ms)

type Line = readonly [to: string, takenFen: bigint, countedFen: bigint]

/** A member with deposits (`owe`), gifts and bets; everything is told in the order of the calls. */
function teller() {
  const memberId = newMember()
  const owe = (sourceId: string, requiredFen: bigint, openedAt: Date) =>
    openRequirement(db, { memberId, sourceType: 'deposit', sourceId, requiredFen, openedAt })
  const gift = (
    sourceId: string,
    requiredFen: bigint,
    openedAt: Date,
    expiresAt: Date | null = null,
  ) => openGifts(db, [{ memberId, sourceType: 'code', sourceId, requiredFen, openedAt, expiresAt }])
  const bet = (
    betId: string,
    validFen: bigint,
    settledAt: Date,
    { weight = 100, version = 1 } = {},
  ) => contribute(db, { memberId, venueId: 1, betId, version, validFen, weight, settledAt })
  const counted = async () =>
    Object.fromEntries(
      (await requirementsOf(db, memberId)).map(each => [
        each.source.type === 'resettlement' ? 'gap' : each.source.id,
        each.contributedFen,
      ]),
    )
  /** All that was ever written of a bet, in order: one line for each part. */
  const written = async (betId: string): Promise<Line[]> =>
    (
      await rows(
        owner,
        sql<{ to: string; takenFen: bigint; countedFen: bigint }>`
        select coalesce(case when r.source_type = 'resettlement' then 'gap' else r.source_id end, '') as to,
          c.amount as taken_fen, coalesce(c.counted, c.amount) as counted_fen
        from ledger.wagering_contribution c left join ledger.wagering_requirement r using (member_id, requirement_id)
        where c.member_id = ${memberId} and c.bet_id = ${betId} order by c.version, c.line_no`,
      )
    ).map(({ to, takenFen, countedFen }) => [to, takenFen, countedFen])
  /** What stands of a bet with each requirement, '' where with none. */
  const stands = async (betId: string) => {
    const sums = new Map<string, bigint>()
    for (const [to, fen] of await written(betId)) sums.set(to, (sums.get(to) ?? 0n) + fen)
    return Object.fromEntries([...sums].filter(([, fen]) => fen !== 0n))
  }
  const missing = () => missingTurnover(db, memberId)
  return { owe, gift, bet, counted, written, stands, missing }
}

describe('a bet in its turn', () => {
  test('serves what opened until the moment it settled, in one line', async () => {
    const { owe, bet, written } = teller()
    await owe('d', 100n, day(2))
    await bet('before', 10n, day(2, -MS))
    await bet('at', 10n, day(2))
    await bet('after', 80n, day(2, MS))
    expect(await written('before')).toEqual([['', 10n, 10n]])
    expect(await written('at')).toEqual([['d', 10n, 10n]])
    expect(await written('after'), 'nothing is left, and nothing is written of it').toEqual([
      ['d', 80n, 80n],
    ])
  })

  test('serves a gift until the millisecond before its last moment', async () => {
    const { gift, bet, written, counted } = teller()
    await gift('g', 100n, day(1), day(5))
    await bet('in', 10n, day(5, -MS))
    await bet('at', 10n, day(5))
    expect(await written('in')).toEqual([['g', 10n, 10n]])
    expect(await written('at')).toEqual([['', 10n, 10n]])
    expect(await counted()).toEqual({ g: 10n })
  })

  test('counts once for a version, whatever a repetition says', async () => {
    const { owe, bet, written, counted } = teller()
    await owe('d', 100n, day(1))
    await bet('b', 10n, day(2))
    await bet('b', 30n, day(2))
    expect(await counted()).toEqual({ d: 10n })
    expect(await written('b')).toEqual([['d', 10n, 10n]])
  })

  test('of nothing is remembered and deals nothing out', async () => {
    const { owe, bet, written, counted } = teller()
    await bet('early', 50n, day(5))
    await owe('told late', 100n, day(1))
    await bet('nothing', 0n, day(6))
    expect(await written('nothing')).toEqual([['', 0n, 0n]])
    expect(await counted()).toEqual({ 'told late': 0n })
    await bet('some', 1n, day(6, MS))
    await bet('some', 2n, day(6, MS), { version: 2 })
    expect(await counted(), 'a correction deals out what was left over').toEqual({
      'told late': 52n,
    })
  })
})

describe('surplus', () => {
  test('from the moment of opening on fills a gap, where nothing is dealt out anew', async () => {
    const { owe, gift, bet, counted, stands, missing } = teller()
    await owe('d', 20n, day(10))
    await bet('a', 20n, day(11))
    await bet('at', 20n, day(10))
    await bet('before', 20n, day(10, -MS))
    await owe('later', 1_000n, day(13))
    await bet('x', 100n, day(14), { weight: 10 })
    await gift('g', 1_000n, day(12))
    expect(await missing()).toBe(1_900n)
    await bet('a', 0n, day(11), { version: 2 })
    expect(await counted()).toEqual({ d: 0n, gap: 20n, g: 0n, later: 100n })
    expect(await stands('at')).toEqual({ gap: 20n })
    expect(await stands('before')).toEqual({ '': 20n })
    expect(await missing()).toBe(1_900n)
  })

  test('from the last moment of a gift on stays what it is', async () => {
    const { gift, bet, counted, stands } = teller()
    await bet('in', 7n, day(5, -MS))
    await bet('at', 50n, day(5))
    await gift('g', 100n, day(1), day(5))
    await bet('b', 10n, day(2))
    await bet('b', 20n, day(2), { version: 2 })
    expect(await counted()).toEqual({ g: 27n })
    expect(await stands('in')).toEqual({ g: 7n })
    expect(await stands('at')).toEqual({ '': 50n })
  })

  test('that counts no fen for a gift is left alone', async () => {
    const { gift, bet, counted, written } = teller()
    await gift('g', 100n, day(1))
    await bet('none', 50n, day(2), { weight: 0 })
    await bet('nine', 9n, day(2), { weight: 10 })
    await bet('b', 10n, day(3))
    await bet('b', 5n, day(3), { version: 2 })
    expect(await counted()).toEqual({ g: 5n })
    expect(await written('none')).toEqual([['', 50n, 50n]])
    expect(await written('nine')).toEqual([['', 9n, 9n]])
  })
})

describe('dealt out anew', () => {
  /** A bet that an older deposit, told later, would have had. */
  async function toldLate({ owe, bet }: ReturnType<typeof teller>) {
    await owe('new', 500n, day(2))
    await bet('a', 100n, day(5))
    await owe('old', 500n, day(1))
    await bet('nothing', 0n, day(5))
    await bet('b', 10n, day(6))
    await bet('b', 20n, day(6), { version: 2 })
  }

  test('is nothing while no fen is left over', async () => {
    const told = teller()
    await toldLate(told)
    expect(await told.counted()).toEqual({ old: 20n, new: 100n })
  })

  test('is all since the oldest, and the oldest is served first, though no less is missing', async () => {
    const told = teller()
    await told.bet('left over', 5n, day(1, -MS))
    await toldLate(told)
    expect(await told.counted()).toEqual({ old: 120n, new: 0n })
    expect(await told.written('left over')).toEqual([['', 5n, 5n]])
  })

  test('is nothing where more would be missing than before', async () => {
    const { owe, gift, bet, counted, stands } = teller()
    await bet('left over', 5n, day(1, -MS))
    await owe('met', 100n, day(1))
    await bet('f', 100n, day(2))
    await owe('later', 1_000n, day(4))
    await bet('x', 100n, day(5), { weight: 10 })
    await gift('g', 1_000n, day(3))
    await bet('y', 10n, day(7))
    await bet('y', 20n, day(7), { version: 2 })
    expect(await counted()).toEqual({ met: 100n, later: 100n, g: 20n })
    expect(await stands('x')).toEqual({ later: 100n })
  })

  /** Met by a weighed bet and two in full; then a gift is told late, and a bet is corrected. */
  async function met({ owe, gift, bet }: ReturnType<typeof teller>, expiresAt: Date | null) {
    await owe('m', 105n, day(1))
    await bet('w', 40n, day(1), { weight: 10 })
    await bet('v', 5n, day(1))
    await bet('f', 60n, day(5))
    await gift('g', 1_000n, day(2), expiresAt)
    await bet('l', 30n, day(3))
    await bet('s', 9n, day(4), { weight: 10 })
    await bet('s', 8n, day(4), { weight: 10, version: 2 })
  }

  test('what was met keeps its fen and its weighed bets, and takes the oldest of the others', async () => {
    const told = teller()
    await met(told, null)
    expect(await told.counted()).toEqual({ m: 105n, g: 30n })
    expect(await told.stands('w')).toEqual({ m: 40n })
    expect(await told.stands('v')).toEqual({ m: 5n })
    expect(await told.stands('l')).toEqual({ m: 30n })
    expect(await told.stands('f')).toEqual({ m: 30n, g: 30n })
    expect(await told.stands('s')).toEqual({ '': 8n })
  })

  test('beside a gift with a last moment nothing moves away from what was met', async () => {
    const told = teller()
    await met(told, day(20))
    expect(await told.counted()).toEqual({ m: 105n, g: 30n })
    expect(await told.stands('l')).toEqual({ g: 30n })
    expect(await told.stands('f')).toEqual({ m: 60n })
  })
})
