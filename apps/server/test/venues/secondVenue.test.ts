// The second venue (examples/second-venue), a process that knows nothing of the platform, connected
// to a running production site by the steps of docs/venues.md and played at by a member.
import { betStatus } from '@tianping/contract/records/facts'
import { rows, sql } from '@tianping/database'
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { inRoot } from '../../../../tooling/root.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { startSecondVenue } from '../../../../tooling/venues/secondVenue.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { checkVenues } from '../../src/areas/venues/reconcile.ts'
import { reconcile } from '../../src/ledger/reconcile.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { connectSteps } from '../support/connectVenue.ts'
import { productionEnv } from '../support/production.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { fund } from '../support/venue.ts'

/** A code that is nowhere else in the product. */
const CODE = 'COIN7'
const KEY = { id: 'coin-1', secret: 'key-of-this-site-at-the-second-venue-only' }
const merchants = { 'my-site': { keys: { [KEY.id]: KEY.secret } } }
const venue = await startSecondVenue({ merchants })
afterAll(() => venue.close())
const driver = venue.driver('my-site')

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const site = await openTestSite(url, {
  clock,
  env: { ...productionEnv, VENUE_HOSTS: new URL(venue.url).host },
})
const { token, memberId } = await site.member({ paypassword: '748201' })
await fund(owner, memberId, 100_00n)
afterAll(() => assertBooksHold(owner))

const steps = await connectSteps(site, clock, {
  code: CODE,
  endpoint: venue.url,
  merchant: 'my-site',
  key: KEY,
})
const ok = async (answer: Promise<{ code: number; message: string }>) => {
  const { code, message } = await answer
  expect(code, message).toBe(200)
}

describe('the steps of docs/venues.md, in its order', () => {
  const page = readFileSync(inRoot('docs/venues.md'), 'utf8')
  const named = [...page.matchAll(/^\d\. \*\*([^*]+?)\.?\*\*/gm)].map(([, name = '']) => name)
  test('the page names exactly these steps', () => {
    expect(named.slice(0, 6)).toEqual(Object.keys(steps))
  })
  test.each(Object.keys(steps))('%s', async name => steps[name]?.())
})

const move = (from: string, to: string, amount: string) =>
  ok(
    site.call(
      'POST /api/transfer',
      { sourcetype: from, targettype: to, amount },
      { token, key: `coin-${from}-${amount}` },
    ),
  )
const venueHere = async () => {
  const found = await site.services.venues.named(CODE)
  if (!found) throw new Error(`no venue ${CODE}`)
  return found
}
type Bet = { betId: string; status: number; stakeFen: bigint; payoutFen: bigint }
const betsOf = () =>
  rows(
    owner,
    sql<Bet>`select bet_id, status, stake_fen, payout_fen from bet where member_id = ${memberId} order by placed_at`,
  )
const netOf = (bets: readonly Bet[]) =>
  bets
    .filter(({ status }) => status !== betStatus.void)
    .reduce((sum, { payoutFen, stakeFen }) => sum + payoutFen - stakeFen, 0n)
const cash = async () => (await balances(owner, memberId)).cashAvailableFen

test('a member brings money, plays, and takes home what is left; the books hold and agree with the venue', async () => {
  await move('userbalance', CODE, '80')
  expect(await cash()).toBe(20_00n)
  const launched = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: CODE, game_type: 0, game_code: 'heads-or-tails', is_mobile_url: 1 },
    { token },
  )
  expect(launched.data?.url, launched.message).toContain(venue.url)
  const page = await fetch(launched.data.url)
  // The site's own pages hand the whole page over; only deployed clients show games in a frame.
  expect(page.headers.get('content-security-policy')).toBe(`frame-ancestors 'none'`)
  const game = await driver.open(launched.data.url)
  await driver.bet(game, 10_00)
  await driver.bet(game, 10_00)
  await driver.leave(game)
  expect(await readFeed(site.services, await venueHere())).toBe(2)
  const bets = await betsOf()
  expect(bets.map(({ stakeFen }) => stakeFen)).toEqual([10_00n, 10_00n])
  await ok(site.call('POST /api/transall', {}, { token }))
  expect(await cash()).toBe(100_00n + netOf(bets))
  const { venues } = await balances(owner, memberId)
  expect(venues.map(({ postedFen }) => postedFen)).toEqual([0n])
  const { checks } = await reconcile(site.services.db, {
    extraChecks: [checkVenues(site.services)],
  })
  expect(checks.flatMap(({ differences }) => differences)).toEqual([])
})

test('a bet that the venue voids comes by the feed, and the stake is with the member again', async () => {
  const [bet] = await betsOf()
  if (!bet) throw new Error('no bet')
  await move('userbalance', CODE, '30')
  await driver.correct(bet.betId, null)
  expect(await readFeed(site.services, await venueHere())).toBe(1)
  await ok(site.call('POST /api/transall', {}, { token }))
  const all = await betsOf()
  expect(all.find(({ betId }) => betId === bet.betId)?.status).toBe(betStatus.void)
  expect(await cash()).toBe(100_00n + netOf(all))
})
