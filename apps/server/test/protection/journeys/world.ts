// The world of the random journeys: two servers on one database, the sandbox venue under faults,
// one clock for all of them, and everybody who was ever registered. All chance comes from one seed.
import { run, sql, type Db } from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll } from 'vitest'
import { freshDatabase } from '../../../../../tooling/test/database.ts'
import { seedCashier } from '../../../src/areas/cashier/demo.ts'
import { writeRule } from '../../../src/areas/activity/writeRule.ts'
import { seedSite } from '../../../src/demo/site.ts'
import { configure, give } from '../../cashier/support.ts'
import { consoleCall, desk, type Desk } from '../../console/support.ts'
import { setRules, tiers } from '../../redpacket/support.ts'
import { openTestSite, TestClock } from '../../support/site.ts'
import { seeded } from '../../support/seeded.ts'
import { openTestVenue } from '../../support/venue.ts'

export const DEEDS = Number(process.env['SOAK_STEPS'] ?? 2_000)
export const SEED = Number(process.env['SOAK_SEED'] ?? 20_261_124)
export const PASSWORD = 'secret1'
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const random = seeded(SEED)
export const below = (n: number) => Math.floor(random() * n)
export const chance = (of: number) => random() < of
export const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T
export const some = <T>(items: readonly T[]): T | undefined =>
  items.length === 0 ? undefined : pick(items)
let serial = 0
export const next = () => (serial += 1)

/** A file in which several runs add up what they reached, the last of which is judged by it. */
const COUNTS = process.env['SOAK_COUNTS'] ?? ''
export const LAST_OF_SEVERAL = process.env['SOAK_LAST'] === '1'
export const counts: Record<string, number> = existsSync(COUNTS)
  ? (JSON.parse(readFileSync(COUNTS, 'utf8')) as Record<string, number>)
  : {}
export const keepCounts = () => {
  if (COUNTS) writeFileSync(COUNTS, JSON.stringify(counts))
}
export const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}
/** The deeds that came last, for whoever reads what went wrong. */
const trail: string[] = []
export const note = (what: string) => {
  trail.push(`${clock.now().toISOString()} ${what}`)
  if (trail.length > 60) trail.shift()
}
/** What must never be: the seed repeats the deeds that led there. */
export function never(what: string): never {
  throw new Error(`${what} (seed ${SEED})\n${trail.join('\n')}`)
}

// An evening in Beijing, two days before British clocks go back, nine before American ones do.
const START = '2026-10-23T14:00:00Z'
export const clock = new TestClock(START)
const platform = await freshDatabase('server')
export const owner: Db = platform.open()
const games = await freshDatabase('venue')
export const venueDb: Db = games.open()
// Neither the database's zone nor the process's decides anything; both are strange from here on.
const named = (url: string) => new URL(url).pathname.slice(1)
await run(
  owner,
  sql.raw(`alter database ${named(platform.url)} set timezone to 'America/New_York'`),
)
await run(venueDb, sql.raw(`alter database ${named(games.url)} set timezone to 'Europe/London'`))
export const ZONES = ['Europe/London', 'America/New_York', 'Pacific/Auckland', 'Asia/Shanghai']
export const moveTo = (zone: string) => {
  process.env['TZ'] = zone
}
const zoneBefore = process.env['TZ']
// The files that this worker runs later are in the zone of before.
afterAll(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else moveTo(zoneBefore)
})
moveTo('Europe/London')

await seedSite(owner, clock.now())
await seedCashier(owner, clock.now())
const GENEROUS = {
  merchantPerSecond: 1e6,
  merchantBurst: 1e6,
  visitorPerSecond: 1e6,
  visitorBurst: 1e6,
}
export const venue = await openTestVenue({
  databaseUrl: games.url,
  clock: () => clock.now().getTime(),
  random,
  limits: GENEROUS,
})
const openOne = () => openTestSite(platform.url, { venueUrl: venue.url, clock, venueClock: clock })
export const sites = [await openOne(), await openOne()] as const
export type Site = (typeof sites)[number]

export const GAMES = { FG: 'fortune3', PP: 'koi3', QIPAI: 'niu' } as const
export type Code = keyof typeof GAMES
export const CODES = Object.keys(GAMES) as Code[]
for (const [code, game] of Object.entries(GAMES))
  await run(
    owner,
    sql`insert into game (venue_id, game_code, name, image) select venue_id, ${game}, ${game}, '/art/tile-slots.webp' from venue where platname = ${code}`,
  )
await configure(sites[0], setting => {
  setting.withdrawal.perDay = 1_000
  setting.deposit.maxOpen = 100
  setting.deposit.turnoverTimes = 0
})
// The smallest deposit earns a packet.
const wide = tiers.map((tier, place) => ({
  ...tier,
  minFen: place === 0 ? 100_00 : tier.minFen,
  startDay: '2026-01-01',
  endDay: '2090-12-31',
}))
await setRules(sites[0], { tiers: wide })

async function activity(rule: Parameters<typeof writeRule>[2]): Promise<void> {
  const id = next()
  await run(owner, sql`insert into activity_type (name) values ('测试') on conflict do nothing`)
  await run(
    owner,
    sql`insert into activity (activity_id, type_id, title, banner, content, memo, enabled) overriding system value
    select ${1_000 + id}, type_id, ${`活动${id}`}, '/art/activity-1.webp', '<p>内容</p>', '<p>说明</p>', true from activity_type where name = '测试'`,
  )
  await writeRule(owner, 1_000 + id, rule, { name: 'test', at: clock.now() })
  activities.push(1_000 + id)
}
export const activities: number[] = []
const daily = { times: 3, per: 'day' } as const
await activity({ limit: daily, bonus: { kind: 'fixed', fen: 800 }, review: 'auto' })
await activity({ limit: daily, bonus: { kind: 'fixed', fen: 900 } })

/** A game that somebody has opened: its address, then the session. */
export type Seat = { code: Code; token: string }
/** One account, with what the person behind it knows. */
export type Member = {
  name: string
  memberId: bigint
  token: string
  device: string
  /** Addresses of games that were handed out and not opened yet. */
  addresses: { code: Code; token: string }[]
  seats: Seat[]
  cards: { id: number; number: string }[]
  birthday: string
}
export const everybody: Member[] = []
/** Those who act; others are only watched. */
export const active: Member[] = []

export type Said<T> = { code: number; message: string; data: T }
type How = { site?: Site; device?: string }
/** A call at one of the two servers, with a new session when the old one is over. */
export async function call<T = never>(
  of: Member,
  name: string,
  body: object = {},
  { site = pick(sites), device = of.device }: How = {},
): Promise<Said<T>> {
  const send = () =>
    site.call<T>(name, body, {
      token: of.token,
      key: `journey-${String(next()).padStart(8, '0')}`,
      headers: { cookie: `tianping_device=${device}`, 'x-forwarded-for': anyAddress() },
    })
  let said = await send()
  if (said.code === 401) {
    of.token = await site.enter(of.memberId)
    said = await send()
  }
  if (said.code >= 500 && said.code !== 503) never(`${name}: ${said.message}`)
  note(`${of.memberId} ${name} ${JSON.stringify(body)} ${said.code} ${said.message.slice(0, 40)}`)
  return said
}
export const anyAddress = () => `10.${below(200)}.${below(250)}.${below(250)}`
export const newDevice = () => randomBytes(16).toString('hex')

/** Money that asks for no turnover, and counts towards no limit. */
export const gift = (of: Member, fen: bigint) => give(sites[0], of.memberId, fen)

/** Operators who share nothing: what takes two persons can be done. */
export const operators: Desk[] = []
for (const role of ['admin', 'admin', 'support'] as const)
  operators.push(await desk(sites[0], role))
/** A call of the back office, at one of the two servers. */
export async function atDesk<T = Record<string, never>>(
  who: Desk,
  name: string,
  body: object,
): Promise<Said<T>> {
  const headers = { cookie: who.cookie }
  const said = (await consoleCall(pick(sites), name, body, headers)).json<Said<T>>()
  if (said.code >= 500) never(`${name}: ${said.message}`)
  note(`${who.name} ${name} ${JSON.stringify(body)} ${said.code} ${said.message.slice(0, 40)}`)
  return said
}

let renewedAt = 0
/** Time passes, and the operators stay at their desks. */
export async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  const now = clock.now()
  if (now.getTime() < renewedAt + HOUR_MS / 4) return
  renewedAt = now.getTime()
  await run(
    owner,
    sql`update operator_session set last_seen_at = ${now}, expires_at = ${new Date(now.getTime() + 12 * HOUR_MS)}`,
  )
}
