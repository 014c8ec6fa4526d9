// The limits of every number, hour and day that operators set, through the call that proposes them:
// the limit is taken; one beyond is refused in Chinese at the field, and nothing is kept.
import { rows, run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { writeRule } from '../../src/areas/activity/writeRule.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { RATES_SETTING, ratesSchema } from '../../src/areas/rates/setting.ts'
import {
  connectionKey,
  connectionSchema,
  sandboxConnection,
} from '../../src/areas/venues/connect/setting.ts'
import { seedSite } from '../../src/demo/site.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { openTestVenue } from '../support/venue.ts'
import type { Leaf } from './leaves.ts'
import { leavesOf } from './leaves.ts'
import { schemas } from './schemas.ts'
import { issuePath, moved, setLeaf, stepOf, type Value } from './values.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
await seedSite(owner, clock.now())
await seedCashier(owner, clock.now())
const by = { name: 'test', at: clock.now() }
await writeSetting(owner, connectionKey('FG'), connectionSchema, sandboxConnection, by)
// A source that is known already is not asked again.
const source = { name: '甲', url: 'https://a.example/price', path: 'price' }
await writeSetting(owner, RATES_SETTING, ratesSchema, { sources: [source] }, by)
const { id: activityId } = await theRow(
  owner,
  sql<{ id: number }>`
  with type as (insert into activity_type (name) values ('测试') returning type_id)
  insert into activity (type_id, title, banner, content) select type_id, '活动', '/art/activity-1.webp', '<p>内容</p>' from type
  returning activity_id as id`,
)
await writeRule(owner, activityId, { apply: false }, by)
await run(
  owner,
  sql`insert into game (venue_id, game_code, name, image, first_shown_at)
  select venue_id, 'fortune3', '招财进宝', '/art/fortune3.webp', timestamptz '1970-01-01 00:00:00Z' from venue where platname = 'FG'`,
)
// Gifts of free rounds are tried at the venue before they are proposed.
const venue = await openTestVenue({ clock: () => clock.now().getTime() })
const site = await openTestSite(url, { clock, venueUrl: venue.url, venueClock: clock })
const anna = await desk(site, 'admin')

/** Where a rule stands that is set per activity, provider or venue. */
const OWN_KEYS: Record<string, string> = {
  activity: `activity:${activityId}`,
  provider: 'provider:sandbox',
  venue: connectionKey('FG'),
}

const tier = {
  startDay: '2026-11-01',
  endDay: '2026-11-30',
  minFen: 100,
  maxFen: null,
  claims: 1,
  drawMinFen: 100,
  drawMaxFen: 200,
  turnoverTimes: 1,
}
const pool = {
  ref: 'koi',
  name: '锦鲤',
  venue: 'FG',
  games: ['fortune3'],
  shareHundredths: 100,
  seedFen: 1_000,
  boundFen: 2_000,
  open: true,
}
const gift = { venue: 'FG', games: ['fortune3'], stakeFen: 200, rounds: 10, days: 7 }
const friends = { kind: 'friends', count: 2, fen: 100, window: 'ever' }
/** What a value holds besides, so that a leaf is there and its limits can be reached. */
const BESIDES: [RegExp, object][] = [
  [/^redpacket\.tiers\[\]\.maxFen/, { tiers: [{ ...tier, maxFen: 500 }] }],
  [/^redpacket\.tiers/, { tiers: [tier] }],
  [/^agent\.tiers/, { tiers: [{ fromFen: 5, minActive: 1, hundredths: 3_000 }] }],
  [/^protection\.realityOptions/, { realityOptions: [30] }],
  [
    /^status\.windows/,
    { windows: [{ service: '存款', from: '2026-01-01 00:00', until: '2026-01-02 00:00' }] },
  ],
  [/^compliance\.holidays/, { holidays: ['2026-01-01'] }],
  [/\.min_vip\./, { conditions: [{ kind: 'min_vip', vip: 2 }] }],
  [/\.min_deposit\./, { conditions: [{ kind: 'min_deposit', fen: 100, window: 'ever' }] }],
  [/\.first_deposit\./, { conditions: [{ kind: 'first_deposit', fen: 100, withinDays: 7 }] }],
  [
    /\.min_turnover\./,
    { conditions: [{ kind: 'min_turnover', fen: 100, window: 'ever', category: null }] },
  ],
  [
    /\.min_loss\./,
    { conditions: [{ kind: 'min_loss', fen: 100, window: 'ever', category: null }] },
  ],
  [/\.friends\./, { conditions: [friends] }],
  [/^jackpots\.pools\[\]\.seedFen/, { pools: [{ ...pool, boundFen: 1_000_000_000 }] }],
  [/^jackpots\.pools\[\]\.boundFen/, { pools: [{ ...pool, seedFen: 1 }] }],
  [/^jackpots\.pools/, { pools: [pool] }],
  [/^wagering\.overrides/, { overrides: [{ venue: 'FG', game: '', counts: 50 }] }],
  [/^scheduled_reports\.plans/, { plans: [{ ref: 'daily', name: '每日' }] }],
  [/^free_rounds\.levelGifts/, { levelGifts: [{ ...gift, vip: 2 }] }],
  [/\.free_rounds\./, { bonus: { kind: 'free_rounds', ...gift } }],
  [/\.fixed\./, { bonus: { kind: 'fixed', fen: 100 } }],
  [/\.by_vip\./, { bonus: { kind: 'by_vip', fen: Array.from({ length: 10 }, () => 100) } }],
  [
    /\.by_streak\./,
    { bonus: { kind: 'by_streak', fen: [100, 200] }, limit: { times: 1, per: 'day' } },
  ],
  [
    /\.percent\./,
    {
      bonus: { kind: 'percent', of: 'min_deposit', hundredths: 100, maxFen: 100 },
      conditions: [{ kind: 'min_deposit', fen: 100, window: 'ever' }],
    },
  ],
  [
    /\.per_friend\./,
    { bonus: { kind: 'per_friend', fen: 100, friendFen: 100 }, conditions: [friends] },
  ],
]

/**
 * Limits that a neighbour keeps from being reached: levels rise, hours differ, ranges begin; a tier
 * above the last, which only older versions hold; and stakes that the venue does not offer.
 */
const OUT_OF_REACH = new Set([
  'free_rounds.levelGifts[].stakeFen 1',
  'free_rounds.levelGifts[].stakeFen 100000000',
  'activity.bonus.free_rounds.stakeFen 1',
  'activity.bonus.free_rounds.stakeFen 100000000',
  'payouts.minTier 3',
  'cashier.withdrawal.maxFen 1',
  'vip_levels[].rechargeFen 0',
  'vip_levels[].flowFen 0',
  'harm.levels.nudge 200',
  'harm.levels.task 1',
  'harm.levels.task 200',
  'harm.levels.stop 1',
  'usdtRates.lowest 10000',
  'usdtRates.highest 0.0001',
  'redpacket.opens 23:59',
  'redpacket.closes 00:00',
])

type Ends = { taken: Value[]; refused: Value[] }
const HOURS: Ends = { taken: ['00:00', '23:59'], refused: ['24:01', '08:60', '8:00', '-1:00'] }
const DAYS: Ends = { taken: ['2024-02-29', '2026-12-31'], refused: ['2026-02-29', '2026-13-01'] }
const MINUTES: Ends = {
  taken: ['2024-02-29 00:00', '2026-12-31 23:59'],
  refused: ['2026-02-29 00:00', '2026-12-31 24:00', '2026-12-31 23:60'],
}

function endsOf(leaf: Leaf): Ends {
  if (leaf.kind === 'hour') return HOURS
  if (leaf.kind === 'day') return DAYS
  if (leaf.kind === 'minute') return MINUTES
  const [least, most, step] = [leaf.min!, leaf.max!, stepOf(leaf)]
  return {
    taken: [least, most],
    refused: [moved(least, -1, step), most + step, Number((least + step / 2).toFixed(5))],
  }
}

type Shown = { version: number; value: unknown }
type Issues = { issues: { path: string; message: string }[] } | null

async function proposing(key: string, { version, value }: Shown) {
  const body = { key, version, value, note: '边界' }
  const { code, message, data } = await anna.call('POST /api/console/rules/propose', body)
  return { code, message, issues: (data as Issues)?.issues ?? [] }
}

/** What proposing the values of a leaf did that it should not have done. */
async function wrongOf(key: string, shown: Shown, leaf: Leaf): Promise<string[]> {
  const besides = BESIDES.find(([where]) => where.test(leaf.path))?.[1]
  const valueWith = (to: Value) => {
    const value = structuredClone(shown.value)
    return setLeaf(
      besides ? { ...(value as object), ...structuredClone(besides) } : value,
      leaf.keys,
      to,
    )
  }
  const { taken, refused } = endsOf(leaf)
  const wrong: string[] = []
  for (const to of taken.filter(end => !OUT_OF_REACH.has(`${leaf.path} ${end}`))) {
    const { code, message, issues } = await proposing(key, { ...shown, value: valueWith(to) })
    if (code !== 200 && message !== '没有修改任何内容')
      wrong.push(`${leaf.path} ${to} is refused: ${message} ${JSON.stringify(issues)}`)
    await run(owner, sql`delete from rule_proposal where key = ${key}`)
  }
  for (const to of refused) {
    const value = valueWith(to)
    const { code, message, issues } = await proposing(key, { ...shown, value })
    const found = issues.find(({ path }) => path === issuePath(value, leaf.keys))
    if (code !== 400 || message !== '填写有误，请检查标出的项目' || !found)
      wrong.push(`${leaf.path} ${to} is not refused at its field: ${code} ${message}`)
    if (
      issues.some(issue => !/\p{Script=Han}/u.test(issue.message) || /[a-z]{3}/.test(issue.message))
    )
      wrong.push(`${leaf.path} ${to} is refused in another language: ${JSON.stringify(issues)}`)
  }
  return wrong
}

const kept = () => rows(owner, sql`select key, version from site_setting order by key, version`)
const withLeaves = schemas.filter(([name, schema]) => leavesOf(name, schema).length > 0)

test.each(withLeaves)(
  '%s: each limit is taken, one beyond is refused at its field',
  async (name, schema) => {
    const key = OWN_KEYS[name] ?? name
    const before = await kept()
    const { data: shown } = await anna.call('POST /api/console/rules/show', { key })
    const wrong: string[] = []
    for (const leaf of leavesOf(name, schema)) wrong.push(...(await wrongOf(key, shown, leaf)))
    expect(wrong).toEqual([])
    expect(await rows(owner, sql`select key from rule_proposal`)).toEqual([])
    expect(await kept()).toEqual(before)
  },
)

test('a limit is said in the unit of the form: yuan, percent, or the number itself', async () => {
  const said = async (key: string, change: object) => {
    const { data: shown } = await anna.call('POST /api/console/rules/show', { key })
    const value = { ...(shown.value as object), ...change }
    return (await proposing(key, { ...shown, value })).issues
  }
  const withdrawal = {
    minFen: 99_99,
    maxFen: 500_000_00,
    perDay: 1_001,
    from: '00:00',
    to: '24:00',
  }
  expect(await said('cashier', { withdrawal })).toEqual([
    { path: 'withdrawal.minFen', message: '不能低于 100 元' },
    { path: 'withdrawal.perDay', message: '不能高于 1000' },
  ])
  const tiers = [{ fromFen: 0, minActive: 0, hundredths: 10_001 }]
  expect(await said('agent', { tiers })).toEqual([
    { path: 'tiers.0.hundredths', message: '不能高于 100%' },
  ])
})
