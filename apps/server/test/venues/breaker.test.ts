// A venue that does not answer is left alone by all instances together (docs/venues.md).
import { row, run, sql, theRow } from '@tianping/database'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { checkPendingTransfers } from '../../src/areas/venues/transfer.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, arm, fund, openTestVenue } from '../support/venue.ts'
import { desk } from '../console/support.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
const venue = await openTestVenue()
const clock = new TestClock()
const one = await openTestSite(database.url, { venueUrl: venue.url, clock })
const two = await openTestSite(database.url, { venueUrl: venue.url, clock })
const chief = await desk(one, 'admin')
const { token, memberId } = await one.member()
await fund(owner, memberId, 100_000n)
afterAll(() => assertBooksHold(owner))

/** docs/venues.md: so many calls in a row without an answer, and so long a rest. */
const FAILURES = 5
const REST_S = 30

const RESTING = { kind: 'unknown', reason: 'resting' }
const health = (site: typeof one, code = 'FG') =>
  site.services.venues.connections.client(code).health({})
const transfer = (site = one) =>
  site.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount: 10 },
    { token },
  )
const linkOf = (code = 'FG') =>
  row(
    owner,
    sql<{ failures: number; resting: boolean; untried: boolean }>`
    select failures, coalesce(rests_until > now(), false) as resting, rests_until is not null as untried from venue_link where platname = ${code}`,
  )
const transfers = async () =>
  (
    await row(
      owner,
      sql<{
        count: number
      }>`select count(*)::int as count from venue_transfer where member_id = ${memberId}`,
    )
  )?.count ?? 0
/** Moments that a test cannot wait for: the rest of the venue is over. */
const endRest = () =>
  run(owner, sql`update venue_link set rests_until = now() - interval '1 second'`)
/** What an instance read of a venue counts for a second. */
const forget = () => {
  for (const site of [one, two]) site.services.venues.connections.breaker.forget()
}
const silent = (kind = 'drop_before') => arm(venue, { kind, venue: 'FG' })
const well = () => venue.venue.faults?.clear()

beforeEach(async () => {
  well()
  await run(owner, sql`update venue_link set failures = 0, rests_until = null`)
  forget()
})

async function trip() {
  silent()
  for (let call = 0; call < FAILURES; call++) await health(one)
}

test('after repeated silence calls fail at once on every instance, and no transfer begins', async () => {
  await trip()
  expect(await linkOf()).toEqual({ failures: FAILURES, resting: true, untried: true })
  const { left } = await theRow(
    owner,
    sql<{ left: number }>`
    select extract(epoch from rests_until - now())::float8 as left from venue_link where platname = 'FG'`,
  )
  expect(left).toBeLessThanOrEqual(REST_S)
  expect(left).toBeGreaterThan(REST_S / 2)
  well()
  forget()
  expect(await health(one)).toMatchObject(RESTING)
  expect(await health(two)).toMatchObject(RESTING)
  const before = await transfers()
  for (const site of [one, two]) {
    const refused = await transfer(site)
    expect(refused.message).toMatch(/暂时无法连接，请稍后再试$/)
  }
  expect(await transfers()).toBe(before)
  const { cashAvailableFen } = await balances(owner, memberId)
  expect(cashAvailableFen).toBe(100_000n)
  // Other venues are asked as ever.
  expect((await health(one, 'PP')).kind).toBe('ok')
})

test('one call tries the venue when its rest is over, and opens it for all', async () => {
  await trip()
  await endRest()
  forget()
  // It is still silent: one call asks, all others go on failing at once.
  const first = await Promise.all([health(one), health(two), health(one), health(two)])
  const asked = first.filter(each => each.kind === 'unknown' && each.reason !== 'resting')
  expect(asked).toHaveLength(1)
  expect((await linkOf())?.resting).toBe(true)
  well()
  await endRest()
  forget()
  expect((await health(two)).kind).toBe('ok')
  expect(await linkOf()).toEqual({ failures: 0, resting: false, untried: false })
  forget()
  expect((await health(one)).kind).toBe('ok')
  expect((await transfer()).code).toBe(200)
})

test('an answer in between begins the count anew; errors and refusals are answers', async () => {
  silent()
  for (let call = 1; call < FAILURES; call++) await health(one)
  well()
  expect((await health(one)).kind).toBe('ok')
  silent()
  for (let call = 1; call < FAILURES; call++) await health(two)
  expect(await linkOf()).toMatchObject({ failures: FAILURES - 1, untried: false })
  well()
  silent('error_after')
  for (let call = 0; call < 2 * FAILURES; call++) await health(one)
  expect((await linkOf())?.untried).toBe(false)
})

test('a transfer that was sent before the rest keeps its unknown outcome, and ends by the venue', async () => {
  arm(venue, { kind: 'drop_after', venue: 'FG', endpoint: 'transfer', count: 1 })
  const begun = await transfer()
  expect(begun.data).toMatchObject({ state: 2 })
  await trip()
  clock.advance(11_000)
  await checkPendingTransfers(one.services)
  const { out_trade_no: txId } = begun.data as { out_trade_no?: string }
  const pending = sql<{ state: number }>`select state from venue_transfer where tx_id = ${txId}`
  expect((await row(owner, pending))?.state).toBe(2)
  well()
  await endRest()
  forget()
  clock.advance(90_000)
  await checkPendingTransfers(one.services)
  expect((await row(owner, pending))?.state).toBe(1)
})

test('a call that is kept back after a transfer began ends it: nobody has heard of it', async () => {
  const { memberId: other, token: key } = await one.member()
  await fund(owner, other, 5_000n)
  // The member is introduced to the venue first; that call is the last before the rest.
  await run(
    owner,
    sql`insert into venue_link (platname, failures) values ('PP', ${FAILURES - 1}) on conflict (platname) do update set failures = excluded.failures`,
  )
  arm(venue, { kind: 'drop_before', venue: 'PP', endpoint: 'putPlayer', count: 1 })
  const ended = await one.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'PP', amount: 10 },
    { token: key },
  )
  expect(ended.code).not.toBe(200)
  const { cashAvailableFen } = await balances(owner, other)
  expect(cashAvailableFen).toBe(5_000n)
  const found = await row(
    owner,
    sql<{
      state: number
      reason: string
    }>`select state, reason from venue_transfer where member_id = ${other}`,
  )
  expect(found).toEqual({ state: 0, reason: 'unsent' })
})

test('the back office and the status page say that a venue rests', async () => {
  await trip()
  const listed = await chief.call('POST /api/console/venues/list')
  expect(listed.data.find(({ platname }) => platname === 'FG')?.rests_until).not.toBe('')
  expect(listed.data.find(({ platname }) => platname === 'PP')?.rests_until).toBe('')
  const connections = await chief.call('POST /api/console/venues/connections')
  expect(connections.data.find(({ code }) => code === 'FG')).toMatchObject({
    adapter: 'sandbox',
    failures: FAILURES,
    last_error: expect.stringContaining('connection'),
  })
  well()
  await endRest()
  forget()
  expect((await health(one)).kind).toBe('ok')
  const { data } = await chief.call('POST /api/console/venues/connections')
  expect(data.find(({ code }) => code === 'FG')).toMatchObject({ failures: 0, last_error: '' })
})
