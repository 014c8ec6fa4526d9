// A venue that is given another account, of another interface, before anybody was there: its feed
// begins anew, on every instance.
import { row, sql } from '@tianping/database'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'
import { startSecondVenue } from '../../../../tooling/venues/secondVenue.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { transferWithVenue } from '../../src/areas/venues/transfer.ts'
import { present } from '../../src/kernel/present.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { connectSeamless, startTransferStub } from '../support/seamless.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import { fund } from '../support/venue.ts'

const KEY = { id: 'k1', secret: 'key-of-this-site-at-its-second-account-only' }
const stub = await startTransferStub()
const next = await startSecondVenue({
  merchants: { 'my-site': { keys: { [KEY.id]: KEY.secret } } },
})
atEnd(() => next.close())
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const site = await openTestSite(url, { clock })
const stale = await openTestSite(url, { clock })
const [maker, checker] = [await desk(site, 'admin'), await desk(site, 'admin')]
afterAll(() => assertBooksHold(owner))

const venueAt = async ({ services }: TestSite) => present(await services.venues.named('TW'), 'TW')
const read = async () => readFeed(site.services, await venueAt(site))
const feed = () =>
  row(
    owner,
    sql<{ cursor: bigint; account: string }>`
    select cursor, account from venue_feed join venue using (venue_id) where platname = 'TW'`,
  )
async function ok(asked: Promise<{ code: number; message: string }>) {
  const { code, message } = await asked
  expect(code, message).toBe(200)
  clock.advance(6_000)
}
async function approve() {
  const { data } = await checker.call('POST /api/console/rules/show', { key: 'venue:TW' })
  const id = present(data.proposal, 'proposal').id
  await ok(checker.call('POST /api/console/rules/approve', { id, remark: '' }))
}
async function setState(state: 'open' | 'maintenance') {
  const { data } = await maker.call('POST /api/console/venues/list')
  const { venue_id, seen, name, rank } = present(data[0], 'row of TW')
  const note = '换账户'
  await ok(maker.call('POST /api/console/venues/save', { venue_id, seen, name, rank, state, note }))
}

/** From single transactions, read by moments, to protocol v1, read by the numbers of its list. */
async function takeNextAccount() {
  await setState('maintenance')
  const { data } = await maker.call('POST /api/console/venues/connections')
  const { version, ...connection } = present(
    data.find(each => each.code === 'TW'),
    'connection',
  )
  const wanted = {
    adapter: 'v1',
    endpoint: next.url,
    merchant: 'my-site',
    version,
    remark: '换账户',
  }
  await ok(maker.call('POST /api/console/venues/connect', { ...connection, ...wanted } as never))
  await approve()
  const key = { code: 'TW', key_id: KEY.id, sign_key: KEY.secret, verify_key: '', remark: '换账户' }
  await ok(maker.call('POST /api/console/venues/keys', key))
  await approve()
  await ok(maker.call('POST /api/console/venues/try', { code: 'TW' }))
  await setState('open')
}

/** A member brings money and tosses a coin. */
const driver = next.driver('my-site')
const { memberId } = await site.member()
await fund(owner, memberId, 100_00n)
let rounds = 0
async function play() {
  const venue = await venueAt(site)
  const moved = await transferWithVenue(site.services, {
    memberId,
    venue,
    direction: 'IN',
    amountFen: 10_00n,
    requestKey: `play-${++rounds}`,
    actor: { type: 'system', id: 'test' },
  })
  expect(moved.kind).toBe('done')
  const launched = await site.services.venues.client(venue).launch({
    player: memberId.toString(),
    game_code: 'heads-or-tails',
    lobby_url: 'https://site.example/',
  })
  if (launched.kind !== 'ok') throw new Error(launched.kind)
  const game = await driver.open(launched.data.url)
  await driver.bet(game, 10_00)
}

/** Until the venue was asked, and has not answered yet. */
const untilReadBy = (adapter: string) =>
  expect
    .poll(async () => (await feed())?.account.split(' ')[0], { message: 'nobody reads' })
    .toBe(adapter)

test('how far a feed is read says nothing of another account, whoever still reads the one before', async () => {
  await connectSeamless(site, { stub, clock, code: 'TW', adapter: 'transfer-wallet' })
  const before = await venueAt(stale)
  const readBefore = () => readFeed(stale.services, before)
  await readBefore()
  expect((await feed())?.cursor).toBeGreaterThan(1e12)
  await takeNextAccount()
  await play()
  expect(await read()).toBe(1)
  expect((await feed())?.cursor).toBe(1n)

  // The other instance has not read the connection again.
  await readBefore()
  await play()
  expect(await read()).toBe(2)
  expect((await feed())?.cursor).toBe(2n)

  await stub.steer('/_fault', { path: '/transactions/list', kind: 'late', ms: 1_000 })
  const late = readBefore()
  await untilReadBy('transfer-wallet')
  clock.advance(31_000)
  expect(await read()).toBe(2)
  await late
  await play()
  expect(await read()).toBe(1)
  expect((await feed())?.cursor).toBe(3n)
})
