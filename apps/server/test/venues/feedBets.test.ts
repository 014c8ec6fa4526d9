// What a page of a venue's feed does with the bets on it.
import { rows, run, sql } from '@tianping/database'
import { beijingDay, DAY_MS } from '@tianping/money/day'
import type { VenueBet } from '@tianping/venue-protocol'
import { expect, test } from 'vitest'
import { pendingOf } from '../../src/areas/closing/store/closing.sql.ts'
import { retryBets } from '../../src/areas/venues/bets/aside.ts'
import { applyBets } from '../../src/areas/venues/bets/page.ts'
import { openCashier } from '../cashier/support.ts'
import { poisonWhere } from '../support/poison.ts'
import { addVenues } from '../support/venue.ts'

const { site, clock, owner } = await openCashier()
await addVenues(owner)
const FG = { venueId: 6 }
const now = clock.now().getTime()
const at = (ms: number) => new Date(now + ms).toISOString()

const betOf = (memberId: bigint, more: Partial<VenueBet>): VenueBet => ({
  bet_id: 'B1',
  version: 1n,
  revision: 1,
  player: memberId.toString(),
  category: 'slot',
  game_code: 'fortune3',
  round_id: 'r1',
  selection: {},
  stake: 10_00n,
  valid_amount: 10_00n,
  payout: 0n,
  net: -10_00n,
  odds: null,
  status: 'SETTLED',
  placed_at: at(0),
  settled_at: at(0),
  fairness: { commit: '', client_seed: '', nonce: 0 },
  math_version: '',
  ...more,
})
const apply = (bets: VenueBet[]) => applyBets(site.services, FG, bets)

/** The day that the member's bets count on, and what was paid out for them. */
const countedOn = (memberId: bigint) =>
  rows(
    owner,
    sql<{ day: string; payoutFen: bigint }>`
    select day::text, payout_fen from turnover_day where member_id = ${memberId} and bets > 0`,
  )
const dayOf = (ms: number) => beijingDay(new Date(now + ms))

test('a bet counts as of when it settles, not when it was placed', async () => {
  const { memberId } = await site.member()
  const placed = { placed_at: at(-3 * DAY_MS) }
  await apply([betOf(memberId, { ...placed, status: 'OPEN', settled_at: null })])
  expect(await countedOn(memberId)).toEqual([])
  await apply([betOf(memberId, { ...placed, version: 2n })])
  expect(await countedOn(memberId)).toEqual([{ day: dayOf(0), payoutFen: 0n }])
})

test('versions of a bet that come in the wrong order count as of when it first settled', async () => {
  const { memberId } = await site.member()
  const first = betOf(memberId, { settled_at: at(-3 * DAY_MS) })
  const second = betOf(memberId, { version: 2n, revision: 2, payout: 4_00n, net: -6_00n })
  await apply([second, first])
  expect(await countedOn(memberId)).toEqual([{ day: dayOf(-3 * DAY_MS), payoutFen: 4_00n }])
})

test('bets count as play from the first to the last; of players that are none of ours nothing', async () => {
  const { memberId } = await site.member()
  const MINUTE_MS = 60_000
  await apply([
    betOf(memberId, { bet_id: 'B3', placed_at: at(20 * MINUTE_MS) }),
    betOf(memberId, { bet_id: 'B2', placed_at: at(10 * MINUTE_MS) }),
    betOf(memberId, { bet_id: 'B1' }),
    betOf(memberId, { bet_id: 'B4', placed_at: at(60 * MINUTE_MS) }),
    betOf(0n, { player: 'guest-1' }),
  ])
  const stretches = await rows(
    owner,
    sql<{ beganAt: Date; lastAt: Date }>`
    select began_at, last_at from play_stretch where member_id = ${memberId} order by began_at`,
  )
  const spans = stretches.map(({ beganAt, lastAt }) =>
    [beganAt, lastAt].map(each => (each.getTime() - now) / MINUTE_MS),
  )
  expect(spans).toEqual([
    [0, 20],
    [60, 60],
  ])
})

const asideOf = (memberId: bigint) =>
  rows(
    owner,
    sql<{ betId: string; error: string }>`
    select bet_id, error from venue_bet_aside where member_id = ${memberId} order by bet_id`,
  )
const keptOf = async (memberId: bigint) =>
  (
    await rows(
      owner,
      sql<{ betId: string }>`select bet_id from bet where member_id = ${memberId} order by bet_id`,
    )
  ).map(({ betId }) => betId)
/** No text of PostgreSQL holds the sign. */
const unkept = { round_id: '\u0000' }
const due = () => run(owner, sql`update venue_bet_aside set next_at = '-infinity'`)

test('a bet that cannot be kept is set aside, keeps back no other, and is tried until it is kept', async () => {
  const [{ memberId }, other] = [await site.member(), await site.member()]
  const cure = await poisonWhere(
    owner,
    'turnover_day',
    `new.member_id = ${memberId} and new.payout_fen = 3300`,
  )
  await apply([
    betOf(memberId, { bet_id: 'ILL', payout: 33_00n, net: 23_00n }),
    betOf(memberId, { bet_id: 'WELL', settled_at: at(-DAY_MS) }),
    betOf(other.memberId, { bet_id: 'OTHERS' }),
  ])
  expect(await keptOf(memberId)).toEqual(['WELL'])
  expect(await keptOf(other.memberId)).toEqual(['OTHERS'])
  const error = 'bet ILL of venue 6: poisoned'
  expect(await asideOf(memberId)).toEqual([{ betId: 'ILL', error }])
  await expect(retryBets(site.services), 'not before its time').rejects.toThrow('1 bets are set')
  await due()
  await expect(retryBets(site.services), 'the job is seen to fail').rejects.toThrow(error)
  expect((await pendingOf(owner, memberId)).bets, 'the account does not close over it').toBe(1)
  await cure()
  await due()
  expect(await retryBets(site.services)).toBe(0)
  expect(await keptOf(memberId)).toEqual(['ILL', 'WELL'])
  expect(await countedOn(memberId)).toHaveLength(2)
  expect(await asideOf(memberId)).toEqual([])
  expect((await pendingOf(owner, memberId)).bets).toBe(0)
})

test('what a venue tells again without its fault is kept, and the fault is forgotten', async () => {
  const { memberId } = await site.member()
  await apply([betOf(memberId, unkept)])
  await apply([betOf(memberId, { ...unkept, version: 2n, payout: 1_00n, net: -9_00n })])
  expect(await asideOf(memberId)).toHaveLength(1)
  await due()
  await expect(retryBets(site.services)).rejects.toThrow('bet B1 of venue 6')
  await apply([betOf(memberId, { version: 3n })])
  await due()
  await retryBets(site.services)
  expect(await asideOf(memberId)).toEqual([])
  expect(await countedOn(memberId)).toHaveLength(1)
})

test('a hundred bets of a venue are set aside, and the feed stands at the next', async () => {
  const { memberId } = await site.member()
  const ill = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) =>
      betOf(memberId, { ...unkept, bet_id: `ILL-${from + i}` }),
    )
  await apply(ill(0, 100))
  await expect(apply(ill(100, 101))).rejects.toThrow('bet ILL-100 of venue 6')
  await apply(ill(0, 1))
  await applyBets(site.services, { venueId: 7 }, ill(0, 1))
  await run(owner, sql`delete from venue_bet_aside where bet_id = 'ILL-7'`)
  await apply(ill(100, 101))
})

test('what a member typed at a venue keeps no bet back: signs that no database holds are replaced', async () => {
  const { memberId } = await site.member()
  const fairness = { commit: 'c', client_seed: 'a\u0000b\ud800', nonce: 1 }
  await apply([betOf(memberId, { fairness, selection: { pick: '\udc00\\u0000' } })])
  expect(await asideOf(memberId)).toEqual([])
  const kept = sql<{ seed: string; pick: string }>`
    select fairness->>'client_seed' as seed, selection->>'pick' as pick from bet where member_id = ${memberId}`
  expect(await rows(owner, kept)).toEqual([{ seed: 'a\ufffdb\ufffd', pick: '\ufffd\\u0000' }])
})
