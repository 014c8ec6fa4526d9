// Tournaments on the pages of games: venues are told of them, and how members stand who play there.
import { rows, run, sql } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { expect, test, vi } from 'vitest'
import { gamePage } from '../../../venue/test/support/support.ts'
import { rollUpFacts } from '../../src/areas/figures/figures.ts'
import { runTournaments, tellVenues } from '../../src/areas/tournaments/tournaments.ts'
import { applyBets } from '../../src/areas/venues/feed.ts'
import { openSlotSite } from '../support/slotSite.ts'
import { arm } from '../support/venue.ts'
import { bet } from './turnoverSupport.ts'

const { owner, clock, venue, site, chief, other } = await openSlotSite()
const MINUTE_MS = 60_000
const fg = (await site.services.venues.named('FG'))!
const inMinutes = (minutes: number) =>
  `${beijing(new Date(clock.now().getTime() + minutes * MINUTE_MS)).slice(0, 16)}:00`

/** A tournament that has begun. */
async function begun(name: string) {
  const { data, message } = await chief.call('POST /api/console/tournaments/propose', {
    name,
    note: '',
    measure: 'stake',
    least_stake: '1',
    games: 'FG/fortune3',
    prizes: '1:100',
    budget: '100',
    turnover_times: 5,
    min_vip: 0,
    segment_id: 0,
    starts_at: inMinutes(10),
    ends_at: inMinutes(130),
  })
  expect(data, message).not.toBeNull()
  await other.call('POST /api/console/tournaments/approve', { id: data.id })
  clock.advance(11 * MINUTE_MS)
  return data.id
}

/** A member in the tournament with its game open. */
async function player(id: number) {
  const { token, memberId } = await site.member()
  await site.call('POST /api/tournamentEnter', { id }, { token })
  const launched = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'FG', game_type: 0, game_code: 'fortune3', is_mobile_url: 1 },
    { token },
  )
  const page = gamePage(venue.url)
  await page.enter(launched.data.url)
  const race = async () => (await page.call('GET', '/api/tournament')).data.tournament
  return { memberId, race }
}

async function stakes(memberId: bigint, fen: number) {
  clock.advance(1_000)
  const stake = BigInt(fen)
  await applyBets(site.services, fg, [
    bet(memberId, { at: clock.now(), game_code: 'fortune3', stake, net: -stake }),
  ])
}
/** The jobs of some seconds. */
async function jobs() {
  while ((await rollUpFacts(site.services)) > 0);
  await runTournaments(site.services)
  clock.advance(6_000)
  await tellVenues(site.services)
}
/** Facts are rolled up once every older transaction of the cluster has ended. */
const reads = (race: () => Promise<unknown>, place: object) =>
  vi.waitFor(async () => {
    await jobs()
    expect(await race()).toMatchObject(place)
  }, 60_000)
const saidOf = (id: number) =>
  rows(
    owner,
    sql<{ said: string; isOver: boolean }>`
    select said, is_over from tournament_venue where tournament_id = ${id}`,
  )

test('a member who entered reads place, score and time left in the game, and who did not reads nothing', async () => {
  const id = await begun('周末锦标赛')
  const [first, second] = [await player(id), await player(id)]
  await jobs()
  expect(await first.race()).toMatchObject({
    ref: `T${id}`,
    name: '周末锦标赛',
    place: 0,
    score: 0,
  })
  await stakes(first.memberId, 300)
  await stakes(second.memberId, 500)
  await reads(first.race, { place: 2, score: 300, measure: 'stake' })
  // The bets of others move a place as well.
  await stakes(first.memberId, 900)
  await reads(first.race, { place: 1, score: 1_200 })
  expect(await second.race()).toMatchObject({ place: 2, score: 500 })
  const stranger = await site.member()
  const launched = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'FG', game_type: 0, game_code: 'fortune3', is_mobile_url: 1 },
    { token: stranger.token },
  )
  const page = gamePage(venue.url)
  await page.enter(launched.data.url)
  expect((await page.call('GET', '/api/tournament')).data.tournament).toBeNull()
  // Out of it, a player reads nothing more.
  await run(
    owner,
    sql`update tournament_entry set is_out = true where tournament_id = ${id} and member_id = ${second.memberId}`,
  )
  await jobs()
  expect(await second.race()).toBeNull()
})

test('a venue that does not answer is told later, and a lost answer changes nothing twice', async () => {
  const id = await begun('夜场锦标赛')
  const { memberId, race } = await player(id)
  arm(venue, { kind: 'drop_before', endpoint: 'putTournament', count: 1 })
  await jobs()
  expect(await race()).toBeNull()
  expect(await saidOf(id)).toEqual([{ said: '场馆暂时无法连接', isOver: false }])
  clock.advance(MINUTE_MS)
  // An answer that is lost is asked for again, and changes nothing twice.
  arm(venue, { kind: 'drop_after', endpoint: 'tournamentPlaces', count: 1 })
  await stakes(memberId, 200)
  await reads(race, { place: 1, score: 200 })
  // The end is told once, and then nothing more.
  clock.advance(130 * MINUTE_MS)
  await jobs()
  expect(await race()).toBeNull()
  expect(await saidOf(id)).toEqual([{ said: '', isOver: true }])
})
