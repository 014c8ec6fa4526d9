import { expect, test } from 'vitest'
import { baccarat } from '../games/baccarat/model/baccarat.ts'
import type { Table } from '../model/Table.ts'
import {
  gamePage,
  funded,
  good,
  handClock,
  LOBBY,
  refusedWith,
  testVenue,
} from './support/support.ts'
import { handTable, NOON_MS, tickets } from './support/tableSupport.ts'

const clock = handClock(NOON_MS)
const venue = await testVenue({ clock })
const table = await handTable(venue, baccarat as Table)
const live = venue.client('LIVE')

async function inLobby(player: string, more: object = {}) {
  await funded(live, player, 100_000n)
  const { url } = good(await live.launch({ player, game_code: '', lobby_url: LOBBY, ...more }))
  expect(new URL(url).pathname).toBe('/play/lobby')
  const page = gamePage(venue.url)
  const { code, data } = await page.enter(url)
  return { page, code, state: data.state }
}
type Page = ReturnType<typeof gamePage>
const open = (page: Page, code: string) => page.call('POST', '/api/open', { game_code: code })

test("a launch without a game opens the venue's list: what each game returns, takes and does now", async () => {
  const { page, state } = await inLobby('l1')
  expect(state).toMatchObject({
    balance: 100_000,
    lobby_url: LOBBY,
    game: { code: 'lobby', name: '游戏大厅' },
  })
  const { games } = (await page.call('GET', '/api/lobby')).data
  expect(games.map((game: { code: string }) => game.code)).toEqual(['bac', 'dt'])
  expect(games[0]).toMatchObject({
    name: '百家乐',
    kind: 'table',
    returns: '返还 98.94%',
    min_stake: 100,
    max_stake: 500_000,
    open: true,
    live: {
      kind: 'table',
      opensMs: NOON_MS,
      closesMs: NOON_MS + 15_000,
      period_ms: 24_000,
      running: true,
    },
  })
  expect(games[1].live.running, 'nobody opened a round of it').toBe(false)
})

test('any game opens for practice: a wallet of its own, under the same clock, and nothing of it in the feed', async () => {
  const { page, state } = await inLobby('l1p')
  const practice = gamePage(venue.url)
  const asked = { game_code: 'bac', demo: true }
  await practice.enter((await page.call('POST', '/api/open', asked)).data.url)
  const entered = (await practice.call('GET', '/api/state')).data
  expect(entered).toMatchObject({
    demo: true,
    balance: 200_000,
    session: { started_at: state.session.started_at, rounds: 0 },
  })
  await tickets(practice, baccarat as Table, table.clock).placed([['player', 1_000]])
  expect((await page.call('GET', '/api/state')).data.balance).toBe(100_000)
  expect(good(await live.bets({})).items).toEqual([])
  // Practising again from there is the same wallet.
  const again = gamePage(venue.url)
  await again.enter(
    (await practice.call('POST', '/api/open', { game_code: 'dt', demo: true })).data.url,
  )
  expect((await again.call('GET', '/api/state')).data.balance).toBe(199_000)
})

test('from the lobby into a game, and back, under the terms of the launch', async () => {
  const rg = {
    session_start: new Date(NOON_MS - 60_000).toISOString(),
    reality_check_min: 45,
    net_limit: 5_000n,
  }
  const { page } = await inLobby('l2', { rg })
  const game = gamePage(venue.url)
  const entered = await game.enter((await open(page, 'bac')).data.url)
  expect(entered.data.state).toMatchObject({
    lobby_url: LOBBY,
    session: { started_at: rg.session_start, reality_check_min: 45, net_limit_left: 5_000 },
    game: { code: 'bac' },
  })
  await tickets(game, baccarat as Table, table.clock).placed([['player', 1_000]])
  const back = gamePage(venue.url)
  const again = await back.enter((await open(game, 'lobby')).data.url)
  expect(again.data.state).toMatchObject({ balance: 99_000, session: { net: -1_000, rounds: 1 } })
  expect((await back.call('GET', '/api/bets?range=session')).data.items).toMatchObject([
    { game_code: 'bac', game_name: '百家乐', status: 'OPEN' },
  ])
})

test('only games of this venue that the merchant lists are shown and opened, in his order', async () => {
  const { page } = await inLobby('l3', { games: ['dt'] })
  expect(
    (await page.call('GET', '/api/lobby')).data.games.map((game: { code: string }) => game.code),
  ).toEqual(['dt'])
  for (const code of ['bac', 'k3', 'nothing'])
    expect((await open(page, code)).code, code).toBe(3001)
  expect((await open(page, 'dt')).code).toBe(0)
  const { page: other } = await inLobby('l4', { games: ['dt', 'bac'] })
  expect(
    (await other.call('GET', '/api/lobby')).data.games.map((game: { code: string }) => game.code),
  ).toEqual(['dt', 'bac'])
})

test('a demo walks through the lobby like anybody else', async () => {
  const page = gamePage(venue.url)
  await page.enter(
    good(await live.launch({ demo: true, game_code: 'lobby', lobby_url: LOBBY })).url,
  )
  const game = gamePage(venue.url)
  expect((await game.enter((await open(page, 'dt')).data.url)).data.state).toMatchObject({
    demo: true,
    balance: 200_000,
  })
})

test('in the lobby there is nothing to bet on', async () => {
  const { page } = await inLobby('l5')
  expect((await page.bet(100)).code).toBe(3002)
  expect(
    (
      await page.call('POST', '/api/tickets', {
        client_bet_id: 'lobby-ticket',
        round: 1,
        lines: [{ pick: 'player', stake: 100 }],
      })
    ).code,
  ).toBe(3002)
  expect((await page.call('GET', '/api/table')).code).toBe(3002)
})

test('a kick ends the lobby, the games opened from it, and tokens that were not used yet', async () => {
  const { page } = await inLobby('l6')
  const game = gamePage(venue.url)
  await game.enter((await open(page, 'bac')).data.url)
  const unused = (await open(page, 'dt')).data.url
  expect(good(await live.kick({ player: 'l6' }))).toEqual({ sessions: 2, tokens: 1 })
  expect((await open(page, 'bac')).code).toBe(4002)
  expect((await game.call('GET', '/api/table')).code).toBe(4002)
  expect((await gamePage(venue.url).enter(unused)).code).toBe(4001)
})

test('however a page moves on while it is kicked, nothing of it is left', async () => {
  for (let i = 0; i < 10; i++) {
    const player = `l7-${i}`
    const { page } = await inLobby(player)
    const moved = Promise.all(
      ['bac', 'dt', 'bac', 'dt'].map(async code => {
        const game = gamePage(venue.url)
        const said = await open(page, code)
        if (said.code === 0) await game.enter(said.data.url)
        return game
      }),
    )
    good(await live.kick({ player }))
    const games = await moved
    good(await live.kick({ player }))
    for (const each of [page, ...games])
      if (each.token()) expect((await each.call('GET', '/api/state')).code).toBe(4002)
  }
})

test('an unknown game is still refused', async () => {
  await funded(live, 'l8', 0n)
  refusedWith(await live.launch({ player: 'l8', game_code: 'k3', lobby_url: LOBBY }), 3001)
})
