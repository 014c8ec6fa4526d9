// Where a member plays from, under a profile that asks: before each game and every half hour.
import { rows, sql, theRow } from '@tianping/database'
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addGames, addVenues, openTestVenue } from '../support/venue.ts'
import { enable, prove } from './support.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await addGames(owner, { FG: ['fortune3'] })
const venue = await openTestVenue()
const clock = new TestClock()
const env = { COUNTRY_HEADER: 'X-Country' }
const site = await openTestSite(database.url, { venueUrl: venue.url, clock, env })
const bare = await openTestSite(database.url, {
  venueUrl: venue.url,
  clock,
  env: { ...env, TRUST_PROXY: '0' },
})

beforeEach(() => enable(site))

const launch = (token: string, country?: string, at = site) =>
  at.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'FG', game_type: 0, game_code: 'fortune3', is_mobile_url: 1 },
    { token, ...(country === undefined ? {} : { headers: { 'x-country': country } }) },
  )
const checksOf = (memberId: bigint) =>
  rows(
    owner,
    sql<{ country: string; allowed: boolean }>`
    select country, allowed from location_check where member_id = ${memberId} order by check_id`,
  )

test('a listed country plays; another, none, an anonymous network and a forged header do not', async () => {
  const { token, memberId } = await site.member()
  await prove(owner, memberId, 2)
  expect((await launch(token, 'FR')).code, 'base asks for no place').toBe(200)
  await enable(site, 'MT')
  expect((await launch(token, 'mt')).code).toBe(200)
  const refused = '您所在的地区不能游戏，请关闭代理后重试；取款不受影响'
  for (const country of ['FR', 'T1', '', undefined])
    expect((await launch(token, country)).message, country).toBe(refused)
  expect((await launch(token, 'MT', bare)).message, 'no proxy vouches').toBe(refused)
  expect(await checksOf(memberId)).toEqual([
    { country: 'MT', allowed: true },
    { country: 'FR', allowed: false },
    { country: 'T1', allowed: false },
    { country: '', allowed: false },
    { country: '', allowed: false },
    { country: '', allowed: false },
  ])
})

test('play ends after half an hour, and the next game asks for the place again', async () => {
  const { token, memberId } = await site.member()
  await prove(owner, memberId, 2)
  await enable(site, 'MT')
  const before = clock.now().getTime()
  expect((await launch(token, 'MT')).code).toBe(200)
  const { endsAt } = await theRow(
    owner,
    sql<{ endsAt: Date | null }>`select ends_at from play_stretch where member_id = ${memberId}`,
  )
  expect(endsAt?.getTime()).toBe(before + 30 * 60_000)
  await enable(site)
  await launch(token, 'MT')
  const { none } = await theRow(
    owner,
    sql<{
      none: boolean
    }>`select ends_at is null as none from play_stretch where member_id = ${memberId}`,
  )
  expect(none, 'base lets it go on').toBe(true)
})
