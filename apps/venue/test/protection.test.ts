import { sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { allTables } from '../games/registry.ts'
import { baccarat } from '../games/baccarat/model/baccarat.ts'
import { dragonTiger } from '../games/dragontiger/model/dragontiger.ts'
import { football } from '../games/football/model/football.ts'
import type { Book } from '../model/Book.ts'
import type { Table } from '../model/Table.ts'
import { atBook, handBook, knownDay } from './support/bookSupport.ts'
import { funded, gamePage, good, handClock, LOBBY, playing, testVenue } from './support/support.ts'
import { atTable, handTable, NOON_MS, tickets } from './support/tableSupport.ts'

const CYCLE_MS = 2_500
const ENDED = 4106
const STAKED_ENOUGH = 4107
const clock = handClock(NOON_MS)
const venue = await testVenue({ faults: true, clock })
const tables = { bac: baccarat as Table, dt: dragonTiger as Table }
const bac = await handTable(venue, tables.bac)
const dt = await handTable(venue, tables.dt)
/** Rounds of both tables begin together so often. */
const TOGETHER_MS = 72_000
await knownDay(venue, football as Book)
const book = await handBook(venue, football as Book)

type Page = ReturnType<typeof gamePage>
const terms = <T extends object>(more: T) => ({
  session_start: new Date(clock()).toISOString(),
  reality_check_min: 60,
  net_limit: null,
  ...more,
})
const spinOn = async (page: Page, stake: number, ms = CYCLE_MS) => {
  clock.move(ms)
  return page.bet(stake)
}
const stateOf = async (page: Page) => (await page.call('GET', '/api/state')).data
/** Goes to the next moment at which both tables take bets. */
const bothOpen = async () => {
  const now = await bac.clock.now()
  await bac.clock.set(now + TOGETHER_MS - ((now - NOON_MS) % TOGETHER_MS))
  await bac.turn()
  await dt.turn()
}
const inMs = (ms: number) => new Date(clock() + ms).toISOString()

test('no bet is taken from the end of the session on: spin, ticket, slip, another game, another launch', async () => {
  const rg = terms({ ends_at: inMs(10_000) })
  const { page, state } = await playing(venue, { player: 'e1', rg })
  const table = await atTable(venue, tables.bac, { player: 'e1', rg })
  const slips = await atBook(venue, football as Book, { player: 'e1', rg })
  const late = gamePage(venue.url)
  const { url } = good(
    await venue.client().launch({ player: 'e1', game_code: 'fortune3', lobby_url: LOBBY, rg }),
  )
  const match = (await slips.view()).matches[0]!.number
  expect(state.session.ends_at).toBe(rg.ends_at)
  expect((await page.bet(100)).code).toBe(0)
  clock.move(9_999)
  expect((await page.bet(100)).code).toBe(0)
  await table.placed([['banker', 100]])
  await slips.placed(600, [{ match, pick: '1x2:h' }])
  clock.move(1)
  const refused = await Promise.all([
    page.bet(100),
    table.ticket([['banker', 100]]),
    slips.slip(600, [{ match, pick: '1x2:h' }]),
    page.call('POST', '/api/open', { game_code: 'jewel3' }),
    late.enter(url),
  ])
  expect(refused.map(said => said.code)).toEqual(refused.map(() => ENDED))
  expect(refused[0]!.message).toBe('已到结束时间，不再接受下注')
  expect((await stateOf(page)).session.rounds).toBe(2)
  // What was taken before is watched and settled as ever, and then the session is over.
  await bac.goTo('drawsMs')
  const { items } = (await table.page.call('GET', '/api/bets?range=session')).data
  expect(items[0]).toMatchObject({ status: 'SETTLED' })
  clock.move(15 * 60_000 - 1)
  expect((await page.bet(100)).code).toBe(ENDED)
  expect((await page.call('GET', '/api/state')).code).toBe(0)
  clock.move(1)
  expect((await page.bet(100)).code).toBe(4002)
  expect((await page.call('GET', '/api/state')).code).toBe(4002)
})

test('one spin of a slot stakes no more than the operator allows, whoever pays for it', async () => {
  const rg = terms({ slot_stake_max: 200 })
  const { page, client, state } = await playing(venue, { player: 'm1', rg })
  expect(Math.max(...state.game.stakes)).toBe(200)
  expect((await page.bet(500)).code).toBe(4109)
  expect((await page.bet(200)).code).toBe(0)
  const freely = async (ref: string, stake: number) => {
    const grant = { ref, player: 'm1', games: ['fortune3'], stake: BigInt(stake), rounds: 1 }
    good(await client.grantFreeRounds({ ...grant, ends_at: inMs(60_000) }))
    clock.move(CYCLE_MS)
    return page.call('POST', '/api/bets', { client_bet_id: `m1-${ref}`, stake, free: ref })
  }
  expect((await freely('M-500-fen', 500)).code).toBe(4109)
  expect((await freely('M-200-fen', 200)).code).toBe(0)
})

test('a ticket on a match under way that is taken after its delay counts at that moment', async () => {
  const match = (await (await atBook(venue, book.book, { player: 'e2' })).view()).matches[0]!.number
  await book.goTo(match, 60_000)
  const { slip, page } = await atBook(venue, book.book, {
    player: 'e2',
    rg: terms({ ends_at: inMs(1_000) }),
  })
  venue.venue.books.wait = async () => clock.move(2_000)
  const said = await slip(600, [{ match, pick: '1x2:h' }])
  expect(said.code).toBe(ENDED)
  clock.move(-2_000)
  expect((await stateOf(page)).session.staked).toBe(0)
})

test('the limit of stakes counts from its launch on, over all games of the venue, however many at once', async () => {
  const rg = terms({ stake_limit: 500 })
  const { page, client, state } = await playing(venue, { player: 'l1', rg })
  expect(state.session.stake_limit_left).toBe(500)
  expect((await page.bet(1_000)).code).toBe(STAKED_ENOUGH)
  expect((await page.bet(200)).code).toBe(0)
  const other = gamePage(venue.url)
  await other.enter((await page.call('POST', '/api/open', { game_code: 'jewel3' })).data.url)
  clock.move(CYCLE_MS)
  const both = await Promise.all([page.bet(200), other.bet(200)])
  expect(both.map(said => said.code).toSorted()).toEqual([0, STAKED_ENOUGH])
  expect((await spinOn(page, 200)).code).toBe(STAKED_ENOUGH)
  expect((await page.bet(100)).code).toBe(0)
  expect((await spinOn(other, 100)).code).toBe(STAKED_ENOUGH)
  const again = gamePage(venue.url)
  const said = await again.enter(
    good(
      await client.launch({
        player: 'l1',
        game_code: 'fortune3',
        lobby_url: LOBBY,
        rg: { ...rg, net_limit: null, stake_limit: 100n },
      }),
    ).url,
  )
  expect(said.data.state.session).toMatchObject({ staked: 500, stake_limit_left: 100 })
  expect((await spinOn(again, 100)).code).toBe(0)
  expect((await spinOn(again, 100)).code).toBe(STAKED_ENOUGH)
})

test('an operator may ask for a longer cycle of slots than the venue keeps, never for a shorter', async () => {
  const slow = await playing(venue, { player: 'c1', rg: terms({ slot_cycle_ms: 4_000 }) })
  expect(slow.state.cycle_ms).toBe(4_000)
  expect((await slow.page.bet(100)).code).toBe(0)
  expect((await spinOn(slow.page, 100, 3_999)).code).toBe(4103)
  expect((await spinOn(slow.page, 100, 1)).code).toBe(0)
  const quick = await playing(venue, { player: 'c2', rg: terms({ slot_cycle_ms: 1_000 }) })
  expect(quick.state.cycle_ms).toBe(CYCLE_MS)
  expect((await quick.page.bet(100)).code).toBe(0)
  expect((await spinOn(quick.page, 100, CYCLE_MS - 1)).code).toBe(4103)
  expect((await spinOn(quick.page, 100, 1)).code).toBe(0)
})

test('who plays at two tables waits the cycle of the operator from round to round', async () => {
  const rg = terms({ casino_cycle_ms: 5_000 })
  await bothOpen()
  const first = await atTable(venue, tables.bac, { player: 'c3', rg })
  const { page } = await playing(venue, { player: 'c3', code: 'LIVE', game: 'dt', rg } as never)
  const second = tickets(page, tables.dt, bac.clock)
  await first.placed([['banker', 100]])
  clock.move(4_999)
  expect((await second.ticket([['dragon', 100]])).code).toBe(4108)
  // More on the round that is being played is the same round.
  await first.placed([['banker', 100]])
  clock.move(1)
  await second.placed([['dragon', 100]])
  const free = await atTable(venue, tables.bac, { player: 'c4' })
  await free.placed([['banker', 100]])
})

test('from the bet to the next round every table takes at least five seconds by itself', () => {
  const shortest = allTables().map(({ phases }) => phases.lockMs + phases.drawMs + phases.resultMs)
  expect(Math.min(...shortest)).toBeGreaterThanOrEqual(5_000)
})

test('one request is one bet: what asks for more is refused or taken once', async () => {
  const { page } = await playing(venue, { player: 'd1' })
  const one = { client_bet_id: 'batch-0001', stake: 100 }
  const batch = await page.call('POST', '/api/bets', [one, { ...one, client_bet_id: 'batch-0002' }])
  expect(batch.code).toBe(2000)
  for (const more of [{ count: 10 }, { rounds: 10 }, { auto: true }, { turbo: true }])
    expect((await page.call('POST', '/api/bets', { ...one, ...more })).data.session.rounds).toBe(1)
  clock.move(CYCLE_MS)
  const held = await Promise.all(Array.from({ length: 20 }, () => page.bet(100)))
  expect(held.map(said => said.code).toSorted((a, b) => a - b)).toEqual([
    0,
    ...Array.from({ length: 19 }, () => 4103),
  ])
})

test('the reality check stands before every kind of bet, and its figures are those of the bet log', async () => {
  const rg = terms({ reality_check_min: 10 })
  await bac.goTo('endsMs')
  const { page, client } = await playing(venue, {
    player: 'r1',
    code: 'LIVE',
    game: 'bac',
    rg,
  } as never)
  const table = tickets(page, tables.bac, bac.clock)
  for (const pick of ['banker', 'player', 'tie']) {
    await table.placed([
      [pick, 300],
      ['big', 200],
    ])
    await bac.goTo('drawsMs')
    const { session } = await stateOf(page)
    const log = await theRow(
      venue.db,
      sql<{ staked: bigint; returned: bigint; rounds: number }>`
      select sum(stake)::bigint as staked, sum(payout)::bigint as returned, count(distinct round_id)::int as rounds
      from bet where player_id = 'r1'`,
    )
    expect(session).toMatchObject({
      staked: Number(log.staked),
      returned: Number(log.returned),
      net: Number(log.returned - log.staked),
      rounds: log.rounds,
    })
    await bac.goTo('endsMs')
  }
  // A round that is running when the check comes due is drawn and settled.
  const { bet } = await table.placed([['banker', 100]])
  clock.move(10 * 60_000)
  expect((await table.ticket([['player', 100]])).code).toBe(4101)
  await bac.goTo('drawsMs')
  const settled = (await page.call('GET', `/api/bets/${bet.bet_id}`)).data.bet
  expect(settled).toMatchObject({ status: 'SETTLED', stake: 100 })
  await bothOpen()
  expect((await table.ticket([['player', 100]])).code).toBe(4101)
  // Another game of the venue is no way around it.
  const other = gamePage(venue.url)
  await other.enter((await page.call('POST', '/api/open', { game_code: 'dt' })).data.url)
  expect((await tickets(other, tables.dt, bac.clock).ticket([['dragon', 100]])).code).toBe(4101)
  await page.call('POST', '/api/reality')
  await table.placed([['player', 100]])
  expect((await client.kick({ player: 'r1' })).kind).toBe('ok')
  expect((await table.ticket([['player', 100]])).code).toBe(4002)
})

test("the platform's pages are in the state of the game, and only web addresses are taken", async () => {
  const pages = {
    limit_url: 'https://platform.example/#/limits',
    history_url: 'https://platform.example/#/betRecord',
  }
  const { page, state } = await playing(venue, { player: 'p1', rg: terms(pages) })
  expect(state).toMatchObject(pages)
  const handedOn = await gamePage(venue.url).enter(
    (await page.call('POST', '/api/open', { game_code: 'lobby' })).data.url,
  )
  expect(handedOn.data.state).toMatchObject(pages)
  expect((await playing(venue, { player: 'p2' })).state).toMatchObject({
    limit_url: null,
    history_url: null,
    session: { ends_at: null, stake_limit_left: null },
  })
  const client = venue.client()
  await funded(client, 'p3', 100n)
  const launch = (rg: object) =>
    client.launch({ player: 'p3', game_code: 'fortune3', lobby_url: LOBBY, rg: rg as never })
  expect((await launch(terms({ limit_url: 'javascript:alert(1)' }))).kind).not.toBe('ok')
  expect((await launch(terms({ slot_cycle_ms: 10 }))).kind).not.toBe('ok')
})
