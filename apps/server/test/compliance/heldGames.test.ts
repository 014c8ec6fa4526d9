// A game whose mathematics nobody has certified stays closed where the site or a profile asks so.
import { run, sql } from '@tianping/database'
import { VENUE_CODES } from '@tianping/venue-protocol'
import { beforeEach, expect, test } from 'vitest'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { gamesOf } from '../../../venue/games/registry.ts'
import { DUTIES_SETTING, dutiesSchema, heldGames } from '../../src/areas/duties/duties.ts'
import { codesOf } from '../../src/areas/duties/sandboxGames.ts'
import { keepMaths } from '../../src/kernel/security/program.sql.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { enable } from '../profiles/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await run(
  owner,
  sql`insert into game (venue_id, game_code, name, image)
  select venue_id, code, code, '/art/tile-slots.webp' from venue, unnest(array['fortune3', 'jewel3']) code
  where platname = 'FG'`,
)
const venue = await openTestVenue()
const clock = new TestClock()
const site = await openTestSite(database.url, { venueUrl: venue.url, clock })
const admin = await desk(site, 'admin')
const [CERTIFIED, CHANGED] = ['ab'.repeat(32), 'cd'.repeat(32)]
const MAINTAINED = '游戏维护中，请稍后再试'

const hold = (holdUncertified: boolean) =>
  writeSetting(
    owner,
    DUTIES_SETTING,
    dutiesSchema,
    { holdUncertified },
    {
      name: 'test',
      at: clock.now(),
    },
  )
const record = (sha256: string, reference: string, note = '') =>
  admin.call('POST /api/console/duties/add', {
    duty: 'game_certificate',
    about: 'slot3',
    done_on: '2026-11-20',
    done_by: '独立测试机构',
    reference,
    sha256,
    note,
    next_due: '',
  })
const { token } = await site.member()
const open = (game_code: string) =>
  site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'FG', game_type: 0, game_code, is_mobile_url: 1 },
    { token },
  )

beforeEach(async () => {
  await hold(false)
  await enable(site)
})

test('a changed game is maintained until a certificate or a reason names its fingerprint', async () => {
  await keepMaths(owner, ['slot3', 'slot5'], [CERTIFIED, CERTIFIED], clock.now())
  expect((await open('fortune3')).code, 'off by default').toBe(200)
  await hold(true)
  for (const code of ['fortune3', 'jewel3', 'lobby', ''])
    expect(await open(code), code).toMatchObject({ code: 400, message: MAINTAINED })
  await record(CERTIFIED, 'GLI-1')
  expect((await open('fortune3')).code).toBe(200)
  await keepMaths(owner, ['slot3'], [CHANGED], clock.now())
  expect((await open('fortune3')).message).toBe(MAINTAINED)
  expect((await record(CHANGED, '')).message).toBe('没有证书编号时，请写明为何无需重新认证')
  expect((await open('fortune3')).message).toBe(MAINTAINED)
  await record(CHANGED, '', '仅改注释，结果分布不变')
  expect((await open('fortune3')).code).toBe(200)
})

test.each(['GB', 'MT'] as const)('the profile %s keeps such games closed', async name => {
  await keepMaths(owner, ['baccarat'], [CHANGED], clock.now())
  expect(await heldGames(owner)).toEqual([])
  await enable(site, name)
  expect(await heldGames(owner)).toContain('bac')
})

test('every game of the sandbox venue is found by the folder of its mathematics', () => {
  const folders = readdirSync(join(import.meta.dirname, '../../../venue/games'), {
    withFileTypes: true,
  }).filter(entry => entry.isDirectory())
  const venues = VENUE_CODES
  const found = folders.flatMap(({ name }) => codesOf(name))
  expect(new Set(found).size).toBe(found.length)
  for (const code of venues.flatMap(each => gamesOf(each)).map(game => game.code))
    expect(found).toContain(code)
})
