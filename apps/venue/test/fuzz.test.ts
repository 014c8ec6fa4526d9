import { rows, sql } from '@tianping/database'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { baccarat } from '../games/baccarat/model/baccarat.ts'
import { football } from '../games/football/model/football.ts'
import type { Book } from '../model/Book.ts'
import type { Table } from '../model/Table.ts'
import { atBook, handBook } from './support/bookSupport.ts'
import { asDemoOperator, OPERATOR_KEY } from './support/operatorSupport.ts'
import { handClock, testVenue } from './support/support.ts'
import { atTable, handTable, NOON_MS } from './support/tableSupport.ts'

const venue = await testVenue({
  clock: handClock(NOON_MS),
  faults: true,
  operatorKey: OPERATOR_KEY,
  demoOperator: true,
  wait: async () => {},
})
const signedIn = await asDemoOperator(venue)
const table = await handTable(venue, baccarat as Table)
await handBook(venue, football as Book)
const round = await table.present()
const seat = await atTable(venue, baccarat as Table, { player: 'f1', amount: 1_000_000n })
const desk = await atBook(venue, football as Book, { player: 'f2', amount: 1_000_000n })
const match = (await desk.view()).matches.find(each => each.lines.length > 0)!
const offer = match.lines[0]!.picks[0]!

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string(),
  fc.constantFrom(
    -1,
    0,
    0.5,
    1,
    100,
    1e308,
    '1',
    '',
    '\u0000',
    '\ud800',
    'x'.repeat(500),
    true,
    [],
    {},
    undefined,
  ),
)
const wallets = () =>
  rows(
    venue.db,
    sql<{ wrong: bigint }>`
  select w.player_id as wrong from wallet w where w.available <>
    coalesce((select sum(case direction when 'IN' then amount else -amount end) from transfer t where t.desk_id = w.desk_id and t.player_id = w.player_id and t.status = 'SUCCESS'), 0)
    + coalesce((select sum(case b.status when 'OPEN' then -stake when 'SETTLED' then payout - stake else 0 end) from bet b where b.desk_id = w.desk_id and b.player_id = w.player_id), 0)`,
  )
const leaks = /node_modules|\bat \w+ \(|select |insert /

test('a fuzzer over what pages send: refused or taken, never a 5xx, and no wallet differs from its bets', async () => {
  const id = fc.uuid()
  const sound = fc.oneof(
    id.map(
      client_bet_id =>
        [
          seat.page,
          'POST',
          '/api/tickets',
          { client_bet_id, round, lines: [{ pick: 'player', stake: 100 }] },
        ] as const,
    ),
    id.map(
      client_bet_id =>
        [
          desk.page,
          'POST',
          '/api/slips',
          {
            client_bet_id,
            stake: 200,
            legs: [{ match: match.number, pick: offer.pick, price: offer.price, key: match.key }],
            expires_at: NOON_MS + 15_000,
          },
        ] as const,
    ),
    id.map(
      client_bet_id => [seat.page, 'POST', '/api/bets', { client_bet_id, stake: 100 }] as const,
    ),
    fc.constantFrom(
      [seat.page, 'POST', '/api/open', { game_code: 'dt' }] as const,
      [seat.page, 'POST', '/api/seeds/client', { client_seed: 'lucky' }] as const,
      [desk.page, 'POST', '/api/session', { token: 'a'.repeat(43) }] as const,
      [seat.page, 'POST', '/api/reality', {}] as const,
    ),
  )
  const field = fc.constantFrom(
    'client_bet_id',
    'round',
    'lines',
    'stake',
    'legs',
    'expires_at',
    'accept_better',
    'game_code',
    'client_seed',
    'token',
    '__proto__',
    'constructor',
  )
  await fc.assert(
    fc.asyncProperty(
      sound,
      fc.dictionary(field, odd, { maxKeys: 2 }),
      async ([page, method, path, body], change) => {
        const said = await page.call(method, path, { ...body, ...change })
        expect(said.code, `${path} ${JSON.stringify({ ...body, ...change })}`).not.toBe(5000)
        expect(JSON.stringify(said)).not.toMatch(leaks)
      },
    ),
    { numRuns: 200 },
  )
  expect(await wallets()).toEqual([])
})

test('a fuzzer over picks and lines: what is taken has odds, whatever was asked', async () => {
  const pick = fc.oneof(
    fc.constantFrom('player', 'banker', 'tie', 'toString', '__proto__', 'constructor', 'sum:3'),
    fc.string({ maxLength: 30 }),
  )
  const lines = fc.array(
    fc.record({
      pick,
      stake: fc.oneof(fc.integer({ min: -100, max: 1_000 }), fc.constantFrom(100, 200, 600_000)),
    }),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(lines, fc.uuid(), async (asked, client_bet_id) => {
      const said = await seat.page.call('POST', '/api/tickets', {
        client_bet_id,
        round,
        lines: asked,
      })
      expect(said.code).not.toBe(5000)
      if (said.code === 0)
        for (const line of said.data.bet.selection.lines)
          expect(baccarat.oddsOf(line.pick)).toBe(line.odds)
    }),
    { numRuns: 100 },
  )
  expect(await wallets()).toEqual([])
})

test("a fuzzer over the operator's calls: refused in words or done, never a 5xx", async () => {
  const path = fc.constantFrom(
    'void-round',
    'resettle-round',
    'void-match',
    'resettle-match',
    'game',
    'bet',
    'clear-faults',
  )
  const field = fc.constantFrom(
    'code',
    'number',
    'reason',
    'open',
    'bet_id',
    'kind',
    'payout',
    'id',
  )
  await fc.assert(
    fc.asyncProperty(path, fc.dictionary(field, odd, { maxKeys: 4 }), async (name, change) => {
      const body = {
        code: 'bac',
        number: round + 1_000,
        bet_id: 'LIVE-NONE',
        kind: 'void',
        id: 1,
        open: true,
        reason: 'fuzz',
        ...change,
      }
      const answer = await fetch(`${venue.url}/operator/api/${name}`, {
        method: 'POST',
        headers: signedIn,
        body: JSON.stringify(body),
      })
      const text = await answer.text()
      expect(answer.status, text).toBeLessThan(500)
      expect(text).not.toMatch(leaks)
    }),
    { numRuns: 200 },
  )
  expect(await wallets()).toEqual([])
})
