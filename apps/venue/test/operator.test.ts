import { rows, run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { kickOffMs, upcomingAt } from '../server/book/timetable.ts'
import type { Book } from '../model/Book.ts'
import { football } from '../games/football/model/football.ts'
import { k3 } from '../games/k3/model/k3.ts'
import { gamesOf } from '../games/registry.ts'
import type { Table } from '../model/Table.ts'
import { atBook, handBook } from './support/bookSupport.ts'
import { DEMO_OPERATOR } from '../server/operator/operators.ts'
import { asDemoOperator, OPERATOR_KEY } from './support/operatorSupport.ts'
import { gamePage, good, handClock, LOBBY, refusedWith, testVenue } from './support/support.ts'
import { atTable, handTable, NOON_MS } from './support/tableSupport.ts'

const clock = handClock(NOON_MS)
const venue = await testVenue({
  clock,
  faults: true,
  operatorKey: OPERATOR_KEY,
  demoOperator: true,
  wait: async () => {},
})
const signedIn = await asDemoOperator(venue)
const NAME = DEMO_OPERATOR.name

async function desk(method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await fetch(`${venue.url}/operator/api/${path}`, {
    method,
    headers: signedIn,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  // Each test asks for the shape it needs.
  // eslint-disable-next-line typescript/no-explicit-any
  type Answered = { code: number; message: string; data: any }
  return { status: answer.status, ...((await answer.json()) as Answered) }
}
const reason = '测试'

test('a round is settled again, or made void: balances, feed and log say what was done', async () => {
  const { present, goTo } = await handTable(venue, k3 as Table)
  const { placed, client } = await atTable(venue, k3 as Table, { player: 'o1', amount: 100_000n })
  const number = await present()
  const { bet } = await placed([
    ['sum:big', 1_000],
    ['sum:small', 2_000],
  ])
  await goTo('closesMs')
  await goTo('drawsMs')
  const settled = good(await client.bet({ bet_id: bet.bet_id }))
  const balance = async () => good(await client.balance({ player: 'o1' })).available
  const right = await balance()

  expect(
    await desk('POST', 'bet', { bet_id: bet.bet_id, kind: 'resettle', payout: 9_999, reason }),
  ).toMatchObject({ code: 0, data: { bet_id: bet.bet_id } })
  expect(await balance()).toBe(right + 9_999n - settled.payout)
  expect(await desk('POST', 'resettle-round', { code: 'k3', number, reason })).toMatchObject({
    code: 0,
    data: { changed: 1, refused: [] },
  })
  expect(await balance()).toBe(right)
  expect(await desk('POST', 'resettle-round', { code: 'k3', number, reason })).toMatchObject({
    data: { changed: 0 },
  })
  expect(await desk('POST', 'void-round', { code: 'k3', number, reason })).toMatchObject({
    data: { changed: 1, refused: [] },
  })
  expect(await balance()).toBe(100_000n)
  const voided = good(await client.bet({ bet_id: bet.bet_id }))
  expect(voided).toMatchObject({ status: 'VOID', revision: 4, valid_amount: 0n })
  // Its round is replayed as ever, but there is no payout to compare with.
  const replayed = new URLSearchParams(new URL(voided.replay.verify_url).hash.slice(1))
  expect([
    replayed.get('server_seed')?.length,
    replayed.get('payout'),
    replayed.get('void'),
  ]).toEqual([64, null, '1'])

  const { items } = (await desk('GET', 'rounds?code=k3')).data
  expect(items.find((each: { number: number }) => each.number === number)).toMatchObject({
    number,
    bets: 1,
    voided: 1,
    stake: 3_000,
  })
  const log = (await desk('GET', 'actions')).data.items
  expect(
    log
      .slice(0, 4)
      .map(
        (action: {
          action: string
          target: string
          operator: string
          reason: string
          outcome: object
        }) => [action.action, action.target, action.operator, action.reason, action.outcome],
      ),
  ).toEqual([
    [
      'void-round',
      `k3 ${number}`,
      NAME,
      reason,
      { done: { changed: 1, refused: [], returned: 0 } },
    ],
    ['resettle-round', `k3 ${number}`, NAME, reason, { done: { changed: 0, refused: [] } }],
    ['resettle-round', `k3 ${number}`, NAME, reason, { done: { changed: 1, refused: [] } }],
    ['resettle-bet', bet.bet_id, NAME, reason, { done: { bet_id: bet.bet_id } }],
  ])
  expect((await desk('GET', `bets?player=o1`)).data.items).toMatchObject([
    { bet_id: bet.bet_id, status: 'VOID', revision: 4 },
  ])
  expect((await desk('GET', `bets?round=${settled.round_id}&status=SETTLED`)).data.items).toEqual(
    [],
  )
})

test('two who make the same round void do it once, and nobody is told of bets that were refused', async () => {
  const { present, goTo } = await handTable(venue, k3 as Table, NOON_MS + 1_800_000)
  const { placed, client } = await atTable(venue, k3 as Table, { player: 'o5', amount: 100_000n })
  const number = await present()
  for (let i = 0; i < 5; i++) await placed([['sum:big', 1_000]])
  await goTo('closesMs')
  await goTo('drawsMs')
  const both = await Promise.all(
    [1, 2].map(() => desk('POST', 'void-round', { code: 'k3', number, reason })),
  )
  expect(both.map(said => said.data.refused)).toEqual([[], []])
  expect(both.reduce((sum, said) => sum + said.data.changed, 0)).toBe(5)
  expect(good(await client.balance({ player: 'o5' })).available).toBe(100_000n)
})

test('a page of bets goes on after its last one, however many were placed in the same moment', async () => {
  const { goTo } = await handTable(venue, k3 as Table, NOON_MS + 2_700_000)
  const { placed } = await atTable(venue, k3 as Table, { player: 'o6', amount: 100_000n })
  const all = new Set<string>()
  for (let i = 0; i < 33; i++) all.add((await placed([['sum:big', 100]])).bet.bet_id)
  const first = (await desk('GET', 'bets?player=o6')).data
  const rest = (await desk('GET', `bets?player=o6&before=${first.items.at(-1).bet_id}`)).data
  expect([first.items.length, first.has_more, rest.items.length, rest.has_more]).toEqual([
    30,
    true,
    3,
    false,
  ])
  expect(
    new Set([...first.items, ...rest.items].map((bet: { bet_id: string }) => bet.bet_id)),
  ).toEqual(all)
  await goTo('endsMs')
})

test('an open round made void gives the stakes back at once', async () => {
  const { present, goTo, turn } = await handTable(venue, k3 as Table, NOON_MS + 3_600_000)
  const { placed, client } = await atTable(venue, k3 as Table, { player: 'o2', amount: 5_000n })
  const number = await present()
  const { bet } = await placed([['sum:odd', 500]])
  expect(await desk('POST', 'void-round', { code: 'k3', number, reason })).toMatchObject({
    code: 0,
    data: { changed: 0, returned: 1 },
  })
  expect(good(await client.bet({ bet_id: bet.bet_id })).status).toBe('VOID')
  expect(good(await client.balance({ player: 'o2' })).available).toBe(5_000n)
  await goTo('endsMs')
  await turn()
})

test('a match made void: singles get their stake back; its state is in the list', async () => {
  const book = football as Book
  const { goTo } = await handBook(venue, book, NOON_MS + 7_200_000)
  const match = upcomingAt(book, NOON_MS + 7_200_000).first
  const { placed, betOf } = await atBook(venue, book, { player: 'o3', amount: 10_000n })
  const { bet } = await placed(1_000, [{ match, pick: '1x2:h' }])
  await goTo(match, 360_000)
  expect((await betOf(bet.bet_id)).status).toBe('SETTLED')
  expect(
    await desk('POST', 'resettle-match', { code: 'football', number: match, reason }),
  ).toMatchObject({ code: 0, data: { changed: 0 } })
  expect(
    await desk('POST', 'void-match', { code: 'football', number: match, reason }),
  ).toMatchObject({ code: 0, data: { changed: 1 } })
  expect((await betOf(bet.bet_id)).status).toBe('VOID')
  const { items } = (await desk('GET', 'matches?code=football')).data
  expect(items.find((each: { number: number }) => each.number === match)).toMatchObject({
    state: 'void',
    tickets: 1,
  })
  // Where its length would be told, the end of a match under way is kept back.
  const open = items.find((each: { state: string; kicks_off_at: string }) => each.state === 'open')
  expect([open.ends_at, kickOffMs(book, open.number)]).toEqual([
    null,
    Date.parse(open.kicks_off_at),
  ])
})

test('a closed game takes no launch and no bet; what was bet is settled; opened again it goes on', async () => {
  const { goTo } = await handTable(venue, k3 as Table, NOON_MS + 10_800_000)
  const { placed, ticket, client, page } = await atTable(venue, k3 as Table, {
    player: 'o4',
    amount: 10_000n,
  })
  const { bet } = await placed([['sum:odd', 500]])
  expect(await desk('POST', 'game', { code: 'k3', open: false, reason })).toMatchObject({
    data: { code: 'k3', open: false },
  })
  refusedWith(await client.launch({ player: 'o4', game_code: 'k3', lobby_url: LOBBY }), 3002)
  expect((await ticket([['sum:odd', 500]])).code).toBe(3002)
  expect((await page.call('POST', '/api/open', { game_code: 'k3' })).code).toBe(3002)
  const lobby = gamePage(venue.url)
  await lobby.enter((await page.call('POST', '/api/open', { game_code: 'lobby' })).data.url)
  expect(
    (await lobby.call('GET', '/api/lobby')).data.games.map(
      (game: { code: string; open: boolean }) => [game.code, game.open],
    ),
  ).toEqual(gamesOf('VR').map(({ code }) => [code, code !== 'k3']))
  await goTo('closesMs')
  await goTo('drawsMs')
  expect(good(await client.bet({ bet_id: bet.bet_id })).status).toBe('SETTLED')
  await desk('POST', 'game', { code: 'k3', open: true, reason })
  await goTo('endsMs', 1)
  await placed([['sum:odd', 500]])
})

test('faults are armed and cleared here, each with its line in the log', async () => {
  const armed = await desk('POST', 'faults', {
    kind: 'maintenance',
    endpoint: 'health',
    venue: 'FG',
    count: 1,
    reason,
  })
  expect(armed.data).toMatchObject({ kind: 'maintenance', endpoint: 'health' })
  expect((await desk('GET', 'faults')).data.items).toHaveLength(1)
  expect((await venue.client('FG').health({})).kind).toBe('unknown')
  expect((await desk('GET', 'faults')).data.items).toHaveLength(0)
  await desk('POST', 'faults', { kind: 'delay', delay_ms: 5, reason })
  expect((await desk('POST', 'clear-faults', { reason })).data).toMatchObject({ left: 0 })
})

test.each([
  ['no reason', 'void-round', { code: 'k3', number: 1 }, 400],
  ['a blank reason', 'void-round', { code: 'k3', number: 1, reason: ' ' }, 400],
  ['no such table', 'void-round', { code: 'nothing', number: 1, reason }, 409],
  ['no such round', 'void-round', { code: 'k3', number: 1, reason }, 409],
  ['a round that is not settled', 'resettle-round', { code: 'k3', number: 2, reason }, 409],
  ['no such match', 'void-match', { code: 'football', number: 1, reason }, 409],
  ['an unknown game', 'game', { code: 'nothing', open: false, reason }, 409],
  ['an unknown fault', 'faults', { kind: 'fire', reason }, 400],
  [
    'a fault for one bet, which is corrected by its own call',
    'faults',
    { kind: 'void', bet_id: 'VR-1', reason },
    409,
  ],
])('refused, and said so: %s', async (_what, path, body, code) => {
  expect((await desk('POST', path, body)).code).toBe(code)
})

test('a refusal is logged too, and the log is not rewritten', async () => {
  await desk('POST', 'void-round', { code: 'k3', number: 3, reason })
  const [last] = (await desk('GET', 'actions')).data.items
  expect(last).toMatchObject({ target: 'k3 3', outcome: { refused: 'no such round' } })
  for (const statement of [
    sql`delete from operator_action`,
    sql`update operator_action set reason = 'else'`,
    sql`truncate operator_action`,
  ])
    await expect(run(venue.db, statement)).rejects.toThrow(/not rewritten/)
  expect(await rows(venue.db, sql`select 1 from operator_action where outcome is null`)).toEqual([])
})

test('a round is made void together with its game: stakes go back once, and nothing is bet until it is opened again', async () => {
  const { present, goTo } = await handTable(venue, k3 as Table, NOON_MS + 18_000_000)
  const { placed, ticket, client } = await atTable(venue, k3 as Table, { player: 'c1' })
  const number = await present()
  await placed([['sum:big', 1_000]])
  const asked = { code: 'k3', number, reason }
  const answer = await desk('POST', 'void-round', { ...asked, close_game: true })
  expect(answer).toMatchObject({ code: 0, data: { returned: 1 } })
  const again = await desk('POST', 'void-round', { ...asked, close_game: true })
  expect(again.data).toMatchObject({ returned: 0, changed: 0 })
  expect(good(await client.balance({ player: 'c1' })).available).toBe(100_000n)
  refusedWith(await client.launch({ player: 'c1', game_code: 'k3', lobby_url: LOBBY }), 3002)
  await goTo('endsMs')
  expect((await ticket([['sum:big', 1_000]])).code).toBe(3002)
  const { items } = (await desk('GET', 'actions')).data
  expect(items.slice(0, 4).map((each: { action: string }) => each.action)).toEqual([
    'void-round',
    'close-game',
    'void-round',
    'close-game',
  ])
  await desk('POST', 'game', { code: 'k3', open: true, reason })
  expect((await ticket([['sum:big', 1_000]])).code).toBe(0)
})
