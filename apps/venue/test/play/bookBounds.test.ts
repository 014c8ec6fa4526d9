// A book at its very numbers and moments: one below, at it, one above.
import { run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { esport } from '../../games/esport/model/esport.ts'
import { football } from '../../games/football/model/football.ts'
import type { Outcome } from '../../games/football/model/outcome.ts'
import { BOOK_LIMITS, type Book } from '../../model/Book.ts'
import { deleteOldMatches } from '../../server/book/match.sql.ts'
import { kickOffMs, upcomingAt } from '../../server/book/timetable.ts'
import { atBook, handBook, knownDay } from '../support/bookSupport.ts'
import { gamePage, good, handClock, testVenue } from '../support/support.ts'
import { NOON_MS } from '../support/tableSupport.ts'

const book = football as Book
const waits: number[] = []
const venue = await testVenue({
  clock: handClock(NOON_MS),
  runTables: false,
  wait: async ms => void waits.push(ms),
})
await knownDay(venue, book)
await knownDay(venue, esport as Book)
const hand = await handBook(venue, book)
const nextMatch = async () => upcomingAt(book, await hand.clock.now()).first
const anyone = gamePage(venue.url)
const read = async (path: string) => (await anyone.call('GET', `/books/football/${path}`)).data

/** Matches of long ago that nobody bet on, void and not settled yet. */
const longAgo = (from: number, to: number) =>
  run(
    venue.db,
    sql`insert into match (game_code, number, day, place, state, home, away, terms, opens_at, kicks_off_at, ends_at,
      math_version, commit_hash, salt, outcome)
    select game_code, n, day, place, 'void', home, away, terms, opens_at - interval '1 year', kicks_off_at - interval '1 year',
      ends_at - interval '1 year', math_version, commit_hash, salt, '{"score": [0, 0], "goals": []}'
    from (select * from match order by number limit 1) m, generate_series(${from}::int, ${to}::int) n`,
  )
const unsettled = () =>
  theRow(
    venue.db,
    sql`select count(*) as count from match where state = 'void' and settled_at is null`,
  )

test('lines open fifteen minutes before the match, at that very moment', async () => {
  const match = (await nextMatch()) + 8
  const { slip } = await atBook(venue, book, { player: 'e1' })
  await hand.goTo(match, -900_001)
  expect((await slip(1_000, [{ match, pick: '1x2:h' }])).code).toBe(4302)
  await hand.goTo(match, -900_000)
  expect((await slip(1_000, [{ match, pick: '1x2:h' }])).code).toBe(0)
})

test('the least and the largest stake are taken, and two million on one match and no fen more', async () => {
  const match = await nextMatch()
  const { slip, placed } = await atBook(venue, book, { player: 'e2', amount: 2_000_200n })
  await placed(200, [{ match, pick: '1x2:h' }])
  for (const stake of [500_000, 500_000, 500_000, 499_800])
    await placed(stake, [{ match, pick: '1x2:h' }])
  expect((await slip(200, [{ match, pick: '1x2:h' }])).code).toBe(4306)
  const next = [{ match: match + 1, pick: '1x2:h' }]
  const other = await atBook(venue, book, { player: 'e3', amount: 2_000_100n })
  for (const stake of [500_000, 500_000, 500_000, 499_801]) await other.placed(stake, next)
  expect((await other.slip(200, next)).code, 'a fen above').toBe(4306)
})

test('a ticket may return two hundred thousand yuan, and no fen more', async () => {
  const { slip, view } = await atBook(venue, book, { player: 'e4', amount: 5_000_000n })
  const { matches } = await view()
  const most = Number(BOOK_LIMITS.maxPayoutFen)
  const open = matches
    .map(({ number, lines }) =>
      lines.flatMap(line =>
        line.picks.flatMap(({ pick, price }) =>
          price === null ? [] : [{ match: number, pick, price }],
        ),
      ),
    )
    .filter(picks => picks.length > 0)
  const paid = (stake: number, prices: number[]) =>
    Number(
      prices.reduce((sum, price) => sum * BigInt(price), BigInt(stake)) /
        100n ** BigInt(prices.length),
    )
  // Four selections whose product meets the limit to the fen at some stake.
  const [a = [], b = [], c = [], d = []] = open
  const found = (function* () {
    for (const legs of a.flatMap(one => b.flatMap(two => c.map(three => [one, two, three]))))
      for (const last of d) {
        const all = [...legs, last]
        const product = all.reduce((sum, { price }) => (sum * price) / 100, 1)
        const stake = Math.ceil(most / product)
        const prices = all.map(({ price }) => price)
        if (stake <= 500_000 && paid(stake, prices) === most) yield { all, stake }
      }
  })().next().value
  const { all, stake } = found!
  expect((await slip(stake + 1, all)).code).toBe(4305)
  expect((await slip(stake, all)).code).toBe(0)
})

test('a ticket in play waits as long as its book says, and not at all where it says nothing', async () => {
  const games = await handBook(venue, esport as Book, await hand.clock.now())
  const match = upcomingAt(esport as Book, await games.clock.now()).first
  const { view, placed } = await atBook(venue, esport as Book, { player: 'e5' })
  await games.goTo(match, 1_000)
  waits.length = 0
  const live = (await view()).matches.find(each => each.number === match)!
  const pick = live.lines.flatMap(line => line.picks).find(each => each.price !== null)!.pick
  expect((await placed(1_000, [{ match, pick }])).bet.selection.legs[0].in_play).toBe(true)
  expect(waits).toEqual([])
})

test('a match shows its link from the moment of its end on', async () => {
  const match = await nextMatch()
  await hand.goTo(match, 359_999)
  expect(await read(`matches/${match}`)).toMatchObject({ match: { phase: 'live' }, link: null })
  await hand.clock.move(1)
  expect(await read(`matches/${match}`), 'before anybody ended it').toMatchObject({
    match: { phase: 'over', settled: false },
    link: null,
  })
  await hand.turn()
  expect(await read(`matches/${match}`)).toMatchObject({
    match: { phase: 'over', settled: true },
    link: expect.any(String),
  })
})

test('a ticket that lost leaves its wallet as it was', async () => {
  const match = await nextMatch()
  const { placed, betOf } = await atBook(venue, book, { player: 'e6' })
  const { score } = await hand.outcomeOf<Outcome>(match)
  const pick = score[0] > score[1] ? '1x2:a' : '1x2:h'
  const { bet } = await placed(1_000, [{ match, pick }])
  const wallet = () =>
    theRow(venue.db, sql`select available, version from wallet where player_id = 'e6'`)
  const before = await wallet()
  await hand.goTo(match, 360_000)
  expect(await betOf(bet.bet_id)).toMatchObject({ status: 'SETTLED', payout: 0 })
  expect(await wallet()).toEqual(before)
})

test('the lobby is told as many matches as it asks for', async () => {
  const client = venue.client('SPORT')
  for (const limit of [1, 2, 3])
    expect(good(await client.matches({ limit })).items).toHaveLength(limit)
})

test('pages of thirty ended matches, the last of which says that nothing follows', async () => {
  await longAgo(0, 30)
  await hand.turn()
  const page = async (before: number) => {
    const { items, has_more } = await read(`matches?before=${before}`)
    const numbers = items.map((each: { number: number }) => each.number)
    return [numbers[0], numbers.at(-1), has_more]
  }
  expect(await page(29)).toEqual([28, 0, false])
  expect(await page(30)).toEqual([29, 0, false])
  expect(await page(31)).toEqual([30, 1, true])
})

test('one turn settles all that is overdue, however much it is', async () => {
  for (const [from, to] of [
    [100, 149],
    [200, 250],
  ] as const) {
    await longAgo(from, to)
    await hand.turn()
    expect(await unsettled()).toEqual({ count: 0n })
  }
})

test('an old match is forgotten from the moment after its end, a fresh one never', async () => {
  const { last: match } = upcomingAt(book, await hand.clock.now())
  await hand.goTo(match, 360_000)
  const ended = kickOffMs(book, match) + 360_000
  await deleteOldMatches(venue.db, new Date(ended), 1_000)
  expect(await hand.rowOf(match)).toMatchObject({ state: 'over' })
  await deleteOldMatches(venue.db, new Date(ended + 1), 1_000)
  await expect(hand.rowOf(match)).rejects.toThrow()
})
