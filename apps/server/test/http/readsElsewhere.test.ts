// Lists and histories are answered by a streaming replica, and never without what whoever asks has
// just done.
import { consoleCalls, type ConsoleCallName } from '@tianping/contract/console'
import { connect, ensureDatabase, migrate, run, sql, theRow } from '@tianping/database'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { launchPostgres, type RunningPostgres } from '../../../../tooling/postgres.ts'
import { inRoot } from '../../../../tooling/root.ts'
import { PATIENCE } from '../../../../tooling/test/database.ts'
import { followPrimary, launchStandby } from '../../../../tooling/test/standby.ts'
import { seedCashier } from '../../src/areas/cashier/cashier.ts'
import { examine } from '../../src/ledger/reconcile.ts'
import { readsElsewhere } from '../../src/kernel/reads/elsewhere.ts'
import { memberSubject } from '../../src/kernel/reads/reads.ts'
import { desk, type Desk } from '../console/support.ts'
import { openTestSite, type TestSite } from '../support/site.ts'
import { addVenues, fund } from '../support/venue.ts'

const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tianping-replica-'))
chmodSync(home, 0o755)
const running: RunningPostgres[] = []
afterAll(async () => {
  await Promise.all(running.map(each => each.stop()))
  rmSync(home, { recursive: true, force: true })
})

const primary = await launchPostgres({
  dataDir: join(home, 'primary'),
  durable: false,
  // A commit is on its way to the standby when it is answered.
  settings: { synchronous_commit: 'on' },
})
running.push(primary)
await ensureDatabase(primary.url('postgres'), 'site')
const url = primary.url('site')
await migrate(url, inRoot('apps/server/migrations'))
const owner = connect(url, { patience: PATIENCE })
afterAll(() => owner.destroy())
await addVenues(owner)
await seedCashier(owner, new Date())
const folder = join(home, 'standby')
const standby = await launchStandby(primary, folder)
running.push(standby)

/** A session of the standby's superuser, which replays or does not as it says. */
async function atStandby(statement: string, until: string) {
  const client = new pg.Client({ connectionString: standby.url('site') })
  await client.connect()
  await client.query(statement)
  await expect
    .poll(async () => (await client.query<{ holds: boolean }>(until)).rows[0]?.holds)
    .toBe(true)
  await client.end()
}
async function atStandbyRows(query: string) {
  const client = new pg.Client({ connectionString: standby.url('site') })
  await client.connect()
  const { rowCount } = await client.query(query)
  await client.end()
  return rowCount ?? 0
}
/** Stops a server where it stands, with its sessions; it goes on by what this answers. */
function freeze(pid: number): () => void {
  // The server first and last: what ends meanwhile keeps its number until the server sees it.
  process.kill(pid, 'SIGSTOP')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const sessions = children.split(' ').map(Number)
  for (const session of sessions) process.kill(session, 'SIGSTOP')
  return () => {
    for (const session of sessions) process.kill(session, 'SIGCONT')
    process.kill(pid, 'SIGCONT')
  }
}
const pause = () =>
  atStandby(
    'select pg_wal_replay_pause()',
    "select pg_get_wal_replay_pause_state() = 'paused' as holds",
  )
const resume = () =>
  atStandby(
    'select pg_wal_replay_resume()',
    "select pg_get_wal_replay_pause_state() = 'not paused' as holds",
  )

const open = (seconds: number) =>
  openTestSite(url, {
    env: { DATABASE_READ_URL: standby.url('site'), DATABASE_READ_SECONDS: String(seconds) },
  })
// No list gets too old for these two while a test takes its time; the third is soon dissatisfied.
const [one, two, strict] = [await open(300), await open(300), await open(1)]
const sites = [one, two]
let me: Awaited<ReturnType<TestSite['member']>>
let other: typeof me
let finance: Desk

beforeAll(async () => {
  me = await one.member()
  other = await two.member()
  finance = await desk(one, 'finance')
  await fund(owner, me.memberId, 500_00n)
})

const count = (site: TestSite, why: 'replica' | 'behind' | 'away' | 'old' | 'writes') =>
  site.services.reads.counts.get(why) ?? 0
const orders = async (site: TestSite, token: string) => {
  const { code, data } = await site.call<{ total: number }>(
    'POST /api/gettransrecord',
    { type: 1 },
    { token },
  )
  return code === 200 ? data.total : `refused with ${code}`
}
const deposit = async (site: TestSite, token: string) =>
  (await site.call('POST /api/recharge', { paytype: 'alipay', amount: 300 }, { token })).code
/** Asks until the replica answers. */
const replicaUsed = (site: TestSite, token: string) =>
  expect
    .poll(async () => {
      const before = count(site, 'replica')
      await orders(site, token)
      return count(site, 'replica') > before
    })
    .toBe(true)
const readiness = async (site: TestSite) =>
  (await site.app.inject({ method: 'GET', url: '/readyz' })).json<object>()

test('what somebody just did is in their lists at both instances, however late the replica is', async () => {
  for (const site of [...sites, strict]) await replicaUsed(site, other.token)
  for (const site of sites) await replicaUsed(site, me.token)
  await pause()
  const before = sites.map(site => count(site, 'behind'))
  expect(await deposit(one, me.token)).toBe(200)
  expect([await orders(one, me.token), await orders(two, me.token)]).toEqual([1, 1])
  expect(sites.map((site, n) => count(site, 'behind') - (before[n] ?? 0))).toEqual([1, 1])
  expect(await deposit(two, me.token)).toBe(200)
  expect([await orders(one, me.token), await orders(two, me.token)]).toEqual([2, 2])

  // An operator's proposal, and who registered a moment ago.
  const asked = {
    member: me.name,
    direction: 'give',
    amount: 12,
    reason: '补偿',
    turnover: 0,
  } as never
  expect((await finance.call('POST /api/console/adjustments/propose', asked)).code).toBe(200)
  for (const site of sites) {
    const listed = await site.app.inject({
      method: 'POST',
      url: '/api/console/adjustments/list',
      payload: { page: 1 },
      headers: { 'x-tianping-console': '1', cookie: finance.cookie },
    })
    expect(listed.json()).toMatchObject({ code: 200, data: { total: 1 } })
  }
  const fresh = await two.member()
  expect(await orders(one, fresh.token)).toBe(0)
})

test('who did nothing is answered by the late replica, up to the age that is allowed', async () => {
  for (const site of sites) {
    const before = count(site, 'replica')
    expect(await orders(site, other.token)).toBe(0)
    expect(count(site, 'replica')).toBe(before + 1)
  }
  await expect
    .poll(async () => {
      await orders(strict, other.token)
      return count(strict, 'old')
    })
    .toBeGreaterThan(0)

  // Once it has replayed what was done, the replica answers that too.
  await resume()
  for (const site of sites) await replicaUsed(site, me.token)
  expect([await orders(one, me.token), await orders(two, me.token)]).toEqual([2, 2])
})

/** The fields that a call of the back office takes; lists refuse others. */
function known(name: string, fields: object): object {
  const { takes } = consoleCalls[name as ConsoleCallName]
  if (!(takes instanceof z.ZodObject)) return fields
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field in takes.shape))
}

test('what is read elsewhere only reads, and a replica takes no writes', async () => {
  const admin = await desk(one, 'admin')
  await replicaUsed(one, other.token)
  const { reads } = one.services
  const body = { page: 1, q: me.name, id: Number(me.memberId), member_id: Number(me.memberId) }
  const details = {
    parent: 0,
    days: 7,
    run_id: '1',
    agent_id: 1,
    report_id: 1,
    venue_id: 1,
    month: '2026-10',
    figure: 'deposit',
    step: 'card',
    begins: '2026-10-05',
    item: 'wallets',
  }
  const figureOf = (name: string) => (name.includes('figures/members') ? { figure: 'stake' } : {})
  const failed: string[] = []
  for (const name of readsElsewhere) {
    const ask = async () => {
      const before = count(one, 'replica')
      const { code } = name.startsWith('POST /api/console/')
        ? await admin.call(
            name as ConsoleCallName,
            known(name, { ...body, ...details, ...figureOf(name) }) as never,
          )
        : await one.call(name, { page: 1, date: 1, type: 1 }, { token: other.token })
      if (code >= 500) failed.push(`${name}: ${code}`)
      return count(one, 'replica') > before
    }
    // Everything that was committed for the operator is there after a moment.
    await expect.poll(ask, { message: name }).toBe(true)
  }
  expect(failed).toEqual([])
  expect(count(one, 'writes')).toBe(0)
  expect(readsElsewhere.size).toBeGreaterThan(50)

  // The books hold where they are read by reconciliation.
  const books = await reads.database(null)
  expect(books).not.toBe(one.services.db)
  const { venues, booksHold } = await examine(books)
  expect({ venues, booksHold }).toEqual({ venues: [], booksHold: true })
  // A mistake costs nothing but its line in the log: the primary writes.
  await run(books, sql`update member set vip = vip where member_id = ${me.memberId}`)
  expect(count(one, 'writes')).toBe(1)
})

test('a replica that stands still keeps no call, also none under way, and is used again when it goes on', async () => {
  await replicaUsed(one, other.token)
  const underWay = theRow(
    await one.services.reads.database(memberSubject(other.memberId)),
    sql<{ place: string }>`
      select case when pg_is_in_recovery() then pg_sleep(600)::text else 'primary' end as place`,
  )
  await expect
    .poll(() => atStandbyRows("select 1 from pg_stat_activity where query ~ 'pg_sleep.600'"))
    .toBeGreaterThan(1)
  // Its connections stay open, and nothing answers on them.
  const goOn = freeze(standby.pid)
  try {
    expect(await orders(one, me.token)).toBe(2)
    expect(await underWay).toEqual({ place: 'primary' })
    expect(await deposit(one, other.token)).toBe(200)
    expect(await orders(one, other.token)).toBe(1)
    expect(await readiness(one)).toEqual({ status: 'ok', replica: 'away' })
  } finally {
    goOn()
  }
  await replicaUsed(one, other.token)
  expect(await orders(one, other.token)).toBe(1)
})

test('a replica that is gone costs no call, and is used again when it is back', async () => {
  const before = count(one, 'away')
  const read = sql<{ place: string }>`
    select case when pg_is_in_recovery() then pg_sleep(600)::text else 'primary' end as place`
  const underWay = theRow(await one.services.reads.database(memberSubject(other.memberId)), read)
  await expect
    .poll(() => atStandbyRows("select 1 from pg_stat_activity where query ~ 'pg_sleep.600'"))
    .toBeGreaterThan(1)
  await standby.kill9()
  expect(await underWay).toEqual({ place: 'primary' })
  const during = Array.from({ length: 40 }, (_, n) => orders(sites[n % 2] ?? one, me.token))
  expect(new Set(await Promise.all(during))).toEqual(new Set([2]))
  expect(await deposit(one, me.token)).toBe(200)
  expect(await orders(two, me.token)).toBe(3)
  await expect.poll(() => count(one, 'away')).toBeGreaterThan(before)
  expect(await readiness(one)).toEqual({ status: 'ok', replica: 'away' })

  const back = await followPrimary(primary, folder, standby.port)
  running.push(back)
  for (const site of sites) await replicaUsed(site, me.token)
  expect([await orders(one, me.token), await orders(two, me.token)]).toEqual([3, 3])
  expect(await readiness(one)).toEqual({ status: 'ok', replica: 'used' })

  // One that took over is no replica: what it shows is not what the primary says.
  const there = connect(back.url('site'), { patience: PATIENCE, readOnly: true })
  await atStandby('select pg_promote(wait => true)', 'select not pg_is_in_recovery() as holds')
  expect(
    await theRow(
      there,
      sql<{ writes: string }>`select current_setting('transaction_read_only') as writes`,
    ),
  ).toEqual({ writes: 'on' })
  await there.destroy()
  await expect.poll(() => readiness(one)).toEqual({ status: 'ok', replica: 'away' })
  expect(await orders(one, me.token)).toBe(3)
})
