import { commitOf } from '@tianping/fairness'
import { expect, test } from 'vitest'
import type { Book } from '../../../model/Book.ts'
import { football } from '../model/football.ts'
import type { Outcome } from '../model/outcome.ts'
import { atBook, handBook } from '../../../test/support/bookSupport.ts'
import { good, handClock, testVenue } from '../../../test/support/support.ts'
import { NOON_MS } from '../../../test/support/tableSupport.ts'
import { upcomingAt } from '../../../server/book/timetable.ts'

const book = football as Book
const clock = handClock(NOON_MS)
const venue = await testVenue({ faults: true, clock, runTables: false, wait: async () => {} })
const hand = await handBook(venue, book)
const client = venue.client('SPORT')
/** The next match to begin. */
const nextMatch = async () => upcomingAt(book, await hand.clock.now()).first

test('the catalogue lists football, and a launch opens its page with five matches to come', async () => {
  const { items } = good(await client.games({}))
  expect(items).toMatchObject([
    { game_code: 'football', category: 'sport', min_stake: 200n, max_stake: 500_000n, demo: true },
  ])
  const { view } = await atBook(venue, book, { player: 'f0' })
  const { matches } = await view()
  expect(matches.map(match => match.phase)).toEqual(['pre', 'pre', 'pre', 'pre', 'pre'])
  expect(
    matches.every(
      match => match.seed === null && match.lines[0]!.picks.every(pick => pick.price! > 100),
    ),
  ).toBe(true)
})

test('a single before the match takes its stake at once, is open in the feed, and is settled by the final score', async () => {
  const { placed, betOf, page } = await atBook(venue, book, { player: 'f1', amount: 100_000n })
  const match = await nextMatch()
  const before = good(await client.bets({})).next_cursor
  const { bet, balance, session } = await placed(5_000, [{ match, pick: '1x2:h' }])
  const { price } = bet.selection.legs[0]
  expect(bet).toMatchObject({
    status: 'OPEN',
    stake: 5_000,
    payout: 0,
    round_id: `football-${match}`,
    fairness: { nonce: match, server_seed: null },
  })
  expect([balance, session.staked, session.net, session.rounds]).toEqual([95_000, 5_000, -5_000, 1])
  expect(good(await client.bets({ after: before })).items).toMatchObject([
    {
      bet_id: bet.bet_id,
      status: 'OPEN',
      revision: 1,
      payout: 0n,
      valid_amount: 0n,
      settled_at: null,
    },
  ])
  const { score } = await hand.outcomeOf<Outcome>(match)
  await hand.goTo(match, 359_999)
  expect((await hand.rowOf(match)).state).toBe('open')
  await hand.goTo(match, 360_000)
  const { state, seed, commitHash, salt, settledAt } = await hand.rowOf(match)
  expect([state, settledAt !== null, commitOf(seed!)]).toEqual(['over', true, commitHash])
  expect(
    football.draw(
      { serverSeed: seed!, clientSeed: salt, nonce: match },
      football.fixture(match).terms,
    ).score,
  ).toEqual(score)
  const payout = score[0] > score[1] ? 50 * price : 0
  expect(await betOf(bet.bet_id)).toMatchObject({
    status: 'SETTLED',
    payout,
    valid_amount: 5_000,
    fairness: { server_seed: seed!.toString('hex') },
  })
  expect((await page.call('GET', '/api/state')).data).toMatchObject({
    balance: 95_000 + payout,
    session: { returned: payout },
  })
  expect(
    good(await client.bets({ after: before })).items.map(item => [
      item.bet_id,
      item.status,
      item.revision,
      item.odds,
    ]),
  ).toEqual([[bet.bet_id, 'SETTLED', 1, (price / 100).toFixed(2)]])
})
