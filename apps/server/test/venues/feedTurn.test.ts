// How often a venue is asked for its bets: seldom where nobody plays, and at every turn of the job
// where somebody may.
import { sql, theRow } from '@tianping/database'
import { expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  connectionKey,
  connectionSchema,
  sandboxConnection,
} from '../../src/areas/venues/connect/setting.ts'
import { feedTurn } from '../../src/areas/venues/feed.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import { addGames, addVenues, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await addGames(owner, { FG: ['fortune3'] })
const clock = new TestClock()
const venue = await openTestVenue({ clock: () => clock.now().getTime() })
const options = { venueUrl: venue.url, clock, venueClock: clock }
const site = await openTestSite(database.url, options)
const twin = await openTestSite(database.url, options)

/** A poller's turn at FG as the job makes it, which says whether the venue was asked. */
async function poller({ services }: TestSite) {
  const fg = (await services.venues.named('FG'))!
  const turn = feedTurn(services, fg)
  return async () => {
    clock.advance(1_000)
    await turn()
    const { readAt } = await theRow(
      owner,
      sql<{ readAt: Date }>`select read_at from venue_feed where venue_id = ${fg.venueId}`,
    )
    return readAt.getTime() === clock.now().getTime()
  }
}

/** A member with money opens the game; its page. */
async function launch() {
  const member = await site.member()
  await fund(site.services.db, member.memberId, 100_00n)
  await site.call('POST /api/uptransferstatus', { transferstatus: 1 }, member)
  const { data } = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'FG', game_type: 0, game_code: 'fortune3', is_mobile_url: 1 },
    member,
  )
  const asked = async <T>(path: string, body: object, token?: string) => {
    const answer = await fetch(venue.url + path, {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { code: number; data: T }
  }
  const ticket = new URL(data.url).hash.slice(3)
  const session = await asked<{ token: string }>('/api/session', { token: ticket })
  return () =>
    asked('/api/bets', { client_bet_id: 'a-bet-of-this-test-01', stake: 200 }, session.data.token)
}

const turns = async (turn: () => Promise<boolean>, many: number) => {
  const asked = []
  for (let n = 0; n < many; n++) asked.push(await turn())
  return asked
}
const SELDOM = [true, false, false, false, false, true, false]
const EACH = [true, true, true]

test('where nobody plays the venue is asked every five seconds; after a launch every second, on any instance', async () => {
  const [here, there] = [await poller(site), await poller(twin)]
  expect(await turns(here, 7)).toEqual(SELDOM)
  expect(await turns(there, 7)).toEqual(SELDOM)
  const spin = await launch()
  expect(await turns(here, 3)).toEqual(EACH)
  // The news travels; a second turn within the five seconds has heard it.
  await expect.poll(() => turns(there, 2)).toEqual([true, true])

  // Who has begun since knows of no launch, but sees the bet.
  const later = await poller(site)
  expect((await spin()).code).toBe(0)
  expect(await turns(later, 3)).toEqual(EACH)
  clock.advance(30 * 60_000)
  expect(await turns(later, 7)).toEqual(SELDOM)
})

test('a bet that the feed brings is told to its member’s pages', async () => {
  const here = await poller(site)
  const spin = await launch()
  expect((await spin()).code).toBe(0)
  const { memberId } = await theRow(
    owner,
    sql<{ memberId: bigint }>`select max(member_id) as member_id from member`,
  )
  const told = vi.spyOn(site.services.bus, 'publish')
  await here()
  expect(told.mock.calls).toContainEqual(['member', [memberId.toString()]])
  told.mockRestore()
})

test('a clock that is set back stops no feed', async () => {
  const here = await poller(site)
  expect(await here()).toBe(true)
  clock.advance(-3_600_000)
  expect(await here()).toBe(true)
})

test('a connection may ask for longer pauses, also while somebody plays', async () => {
  const seldom = { ...sandboxConnection, feedSeconds: 3 }
  const by = { name: 'test', at: clock.now() }
  await writeSetting(owner, connectionKey('FG'), connectionSchema, seldom, by)
  await site.services.venues.connections.refresh()
  const here = await poller(site)
  await launch()
  expect(await turns(here, 5)).toEqual([true, false, false, true, false])
})
