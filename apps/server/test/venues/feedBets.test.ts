// What a page of a venue's feed does with the bets on it.
import { rows, sql } from '@tianping/database'
import { beijingDay, DAY_MS } from '@tianping/money/day'
import type { VenueBet } from '@tianping/venue-protocol'
import { expect, test } from 'vitest'
import { applyBets } from '../../src/areas/venues/feedPages.ts'
import { openCashier } from '../cashier/support.ts'
import { poison } from '../support/poison.ts'
import { addVenues } from '../support/venue.ts'

const { site, clock, owner } = await openCashier()
await addVenues(owner)
const FG = { venueId: 6 }
const now = clock.now().getTime()
const at = (ms: number) => new Date(now + ms).toISOString()

const betOf = (memberId: bigint, more: Partial<VenueBet>): VenueBet => ({
  bet_id: 'b1',
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
    betOf(memberId, { bet_id: 'b3', placed_at: at(20 * MINUTE_MS) }),
    betOf(memberId, { bet_id: 'b2', placed_at: at(10 * MINUTE_MS) }),
    betOf(memberId, { bet_id: 'b1' }),
    betOf(memberId, { bet_id: 'b4', placed_at: at(60 * MINUTE_MS) }),
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

test('a bet that cannot be applied is named with its venue, with the cause', async () => {
  const { memberId } = await site.member()
  const cure = await poison(owner, 'turnover_day', memberId)
  const bets = [betOf(memberId, { bet_id: 'open', status: 'OPEN', settled_at: null })]
  await expect(apply([...bets, betOf(memberId, { bet_id: 'ill' })])).rejects.toMatchObject({
    message: 'bet ill of venue 6: poisoned',
    cause: { code: 'P0001' },
  })
  await cure()
  await apply([betOf(memberId, { bet_id: 'ill' })])
  expect(await countedOn(memberId)).toHaveLength(1)
})
