import { expect, test } from 'vitest'
import type { Book } from '../../../model/Book.ts'
import { matchSeed } from '../../../server/book/seeds.ts'
import { kickOffMs, upcomingAt } from '../../../server/book/timetable.ts'
import { esport } from '../model/esport.ts'
import { mapsWon, type Outcome } from '../model/outcome.ts'
import { atBook, handBook, knownDay } from '../../../test/support/bookSupport.ts'
import { good, handClock, testVenue } from '../../../test/support/support.ts'
import { NOON_MS } from '../../../test/support/tableSupport.ts'

const book = esport as Book
const venue = await testVenue({ clock: handClock(NOON_MS), runTables: false })
const salt = await knownDay(venue, book)
const hand = await handBook(venue, book)
const client = venue.client('ESPORT')
const nextMatch = async () => upcomingAt(book, await hand.clock.now()).first

test('the catalogue lists e-sports', async () => {
  expect(good(await client.games({})).items).toMatchObject([
    { game_code: 'esport', category: 'gaming', rtp_exact: '20/21', demo: true },
  ])
})

test('a ticket in play is taken at once at the price of its round, and settled by the maps', async () => {
  const match = await nextMatch()
  const outcome = await hand.outcomeOf<Outcome>(match)
  const { placed, offers, betOf, page, slip } = await atBook(venue, book, {
    player: 'e1',
    amount: 100_000n,
  })
  await hand.goTo(match, 9_000)
  const seen = await offers(match)
  expect(seen.detail).toMatchObject({ map: 1, maps: [outcome.maps[0]!.slice(0, 3)] })
  const { bet } = await placed(1_000, [{ match, pick: 'win:a' }])
  expect(bet.selection.legs[0]).toMatchObject({ price: seen.price('win:a'), in_play: true })
  // The next round moves the price: what was seen before it must be accepted anew.
  await hand.goTo(match, 12_000)
  expect(
    (await slip(1_000, [{ match, pick: 'map:1:a', price: seen.price('map:1:a')! }])).code,
  ).toBe(4303)
  const map = await placed(1_000, [{ match, pick: 'map:1:b' }])
  const { endsAt } = await hand.rowOf(match)
  expect(endsAt.getTime() - kickOffMs(book, match)).toBe(esport.lengthMs(outcome))
  await hand.clock.set(endsAt.getTime())
  await hand.turn()
  const [left, right] = mapsWon(outcome.maps)
  expect(await betOf(bet.bet_id)).toMatchObject({
    status: 'SETTLED',
    payout: left > right ? 10 * bet.selection.legs[0].price : 0,
    valid_amount: 1_000,
  })
  expect(await betOf(map.bet.bet_id)).toMatchObject({
    payout: outcome.maps[0]!.endsWith('R') ? 10 * map.bet.selection.legs[0].price : 0,
  })
  expect((await page.call('GET', '/api/state')).data.balance).toBe(
    98_000 + (await betOf(bet.bet_id)).payout + (await betOf(map.bet.bet_id)).payout,
  )
})

test('the length of a match, which is part of its outcome, is told to nobody; a link waits for every earlier match', async () => {
  const match = await nextMatch()
  const { page, view } = await atBook(venue, book, { player: 'e2' })
  await hand.goTo(match, 30_000)
  expect(JSON.stringify(await view())).not.toContain('ends_at')
  // A match that is over while an earlier one is still played keeps its link; its own seed is
  // public.
  const endMs = async (number: number) => {
    const serverSeed = await matchSeed(venue.venue, book, number)
    return (
      kickOffMs(book, number) +
      esport.lengthMs(
        esport.draw({ serverSeed, clientSeed: salt, nonce: number }, esport.fixture(number).terms),
      )
    )
  }
  let early = match + 1
  while ((await endMs(early)) >= (await endMs(early - 1))) early++
  await hand.goTo(early - 1, -60_000)
  await hand.clock.set(await endMs(early))
  await hand.turn()
  const { data } = await page.call('GET', `/books/esport/matches/${early}`)
  expect([data.match.seed === null, data.link]).toEqual([false, null])
  await hand.clock.set(await endMs(early - 1))
  await hand.turn()
  expect((await page.call('GET', `/books/esport/matches/${early}`)).data.link).toMatch(
    /^[0-9a-f]{64}$/,
  )
})

test('football and e-sports do not share a ticket: each venue has its own matches and wallet', async () => {
  const match = await nextMatch()
  const { slip } = await atBook(venue, book, { player: 'e3' })
  expect((await slip(1_000, [{ match, pick: '1x2:h', price: 200, key: '0:0' }])).code).toBe(4301)
})
