import { hmacSha256, sha256, toHex, utf8 } from '@tianping/fairness'
import { rows, run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { end } from '../server/book/advance.ts'
import type { Book } from '../model/Book.ts'
import { resettleMatch, voidMatch } from '../server/book/correctMatch.ts'
import { ticketPayout, ticketValid, type Result } from '../model/result.ts'
import { settleMatch } from '../server/book/settleMatch.ts'
import { kickOffMs, upcomingAt } from '../server/book/timetable.ts'
import { football, goalMs } from '../games/football/model/football.ts'
import type { Outcome } from '../games/football/model/outcome.ts'
import { atBook, handBook, knownDay, slips } from './support/bookSupport.ts'
import { gamePage, good, handClock, LOBBY, testVenue } from './support/support.ts'
import { NOON_MS } from './support/tableSupport.ts'

const book = football as Book
const clock = handClock(NOON_MS)
/** What happens while a ticket waits to be taken. */
let meanwhile: () => Promise<unknown> = async () => {}
const venue = await testVenue({
  faults: true,
  clock,
  runTables: false,
  wait: async () => {
    await meanwhile()
  },
})
await knownDay(venue, book)
const hand = await handBook(venue, book)
const client = venue.client('SPORT')
const nextMatch = async () => upcomingAt(book, await hand.clock.now()).first
const outcomeOf = (number: number) => hand.outcomeOf<Outcome>(number)
const sinceNow = async () => good(await client.bets({})).next_cursor

/**
 * A match that is played so, from the next on: with its first goal, or its goals, where the test
 * needs them.
 */
async function matchWith(wanted: (outcome: Outcome) => boolean): Promise<number> {
  for (let number = await nextMatch(); ; number++) {
    await hand.goTo(number, -60_000)
    if (wanted(await outcomeOf(number))) return number
  }
}
/**
 * The first moment of a minute, in ms after the beginning, by which nothing has happened for ten
 * minutes of play.
 */
const calm = (outcome: Outcome, fromMinute: number) => {
  for (let minute = fromMinute; minute < 80; minute++) {
    if (
      outcome.goals.every(
        goal => goalMs(goal) < minute * 4_000 - 8_000 || goalMs(goal) > minute * 4_000 + 12_000,
      )
    )
      return minute * 4_000
  }
  throw new Error('no calm minute')
}
const judge = async (match: number, pick: string, key: string) =>
  football.judge(await outcomeOf(match), pick, key)!

test('a match under way: the ticket keeps its price through the delay and is taken two seconds later', async () => {
  const match = await matchWith(outcome => outcome.goals.length > 0 && outcome.goals.length < 4)
  const outcome = await outcomeOf(match)
  const at = calm(outcome, 5)
  const { placed, offers, page } = await atBook(venue, book, { player: 'b1', amount: 100_000n })
  await hand.goTo(match, at + 1_000)
  const seen = await offers(match)
  const pick = seen.lines
    .flatMap(line => line.picks)
    .find(each => each.price !== null && each.pick.startsWith('ah:'))!
  const before = await sinceNow()
  let waiting: unknown = null
  meanwhile = async () => {
    waiting = (await page.call('GET', '/api/state')).data.balance
    await hand.clock.move(2_000)
  }
  const { bet, balance } = await placed(5_000, [{ match, pick: pick.pick }])
  meanwhile = async () => {}
  expect([waiting, balance]).toEqual([100_000, 95_000])
  expect(bet.selection.legs[0]).toMatchObject({ price: pick.price, in_play: true, key: seen.key })
  expect(Date.parse(bet.placed_at) - kickOffMs(book, match)).toBe(at + 3_000)
  await hand.goTo(match, 360_000)
  const result = await judge(match, pick.pick, seen.key)
  const payout = ticketPayout(5_000n, [{ price: pick.price!, result }])
  const [record] = good(await client.bets({ after: before })).items
  expect(record).toMatchObject({
    bet_id: bet.bet_id,
    status: 'SETTLED',
    payout,
    valid_amount: ticketValid(5_000n, [{ price: pick.price!, result }]),
  })
  expect((await page.call('GET', '/api/state')).data.balance).toBe(95_000 + Number(payout))
})

test('a ticket whose delay outlasts the minute its price was made for is not taken: its price has moved', async () => {
  const match = await matchWith(outcome => outcome.goals.length > 0 && outcome.goals.length < 4)
  const at = calm(await outcomeOf(match), 5)
  const { slip, offers, page } = await atBook(venue, book, { player: 'b22', amount: 100_000n })
  const wait = async (sentMs: number, waitedMs: number) => {
    await hand.goTo(match, at + sentMs)
    const pick = (await offers(match)).lines
      .flatMap(line => line.picks)
      .find(each => each.price !== null)!
    meanwhile = () => hand.clock.move(waitedMs)
    const { code } = await slip(1_000, [{ match, pick: pick.pick }])
    meanwhile = async () => {}
    return code
  }
  // Sent a second into the minute, so its price is this minute's, which has three seconds left.
  expect(await wait(1_000, 7_000)).toBe(4303)
  expect(await wait(1_000, 3_201)).toBe(4303)
  expect((await page.call('GET', '/api/state')).data.balance).toBe(100_000)
  expect(await wait(1_000, 3_200)).toBe(0)
})

test('a goal in the delay: the line is closed, nothing is taken; six seconds later it is open again', async () => {
  const match = await matchWith(({ goals }) =>
    goals.some(
      (goal, i) =>
        goal.second > 600 &&
        goal.second < 3_000 &&
        goals.every((other, j) => i === j || Math.abs(goalMs(other) - goalMs(goal)) > 20_000),
    ),
  )
  const { goals } = await outcomeOf(match)
  const goal = goals.find(
    (one, i) =>
      one.second > 600 &&
      one.second < 3_000 &&
      goals.every((other, j) => i === j || Math.abs(goalMs(other) - goalMs(one)) > 20_000),
  )!
  const { slip, page, offers } = await atBook(venue, book, { player: 'b2', amount: 10_000n })
  await hand.goTo(match, goalMs(goal) - 1_000)
  const before = await offers(match)
  const open = before.lines.flatMap(line => line.picks).find(pick => pick.price !== null)!
  meanwhile = () => hand.clock.move(2_000)
  expect((await slip(1_000, [{ match, pick: open.pick }])).code).toBe(4301)
  meanwhile = async () => {}
  expect(
    (await offers(match)).lines.every(line => line.picks.every(pick => pick.price === null)),
  ).toBe(true)
  expect((await offers(match)).lines.map(line => line.id)).toEqual(
    before.lines.map(line => line.id),
  )
  await hand.goTo(match, goalMs(goal) + 5_999)
  expect((await slip(1_000, [{ match, pick: open.pick, price: open.price! }])).code).toBe(4301)
  await hand.goTo(match, goalMs(goal) + 6_000)
  const again = await offers(match)
  const still = again.lines.flatMap(line => line.picks).find(pick => pick.price !== null)!
  // What was seen before the goal is not what is offered now: the score a selection is counted from
  // has changed.
  expect((await slip(1_000, [{ match, pick: still.pick, key: before.key }])).code).toBe(4303)
  expect((await page.call('GET', '/api/state')).data.balance).toBe(10_000)
})

test('a price that moved must be accepted; one that rose may be accepted beforehand, one that fell may not', async () => {
  const match = await nextMatch()
  const { slip, offers, placed } = await atBook(venue, book, { player: 'b3', amount: 100_000n })
  const price = (await offers(match)).price('1x2:h')!
  expect((await slip(1_000, [{ match, pick: '1x2:h', price: price + 1 }])).code).toBe(4303)
  expect((await slip(1_000, [{ match, pick: '1x2:h', price: price - 1 }])).code).toBe(4303)
  expect(
    (await slip(1_000, [{ match, pick: '1x2:h', price: price + 1 }], { accept_better: true })).code,
  ).toBe(4303)
  const { bet } = await placed(1_000, [{ match, pick: '1x2:h', price: price - 1 }], {
    accept_better: true,
  })
  expect(bet.selection.legs[0].price).toBe(price)
})

test('a price that fell within what a player takes unasked is taken, at the price of that moment', async () => {
  const match = await nextMatch()
  const { slip, offers, placed } = await atBook(venue, book, { player: 'b3w', amount: 100_000n })
  const price = (await offers(match)).price('1x2:h')!
  // The greatest price that this one is still within 5 % of.
  const most = Math.floor((price * 10_000) / 9_500)
  const seen = (of: number) => [{ match, pick: '1x2:h', price: of }]
  expect((await slip(1_000, seen(most + 1), { accept_within: 500 })).code).toBe(4303)
  expect((await slip(1_000, seen(most), { accept_within: 500, accept_better: false })).code).toBe(0)
  const { bet } = await placed(1_000, seen(most), { accept_within: 500 })
  expect(bet.selection.legs[0].price).toBe(price)
  expect((await slip(1_000, seen(price - 1), { accept_within: 500 })).code).toBe(4303)
  expect(
    (await slip(1_000, [{ ...seen(price)[0]!, key: '1:0' }], { accept_within: 500 })).code,
  ).toBe(4303)
  expect((await slip(1_000, seen(price), { accept_within: 1_001 })).code).toBe(2000)
})

test('bets on a match end with it, by the clock, whether anybody did his work or not', async () => {
  const match = await matchWith(({ goals }) => goals.every(goal => goal.second < 4_500))
  const { slip, page } = await atBook(venue, book, { player: 'b4', amount: 100_000n })
  await hand.clock.set(kickOffMs(book, match) + 360_000)
  expect((await slip(1_000, [{ match, pick: '1x2:h' }])).code).toBe(4302)
  expect((await hand.rowOf(match)).state).toBe('open')
  await hand.turn()
  // Nor does a clock that is set back open it again.
  await hand.clock.set(kickOffMs(book, match) + 100_000)
  expect((await slip(1_000, [{ match, pick: '1x2:h' }])).code).toBe(4302)
  // Nothing is on offer in the last two seconds, whose tickets would come too late, nor long before
  // the match.
  const next = await nextMatch()
  expect((await slip(1_000, [{ match: next + 20, pick: '1x2:h' }])).code).toBe(4302)
  expect((await slip(1_000, [{ match: next, pick: 'ou:99:o' }])).code).toBe(4301)
  expect((await page.call('GET', '/api/state')).data.balance).toBe(100_000)
})

test('a ticket that is older than its sender allows is not taken', async () => {
  const match = await nextMatch()
  const { slip } = await atBook(venue, book, { player: 'b5' })
  const expiring = async (ms: number) =>
    (await slip(1_000, [{ match, pick: '1x2:d' }], { expires_at: (await hand.clock.now()) + ms }))
      .code
  expect([await expiring(-1), await expiring(0)]).toEqual([4307, 0])
})

test('the same client_bet_id is one ticket, however parallel it is sent, in play too', async () => {
  const match = await nextMatch()
  const { slip, page } = await atBook(venue, book, { player: 'b6', amount: 10_000n })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => slip(1_000, [{ match, pick: '1x2:h' }], { id: 'same-slip' })),
  )
  expect(new Set(answers.map(answer => answer.data.bet.bet_id)).size).toBe(1)
  expect((await slip(1_000, [{ match, pick: '1x2:a' }], { id: 'same-slip' })).code).toBe(2004)
  expect((await slip(2_000, [{ match, pick: '1x2:h' }], { id: 'same-slip' })).code).toBe(2004)
  await hand.goTo(match, calm(await outcomeOf(match), 1) + 2_000)
  const live = await Promise.all(
    Array.from({ length: 6 }, () =>
      slip(1_000, [{ match, pick: 'ah:0:h' }], { id: 'same-slip-live' }),
    ),
  )
  const taken = live.filter(answer => answer.code === 0)
  expect(new Set(taken.map(answer => answer.data.bet.bet_id)).size).toBe(taken.length > 0 ? 1 : 0)
  expect((await page.call('GET', '/api/state')).data.balance).toBe(taken.length > 0 ? 8_000 : 9_000)
})

test('an accumulator pays the product, floored once, when its last match is over; its selections are told as they are decided', async () => {
  const first = await nextMatch()
  const { placed, betOf, page, view } = await atBook(venue, book, {
    player: 'b7',
    amount: 100_000n,
  })
  const legs = [first, first + 1, first + 2].map((match, i) => ({
    match,
    pick: ['1x2:h', 'ou:10:o', 'ah:0:a'][i]!,
  }))
  const before = await sinceNow()
  const { bet } = await placed(3_333, legs)
  const prices: number[] = bet.selection.legs.map((leg: { price: number }) => leg.price)
  const odds = Number(prices.reduce((product, price) => product * BigInt(price), 1n) / 10_000n)
  expect(good(await client.bets({ after: before })).items[0]).toMatchObject({
    odds: `${Math.floor(odds / 100)}.${String(odds % 100).padStart(2, '0')}`,
    round_id: `football-${first + 2}`,
    status: 'OPEN',
  })
  await hand.goTo(first, 360_000)
  expect((await betOf(bet.bet_id)).status).toBe('OPEN')
  const results = [
    await judge(first, '1x2:h', '0:0'),
    await judge(first + 1, 'ou:10:o', '0:0'),
    await judge(first + 2, 'ah:0:a', '0:0'),
  ]
  expect((await view()).mine[0]!.results.map(each => each.result)).toEqual([results[0], null, null])
  await hand.goTo(first + 1, 360_000)
  await hand.goTo(first + 2, 360_000)
  const decided = results.map((result, i) => ({ result, price: prices[i]! }))
  const payout = Number(ticketPayout(3_333n, decided))
  expect(await betOf(bet.bet_id)).toMatchObject({
    status: 'SETTLED',
    payout,
    valid_amount: Number(ticketValid(3_333n, decided)),
  })
  expect((await page.call('GET', '/api/state')).data.balance).toBe(100_000 - 3_333 + payout)
})

test('selections of one match do not share a ticket, and a ticket has at most eight', async () => {
  const match = await nextMatch()
  const { slip } = await atBook(venue, book, { player: 'b8' })
  expect(
    (
      await slip(1_000, [
        { match, pick: '1x2:h' },
        { match, pick: 'ou:10:o' },
      ])
    ).code,
  ).toBe(4304)
  expect(
    (
      await slip(
        1_000,
        Array.from({ length: 9 }, (_, i) => ({ match: match + i, pick: '1x2:h' })),
      )
    ).code,
  ).toBe(2000)
})

test('limits: stake, payout, exposure on one match, net loss, reality check, balance, lock', async () => {
  const match = await nextMatch()
  const { slip, placed, offers } = await atBook(venue, book, { player: 'b9', amount: 30_000_000n })
  for (const stake of [199, 500_001])
    expect((await slip(stake, [{ match, pick: '1x2:h' }])).code).toBe(2006)
  for (let i = 0; i < 4; i++) await placed(500_000, [{ match, pick: '1x2:h' }])
  expect((await slip(200, [{ match, pick: 'ou:10:o' }])).code).toBe(4306)
  const long = await Promise.all(
    [1, 2, 3, 4].map(async i => ({
      match: match + i,
      price: (await offers(match + i)).price('1x2:a')!,
    })),
  )
  expect(long.reduce((product, { price }) => product * (price / 100), 5_000)).toBeGreaterThan(
    200_000,
  )
  expect(
    (
      await slip(
        500_000,
        long.map(each => ({ ...each, pick: '1x2:a' })),
      )
    ).code,
  ).toBe(4305)
  const rg = (net_limit: number, minutesAgo = 0) => ({
    session_start: new Date(clock() - minutesAgo * 60_000).toISOString(),
    reality_check_min: 30,
    net_limit: BigInt(net_limit),
  })
  const limited = await atBook(venue, book, { player: 'b10', rg: rg(1_000) })
  await limited.placed(600, [{ match, pick: '1x2:h' }])
  expect((await limited.slip(600, [{ match, pick: '1x2:h' }])).code).toBe(4102)
  const reminded = await atBook(venue, book, { player: 'b11', rg: rg(100_000, 31) })
  expect((await reminded.slip(600, [{ match, pick: '1x2:h' }])).code).toBe(4101)
  await reminded.page.call('POST', '/api/reality')
  await reminded.placed(600, [{ match, pick: '1x2:h' }])
  const poor = await atBook(venue, book, { player: 'b12', amount: 300n })
  expect((await poor.slip(301, [{ match, pick: '1x2:h' }])).code).toBe(2003)
  expect((await poor.slip(300, [{ match, pick: '1x2:h' }])).code, 'the last fen').toBe(0)
  await venue.admin.call('POST', '/admin/players/lock', {
    venue: 'SPORT',
    player: 'b12',
    locked: true,
  })
  expect((await poor.slip(200, [{ match, pick: '1x2:h' }])).code).toBe(2002)
})

test('half won, half lost and level: half of the stake and nothing are valid', async () => {
  const { placed, betOf, offers } = await atBook(venue, book, {
    player: 'b13',
    amount: 10_000_000n,
  })
  const wanted = new Set<Result>(['halfWin', 'halfLoss', 'push'])
  for (let number = await nextMatch(); wanted.size > 0; number++) {
    await hand.goTo(number, -60_000)
    const found = (await offers(number)).lines
      .flatMap(line => line.picks)
      .filter(pick => pick.price !== null)
    for (const { pick, price } of found) {
      const result = await judge(number, pick, '0:0')
      if (!wanted.delete(result)) continue
      const { bet } = await placed(1_001, [{ match: number, pick }])
      await hand.goTo(number, 360_000)
      const payout = {
        halfWin: Math.floor((1_001 * (100 + price!)) / 200),
        halfLoss: 500,
        push: 1_001,
      }[result as 'push']
      expect(await betOf(bet.bet_id)).toMatchObject({
        payout,
        valid_amount: { halfWin: 500, halfLoss: 500, push: 0 }[result as 'push'],
        outcome: { legs: [{ result }] },
      })
      break
    }
  }
})

test('a void match: singles get their stake back, an accumulator goes on as if the price were 1', async () => {
  const first = await nextMatch()
  const { placed, betOf, page } = await atBook(venue, book, { player: 'b14', amount: 100_000n })
  const before = await sinceNow()
  const single = await placed(1_000, [{ match: first, pick: '1x2:h' }])
  const double = await placed(1_000, [
    { match: first, pick: '1x2:h' },
    { match: first + 1, pick: 'ou:6:o' },
  ])
  await voidMatch(venue.venue, book, BigInt(first))
  expect(await betOf(single.bet.bet_id)).toMatchObject({
    status: 'VOID',
    payout: 0,
    valid_amount: 0,
  })
  expect((await betOf(double.bet.bet_id)).status).toBe('OPEN')
  expect((await page.call('GET', '/api/state')).data).toMatchObject({
    balance: 99_000,
    session: { staked: 1_000 },
  })
  await hand.goTo(first + 1, 360_000)
  const result = await judge(first + 1, 'ou:6:o', '0:0')
  const price = double.bet.selection.legs[1].price as number
  expect(await betOf(double.bet.bet_id)).toMatchObject({
    status: 'SETTLED',
    payout: Number(
      ticketPayout(1_000n, [
        { price: 100, result: 'void' },
        { price, result },
      ]),
    ),
  })
  // Void after all was settled: one more revision, nothing left of the win.
  await voidMatch(venue.venue, book, BigInt(first + 1))
  expect((await page.call('GET', '/api/state')).data).toMatchObject({
    balance: 100_000,
    session: { staked: 0, returned: 0 },
  })
  const records = good(await client.bets({ after: before })).items.filter(
    item => item.player === 'b14',
  )
  expect(records.map(item => [item.bet_id, item.status, item.revision])).toEqual([
    [single.bet.bet_id, 'VOID', 1],
    [double.bet.bet_id, 'VOID', 2],
  ])
})

/** The winner of a match, as the pick that wins or one that loses. */
const sideOf = async (match: number, wins: boolean) => {
  const {
    score: [h, a],
  } = await outcomeOf(match)
  if (h > a) return wins ? '1x2:h' : '1x2:a'
  if (wins) return h < a ? '1x2:a' : '1x2:d'
  return '1x2:h'
}

test('a match made void after it was over counts as 1 on a ticket that still runs', async () => {
  const first = await nextMatch()
  const { placed, betOf, view } = await atBook(venue, book, { player: 'b20', amount: 100_000n })
  const won = await placed(1_000, [
    { match: first, pick: await sideOf(first, true) },
    { match: first + 1, pick: await sideOf(first + 1, true) },
  ])
  const lost = await placed(1_000, [
    { match: first, pick: await sideOf(first, false) },
    { match: first + 1, pick: await sideOf(first + 1, true) },
  ])
  await hand.goTo(first, 360_000)
  expect(
    (await view()).mine.map(slip => [slip.status, slip.results[0]!.result]).toSorted(),
  ).toEqual([
    ['OPEN', 'loss'],
    ['OPEN', 'win'],
  ])
  expect(await voidMatch(venue.venue, book, BigInt(first))).toEqual({ changed: 2, refused: [] })
  await hand.goTo(first + 1, 360_000)
  for (const { bet } of [won, lost])
    expect(await betOf(bet.bet_id)).toMatchObject({
      status: 'SETTLED',
      payout: 10 * bet.selection.legs[1].price,
      outcome: { legs: [{ result: 'void' }, { result: 'win' }] },
    })
})

test('a ticket lost by another match takes each void match in, one after the other; its replay says so', async () => {
  const first = await nextMatch()
  const { placed, betOf, page } = await atBook(venue, book, { player: 'b21', amount: 100_000n })
  const { bet } = await placed(1_000, [
    { match: first, pick: await sideOf(first, true) },
    { match: first + 1, pick: await sideOf(first + 1, false) },
  ])
  await hand.goTo(first + 1, 360_000)
  expect(await betOf(bet.bet_id)).toMatchObject({ status: 'SETTLED', payout: 0 })
  await voidMatch(venue.venue, book, BigInt(first))
  const { replay } = good(await client.bet({ bet_id: bet.bet_id }))
  expect(
    JSON.parse(new URLSearchParams(new URL(replay.verify_url).hash.slice(1)).get('legs')!),
  ).toMatchObject([{ void: true }, { seed: expect.any(String) }])
  await voidMatch(venue.venue, book, BigInt(first + 1))
  expect(await betOf(bet.bet_id)).toMatchObject({ status: 'VOID', payout: 0, valid_amount: 0 })
  expect((await page.call('GET', '/api/state')).data.balance).toBe(100_000)
})

test('settled again after a defect: every ticket that differs gets a revision, the others none', async () => {
  const match = await nextMatch()
  const { placed, betOf, page } = await atBook(venue, book, { player: 'b15', amount: 100_000n })
  const { bet } = await placed(1_000, [{ match, pick: '1x2:h' }])
  await hand.goTo(match, 360_000)
  expect(await resettleMatch(venue.venue, book, BigInt(match))).toEqual({ changed: 0, refused: [] })
  const right = await betOf(bet.bet_id)
  await run(venue.db, sql`update bet set payout = payout + 500 where bet_id = ${bet.bet_id}`)
  await run(venue.db, sql`update wallet set available = available + 500 where player_id = 'b15'`)
  await run(venue.db, sql`update play set returned = returned + 500 where player_id = 'b15'`)
  expect(await resettleMatch(venue.venue, book, BigInt(match))).toEqual({ changed: 1, refused: [] })
  expect(await betOf(bet.bet_id)).toMatchObject({
    payout: right.payout,
    revision: 2,
    valid_amount: 1_000,
  })
  expect((await page.call('GET', '/api/state')).data.balance).toBe(99_000 + right.payout)
})

test('a match whose mathematics changed meanwhile cannot be drawn: it is void and every stake goes back', async () => {
  const match = await nextMatch()
  const { placed, betOf } = await atBook(venue, book, { player: 'b16' })
  const { bet } = await placed(1_000, [{ match, pick: '1x2:h' }])
  await run(
    venue.db,
    sql`update match set math_version = 'another' where game_code = 'football' and number = ${match}`,
  )
  await hand.goTo(match, 360_000)
  expect((await hand.rowOf(match)).state).toBe('void')
  expect((await betOf(bet.bet_id)).status).toBe('VOID')
})

test('a match opened under what was published before, which draws the same, is played, settled and verified as any other', async () => {
  const match = await nextMatch()
  const { placed, betOf, page } = await atBook(venue, book, { player: 'b23' })
  const before = toHex(sha256(utf8(book.mathBefore![0]!)))
  await run(
    venue.db,
    sql`update match set math_version = ${before} where game_code = 'football' and number = ${match}`,
  )
  const { bet } = await placed(1_000, [{ match, pick: '1x2:h' }])
  await run(venue.db, sql`update bet set math_version = ${before} where bet_id = ${bet.bet_id}`)
  await hand.goTo(match, 360_000)
  expect((await hand.rowOf(match)).state).toBe('over')
  const result = await judge(match, '1x2:h', '0:0')
  expect(await betOf(bet.bet_id)).toMatchObject({
    status: 'SETTLED',
    payout: result === 'win' ? 10 * bet.selection.legs[0].price : 0,
  })
  expect(good(await client.bet({ bet_id: bet.bet_id })).math_version).toBe(before)
  expect((await page.call('GET', `/books/football/matches/${match}`)).data.match).toMatchObject({
    math_version: before,
    seed: expect.any(String),
  })
  const published = async (version: string) =>
    fetch(`${venue.url}/games/football/math.json?version=${version}`)
  for (const version of [before, book.mathVersion])
    expect(toHex(sha256(utf8(await (await published(version)).text())))).toBe(version)
  expect((await published('another')).status).toBe(404)
})

test('a selection from before its match waits with a running one only until its match begins', async () => {
  const match = await matchWith(({ goals }) =>
    goals.every(goal => goalMs(goal) < 160_000 || goalMs(goal) > 190_000),
  )
  const { slip, page } = await atBook(venue, book, { player: 'b24', amount: 10_000n })
  const together = async (beforeMs: number) => {
    await hand.goTo(match + 1, -beforeMs)
    meanwhile = () => hand.clock.move(2_000)
    const { lines } = await slips(page).offers(match)
    const pick = lines.flatMap(line => line.picks).find(each => each.price !== null)!.pick
    const { code } = await slip(1_000, [
      { match, pick },
      { match: match + 1, pick: '1x2:h' },
    ])
    meanwhile = async () => {}
    return code
  }
  expect(await together(2_000)).toBe(4303)
  expect((await page.call('GET', '/api/state')).data.balance).toBe(10_000)
  expect(await together(2_001)).toBe(0)
})

test('a restart settles what is overdue, skips what nobody opened, and does nothing twice', async () => {
  const match = await nextMatch()
  const { placed, betOf, page } = await atBook(venue, book, { player: 'b17', amount: 100_000n })
  const { bet } = await placed(1_000, [
    { match, pick: '1x2:h' },
    { match: match + 1, pick: '1x2:h' },
  ])
  // Ended but not settled, as by a kill between the two steps; then hours pass.
  await hand.clock.set(kickOffMs(book, match) + 360_000)
  await end(venue.venue, book, BigInt(match))
  await hand.clock.set(kickOffMs(book, match) + 7_200_000)
  await Promise.all([hand.turn(), hand.turn(), settleMatch(venue.venue, book, BigInt(match))])
  await hand.turn()
  const settled = await betOf(bet.bet_id)
  expect([settled.status, settled.revision]).toEqual(['SETTLED', 1])
  expect((await page.call('GET', '/api/state')).data.balance).toBe(99_000 + settled.payout)
  const numbers = (
    await rows(
      venue.db,
      sql<{
        number: bigint
      }>`select number from match where number between ${match} and ${match + 60} order by number`,
    )
  ).map(each => Number(each.number))
  expect(numbers).toContain(match + 41)
  expect(numbers).not.toContain(match + 20)
  expect(
    await theRow(
      venue.db,
      sql`select count(*) as count from match where settled_at is null and ends_at <= round_now()`,
    ),
  ).toEqual({ count: 0n })
})

test('every seed follows from a chain whose terminal hash was public the day before; a link gives no live match away', async () => {
  const match = await nextMatch()
  await hand.goTo(match, -1)
  const page = gamePage(venue.url)
  const one = async (number: number) =>
    (await page.call('GET', `/books/football/matches/${number}`)).data
  expect(await one(match)).toMatchObject({ match: { seed: null, phase: 'pre' }, link: null })
  await hand.goTo(match + 1, 200_000)
  expect(await one(match)).toMatchObject({ match: { phase: 'over' }, link: expect.any(String) })
  expect((await one(match + 1)).link).toBeNull()
  await hand.goTo(match + 2, 100_000)
  const { match: over, chain, link } = await one(match)
  expect(toHex(hmacSha256(Buffer.from(link, 'hex'), utf8(`football:${match}`)))).toBe(over.seed)
  let hash: Uint8Array = Buffer.from(link, 'hex')
  for (let place = over.place; place > 0; place--) hash = sha256(hash)
  expect(toHex(hash)).toBe(chain.terminal)
  const chains = await rows(
    venue.db,
    sql<{ day: string }>`select day from chain where table_code = 'football' order by day`,
  )
  expect(chains.map(each => each.day)).toContain('2026-07-19')
  const list = (await page.call('GET', '/books/football/matches')).data
  expect(list.items.length).toBeGreaterThan(3)
  expect(
    list.items.every(
      (each: { phase: string; lines: unknown[] }) =>
        each.phase !== 'live' && each.lines.length === 0,
    ),
  ).toBe(true)
})

test('demo play is settled like any other and is in no feed', async () => {
  const match = await nextMatch()
  const { url } = good(await client.launch({ demo: true, game_code: 'football', lobby_url: LOBBY }))
  const page = gamePage(venue.url)
  await page.enter(url)
  const before = await sinceNow()
  const { placed, betOf } = slips(page)
  const { bet } = await placed(1_000, [{ match, pick: '1x2:h' }])
  await hand.goTo(match, 360_000)
  expect((await betOf(bet.bet_id)).status).toBe('SETTLED')
  expect(good(await client.bets({ after: before })).items).toEqual([])
  await run(venue.db, sql`delete from player where demo`)
  expect(
    await theRow(venue.db, sql`select count(*) as count from leg l where l.bet_id = ${bet.bet_id}`),
  ).toEqual({ count: 0n })
})

test('rehearsed void and resettlement strike after the settlement, one revision up', async () => {
  const match = await nextMatch()
  const { placed, betOf } = await atBook(venue, book, { player: 'b18' })
  const { bet } = await placed(1_000, [{ match, pick: '1x2:h' }])
  await venue.admin.fault({
    kind: 'resettle',
    endpoint: 'placeBet',
    player: 'b18',
    payout: 7_777,
    count: 1,
  })
  await hand.goTo(match, 360_000)
  expect(await betOf(bet.bet_id)).toMatchObject({ status: 'SETTLED', payout: 7_777, revision: 2 })
})

test('the books agree: wallets and open stakes are what was put in, less what was lost', async () => {
  const { held, put, net } = await theRow(
    venue.db,
    sql<{ held: bigint; put: bigint; net: bigint }>`select
    (select coalesce(sum(available), 0) from wallet where desk_id = d.desk_id)::bigint as held,
    (select coalesce(sum(amount), 0) from transfer where desk_id = d.desk_id and status = 'SUCCESS')::bigint as put,
    (select coalesce(sum(case status when 'VOID' then 0 else payout - stake end), 0) from bet where desk_id = d.desk_id)::bigint as net
    from desk d where d.venue_code = 'SPORT'`,
  )
  expect(held).toBe(put + net)
  const plays = await theRow(
    venue.db,
    sql<{
      staked: bigint
      returned: bigint
    }>`select sum(p.staked)::bigint as staked, sum(p.returned)::bigint as returned from play p join desk d using (desk_id) where d.venue_code = 'SPORT'`,
  )
  const bets = await theRow(
    venue.db,
    sql<{
      staked: bigint
      returned: bigint
    }>`select sum(stake) filter (where status <> 'VOID')::bigint as staked, sum(payout)::bigint as returned from bet join desk d using (desk_id) where d.venue_code = 'SPORT'`,
  )
  expect(plays).toEqual(bets)
})

test("one bet with the seed and the verifier's address, selections included", async () => {
  const match = await nextMatch()
  const { placed } = await atBook(venue, book, { player: 'b19' })
  const { bet } = await placed(1_000, [{ match, pick: '1x2:h' }])
  await hand.goTo(match, 360_000)
  const { replay } = good(await client.bet({ bet_id: bet.bet_id }))
  const fields = new URLSearchParams(new URL(replay.verify_url).hash.slice(1))
  expect(replay.server_seed).toMatch(/^[0-9a-f]{64}$/)
  expect([fields.get('model'), JSON.parse(fields.get('legs')!)]).toMatchObject([
    'football',
    [{ n: match, pick: '1x2:h', seed: replay.server_seed }],
  ])
})
