// Two servers on one database behave as one: no instance keeps what the other would miss.
import { rows, run, sql } from '@tianping/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { checkPendingTransfers } from '../../src/areas/venues/transfer.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
const venue = await openTestVenue()
// It stands still, so that nothing kept in memory runs out: what is dropped was dropped by the
// news.
const clock = new TestClock()
const one = await openTestSite(database.url, { venueUrl: venue.url, clock })
const two = await openTestSite(database.url, { venueUrl: venue.url, clock })
let token = ''
let memberId = 0n

beforeAll(async () => {
  ;({ token, memberId } = await one.member())
  await fund(owner, memberId, 500_00n)
})
afterAll(() => assertBooksHold(owner))

const balanceAt = async (site: typeof one) =>
  (await site.call<{ balance: number }>('POST /api/balance', {}, { token })).data.balance
const move = (site: typeof one, amount: string, key: string) =>
  site.call<{ out_trade_no: string }>(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount },
    { token, key },
  )

test('a session opened at one is known at the other', async () => {
  expect((await two.call('POST /api/user', {}, { token })).code).toBe(200)
})

test('a balance that one keeps in memory is dropped when the other moves money', async () => {
  await expect.poll(() => balanceAt(two)).toBe(500)
  expect((await move(one, '50', 'instances-0001')).code).toBe(200)
  await expect.poll(() => balanceAt(two), { interval: 5 }).toBe(450)
  expect(await balanceAt(one)).toBe(450)
})

test('one action sent to both at once happens once and is answered alike', async () => {
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => move(n % 2 ? one : two, '10', 'instances-0002')),
  )
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  expect((await balances(owner, memberId)).cashFen).toBe(440_00n)
})

test('two actions at both at once: one per member and venue is in flight, and no fen is spent twice', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      move(n % 2 ? one : two, '440', `instances-1${n.toString().padStart(3, '0')}`),
    ),
  )
  expect(answers.filter(answer => answer.code === 200)).toHaveLength(1)
  expect((await balances(owner, memberId)).cashFen).toBe(0n)
})

test('both ask about what is pending, and both read the feed: shared work, counted once', async () => {
  await fund(owner, memberId, 100_00n)
  arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
  await move(one, '100', 'instances-0003')
  await run(owner, sql`update venue_transfer set next_check_at = '-infinity' where state = 2`)
  const asked = await Promise.all([one, two].map(site => checkPendingTransfers(site.services)))
  expect(asked.toSorted()).toEqual([0, 1])
  const fg = (await one.services.venues.named('FG'))!
  await Promise.all([one, two, one, two].map(site => readFeed(site.services, fg)))
  expect(await rows(owner, sql`select 1 from venue_transfer where state = 2`)).toEqual([])
})
