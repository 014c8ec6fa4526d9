// How a game opens, and why it does not: at the real venue.
import { rows, run, sql } from '@tianping/database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { addressesOf } from '../../src/areas/venues/launch.ts'
import { bringDueHome } from '../../src/areas/venues/leaving.ts'
import { transferInFlight } from '../../src/areas/venues/store/transfer.sql.ts'
import { checkPendingTransfers } from '../../src/areas/venues/transfer.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addGames, addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await addGames(owner, { FG: ['fortune3', 'hidden3'], OB: ['orchard3'] })
await run(owner, sql`update game set app_state = 0 where game_code = 'hidden3'`)
const clock = new TestClock()
const venueClock = () => clock.now().getTime()
const venue = await openTestVenue({ clock: venueClock })
const site = await openTestSite(database.url, { venueUrl: venue.url, clock, venueClock: clock })
const FG = 6

let token = ''
let memberId = 0n
const launch = (plat_name: string, game_code: string, at = site) =>
  at.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name, game_type: 0, game_code, is_mobile_url: 1 },
    { token },
  )
const automatic = () => site.call('POST /api/uptransferstatus', { transferstatus: 1 }, { token })
const bring = (plat_name: string, amount: string) =>
  site.call('POST /api/money/bring', { plat_name, amount }, { token })
/** In yuan: what lies in the central wallet and at each venue. */
async function money() {
  const { cashAvailableFen, venues } = await balances(owner, memberId)
  const there = venues.filter(({ postedFen }) => postedFen > 0n)
  return [cashAvailableFen, ...there.map(({ postedFen }) => postedFen)].map(
    fen => Number(fen) / 100,
  )
}

beforeEach(async () => {
  ;({ token, memberId } = await site.member())
  await fund(owner, memberId, 100_00n)
})
afterEach(async () => {
  venue.venue.faults!.clear()
  clock.advance(100_000)
  await checkPendingTransfers(site.services)
  await assertBooksHold(owner)
})

test('a venue under maintenance opens no game, for money or for practice; the others do', async () => {
  const state = (to: string) =>
    run(owner, sql`update venue set state = ${to} where platname = 'OB'`)
  await state('maintenance')
  clock.advance(6_000)
  const refusal = { code: 400, message: 'OB 电子维护中，请稍后再试' }
  expect(await launch('OB', 'orchard3')).toMatchObject(refusal)
  const practice = { plat_name: 'OB', game_code: 'orchard3' }
  expect(await site.call('POST /api/game/practice', practice, { token })).toMatchObject(refusal)
  expect(await launch('FG', 'fortune3')).toMatchObject({ code: 200 })
  await state('open')
  clock.advance(6_000)
  expect((await launch('OB', 'orchard3')).code).toBe(200)
})

test.each(['hidden3', 'nowhere3'])('a game that is not shown does not open: %s', async code => {
  expect(await launch('FG', code)).toMatchObject({ code: 400, message: '该游戏暂未开放' })
})

test.each([
  ['drop_before', '游戏场馆暂时无法连接，请稍后再试'],
  ['drop_after', '游戏场馆暂时无法连接，请稍后再试'],
  ['maintenance', '游戏维护中，请稍后再试'],
])('what was brought for a game that does not open comes home: %s', async (kind, message) => {
  await automatic()
  arm(venue, { kind, endpoint: 'launch', count: 1 })
  expect(await launch('FG', 'fortune3')).toMatchObject({ code: 400, message })
  await bringDueHome(site.services)
  expect(await money()).toEqual([100])
  expect(await launch('FG', 'fortune3')).toMatchObject({ code: 200 })
  expect(await money()).toEqual([0, 100])
})

test('a venue that refuses the player opens no game', async () => {
  const full = await openTestVenue({
    clock: venueClock,
    limits: { merchantPerSecond: 0, merchantBurst: 0 },
  })
  const there = await openTestSite(database.url, { venueUrl: full.url, clock, venueClock: clock })
  expect(await launch('FG', 'fortune3', there)).toMatchObject({
    code: 400,
    message: '游戏场馆暂时无法连接，请稍后再试',
  })
})

test('auto-transfer gathers what lies at other venues for the game that opens, and leaves what is there', async () => {
  await bring('OB', '50')
  await bring('FG', '10')
  expect(await money()).toEqual([40, 50, 10])
  await automatic()
  expect(await launch('FG', 'fortune3')).toMatchObject({ code: 200 })
  expect(await money()).toEqual([0, 100])
  const moves = await rows(
    owner,
    sql<{ venueId: number; direction: string; fen: bigint }>`
    select venue_id, direction, moved_fen as fen from venue_transfer where member_id = ${memberId} order by created_at, fen`,
  )
  expect(moves.filter(({ venueId }) => venueId === FG).map(({ fen }) => fen)).toEqual([
    10_00n,
    90_00n,
  ])
})

test('a game waits for what is on its way home from the same venue, and brings that too', async () => {
  await bring('FG', '60')
  await automatic()
  arm(venue, { kind: 'delay', endpoint: 'transfer', venue: 'FG', count: 1, delay_ms: 1_000 })
  const home = site.call('POST /api/transall', {}, { token })
  const underWay = async () => Boolean(await transferInFlight(owner, memberId, FG))
  await expect.poll(underWay, { message: 'money is on its way home' }).toBe(true)
  expect(await launch('FG', 'fortune3')).toMatchObject({ code: 200 })
  expect((await home).code).toBe(200)
  expect(await money()).toEqual([0, 100])
})

test('a game leads back to the client that opened it, in its language and on its device', async () => {
  const { publicUrl } = site.services.settings
  expect(await addressesOf(site.services, { client: '' })).toStrictEqual({
    lobby_url: `${publicUrl}/#/`,
    frame_ancestors: [],
    lang: 'zh-CN',
  })
  const client = 'https://app.example.com'
  const asked = { client, lang: 'en', device: 'desktop' } as const
  expect(await addressesOf(site.services, asked)).toStrictEqual({
    lobby_url: `${client}/`,
    frame_ancestors: [],
    lang: 'en',
    device: 'desktop',
  })
})
