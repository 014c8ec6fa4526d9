// One game at a time, rounds that survive a crash, seeds that never repeat, and outcomes that know
// nobody.
import { commitOf, fromHex } from '@tianping/fairness'
import { run, sql, theRow } from '@tianping/database'
import {
  SANDBOX_MERCHANT,
  venueBaseUrl,
  venueClient,
  type VenueCode,
} from '@tianping/venue-protocol'
import { fork, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../../../tooling/postgres.ts'
import { gameByCode } from '../../games/registry.ts'
import { baccarat } from '../../games/baccarat/model/baccarat.ts'
import type { InstantGame } from '../../model/InstantGame.ts'
import type { Table } from '../../model/Table.ts'
import { staleRounds } from '../../server/play/bet.sql.ts'
import { funded, gamePage, good, handClock, LOBBY, playing, testVenue } from '../support/support.ts'
import { atTable, handTable, NOON_MS } from '../support/tableSupport.ts'

const CYCLE_MS = 2_500
const clock = handClock(NOON_MS)
const venue = await testVenue({ clock })
const bac = await handTable(venue, baccarat as Table)
const oneGame = () => ({
  session_start: new Date(clock()).toISOString(),
  reality_check_min: 60,
  net_limit: null,
  one_game: true,
})
const SEED = '00'.repeat(31) + '01'
/** Gives a player seeds that are known. */
const withSeed = (player: string, nonce: number, seed = SEED, db = venue.db) =>
  run(
    db,
    sql`update seed set server_seed = ${Buffer.from(seed, 'hex')}, commit_hash = ${commitOf(fromHex(seed))}, client_seed = 'lucky', next_nonce = ${nonce}
    where player_id = ${player} and state = 'active'`,
  )

test('one game at a time: opening another, at any venue or from the lobby, ends the first, and its bets stand', async () => {
  const rg = oneGame()
  const table = await atTable(venue, baccarat as Table, { player: 'o1', rg })
  await table.placed([['banker', 1_000]])
  const slot = await playing(venue, { code: 'OB', game: 'orchard3', player: 'o1', rg })
  expect((await table.page.call('GET', '/api/state')).code).toBe(4002)
  expect((await table.ticket([['banker', 1_000]])).code).toBe(4002)
  expect((await slot.page.bet(100)).code).toBe(0)
  const { url } = (await slot.page.call('POST', '/api/open', { game_code: 'koi5' })).data
  expect((await slot.page.call('GET', '/api/state')).code, 'not before the other opens').toBe(0)
  const next = gamePage(venue.url)
  expect((await next.enter(url)).code).toBe(0)
  clock.move(CYCLE_MS)
  expect([(await slot.page.bet(100)).code, (await next.bet(100)).code]).toEqual([4002, 0])
  await bac.goTo('drawsMs')
  const bets = good(await table.client.bets({})).items.filter(bet => bet.player === 'o1')
  expect(bets).toMatchObject([{ status: 'SETTLED', stake: 1_000n, game_code: 'bac' }])
})

test('one game at a time: of games that open side by side one is left, and others keep theirs', async () => {
  const venues = [
    ['FG', 'fortune3'],
    ['OB', 'orchard3'],
    ['PP', 'koi3'],
    ['AE', 'journey3'],
  ] as const
  const stranger = await playing(venue, { player: 'o3', rg: oneGame() })
  const free = await playing(venue, { player: 'o4' })
  const alsoFree = await playing(venue, { code: 'OB', game: 'orchard3', player: 'o4' })
  const launched = await Promise.all(
    venues.map(async ([code, game_code]) => {
      const client = venue.client(code as VenueCode)
      await funded(client, 'o2', 1_000n)
      return good(
        await client.launch({ player: 'o2', game_code, lobby_url: LOBBY, rg: oneGame() as never }),
      ).url
    }),
  )
  const pages = launched.map(() => gamePage(venue.url))
  const entered = await Promise.all(pages.map((page, i) => page.enter(launched[i]!)))
  expect(entered.map(said => said.code)).toEqual([0, 0, 0, 0])
  const states = await Promise.all(pages.map(page => page.call('GET', '/api/state')))
  expect(states.map(said => said.code).toSorted()).toEqual([0, 4002, 4002, 4002])
  for (const { page } of [stranger, free, alsoFree])
    expect((await page.call('GET', '/api/state')).code).toBe(0)
})

test('an outcome knows nobody: same seeds and stake, same round, whatever a player has and has been through', async () => {
  const rich = await playing(venue, { player: 'a1', amount: 90_000_000n })
  const poor = await playing(venue, { player: 'a2', amount: 2_000n })
  // One of them has lost for an hour; the other has just come.
  for (let spin = 0; spin < 40; spin++) {
    clock.move(CYCLE_MS)
    expect((await rich.page.bet(50_000)).code).toBe(0)
  }
  const outcomes = async ({ page }: typeof rich, player: string) => {
    const found: unknown[] = []
    for (let nonce = 0; nonce < 20; nonce++) {
      clock.move(CYCLE_MS)
      await withSeed(player, 1_000 + nonce)
      const { code, data } = await page.bet(100)
      expect(code).toBe(0)
      found.push([data.bet.outcome, data.bet.payout])
    }
    return found
  }
  const ofRich = await outcomes(rich, 'a1')
  expect(await outcomes(poor, 'a2')).toEqual(ofRich)
  expect(new Set(ofRich.map(each => JSON.stringify(each))).size).toBeGreaterThan(10)
})

/** The venue as a process of its own, on this file's database. */
async function venueProcess(port: number) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      VENUE_DATABASE_URL: venue.databaseUrl,
      VENUE_PORT: String(port),
      TIANPING_MODE: 'sandbox',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((done, failed) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('listening')) done()
    })
    child.once('close', () => failed(new Error('the venue did not start')))
  })
  const client = venueClient({
    baseUrl: venueBaseUrl(`http://127.0.0.1:${port}`, 'OB'),
    merchant: SANDBOX_MERCHANT.merchant,
    keys: [SANDBOX_MERCHANT.key],
    timeoutMs: 60_000,
  })
  const ended = new Promise(done => child.once('close', done))
  return {
    client,
    url: `http://127.0.0.1:${port}`,
    end: async (signal: 'SIGKILL' | 'SIGTERM') => {
      client.close()
      child.kill(signal)
      await ended
    },
  }
}

/** With the seed above and `lucky`, this round gives twelve free spins and no more. */
const NONCE = 162
const koi5 = gameByCode('koi5') as InstantGame
const whole = koi5.outcome({
  serverSeed: fromHex(SEED),
  clientSeed: 'lucky',
  nonce: NONCE,
  stakeFen: 200n,
})
const free = (whole.detail as { free: number[][] }).free

test('killed in the middle of a round, the venue goes on with it: same state, no other round before, its stake open', async () => {
  const first = await venueProcess(await freePort())
  await funded(first.client, 'b1', 100_000n)
  const enter = async ({ client, url }: typeof first) => {
    const page = gamePage(url)
    const launched = good(
      await client.launch({ player: 'b1', game_code: 'koi5', lobby_url: LOBBY }),
    )
    return { page, state: (await page.enter(launched.url)).data.state }
  }
  // The least time between two spins is over.
  const rested = () =>
    run(
      venue.db,
      sql`update pace set last_spin_at = now() - interval '1 hour' where player_id = 'b1'`,
    )
  const { page } = await enter(first)
  await withSeed('b1', NONCE)
  const { bet } = (await page.bet(200)).data
  const stale = async (laterMs: number) => {
    const before = new Date(Date.parse(bet.placed_at) + laterMs)
    const found = await staleRounds(venue.db, before, 100)
    return found.some(({ betId }) => betId === bet.bet_id)
  }
  expect([await stale(0), await stale(1)]).toEqual([false, true])
  await rested()
  const before = (await page.call('POST', `/api/bets/${bet.bet_id}/step`, { step: 1 })).data
  expect(before.bet).toMatchObject({ status: 'OPEN', outcome: { free: free.slice(0, 1) } })
  await first.end('SIGKILL')

  const second = await venueProcess(await freePort())
  const back = await enter(second)
  expect(back.state).toMatchObject({ last: before.bet, balance: before.balance })
  await rested()
  expect((await back.page.bet(200)).code, 'another round').toBe(4104)
  const open = good(await second.client.bets({})).items.filter(each => each.player === 'b1')
  expect(open).toMatchObject([{ bet_id: bet.bet_id, status: 'OPEN', stake: 200n, payout: 0n }])
  for (let step = 2; step <= free.length; step++) {
    await rested()
    await back.page.call('POST', `/api/bets/${bet.bet_id}/step`, { step })
  }
  const after = (await back.page.call('GET', `/api/bets/${bet.bet_id}`)).data.bet
  expect(after).toMatchObject({ status: 'SETTLED', payout: Number(whole.payoutFen) })
  expect(good(await second.client.balance({ player: 'b1' })).available).toBe(
    99_800n + whole.payoutFen,
  )
  await rested()
  expect((await back.page.bet(200)).code, 'resolved').toBe(0)
  await second.end('SIGTERM')
})

/** Seeds of a process that has just started and whose clock stands. */
const seedsOfProcess = (name: string, desk: number) =>
  new Promise<string[]>((done, failed) => {
    const child = fork(
      join(import.meta.dirname, '../support/seedProcess.ts'),
      [venue.databaseUrl, String(desk), name],
      { execArgv: ['--disable-warning=ExperimentalWarning'] },
    )
    child.once('message', made => done(made as string[]))
    child.once('exit', code => failed(new Error(`${name} ended with ${code}`)))
  })

test('a storm of restarts repeats no seed: processes that start together, by clocks that stand, twice', async () => {
  const { deskId } = await theRow(
    venue.db,
    sql<{ deskId: number }>`select desk_id from desk where venue_code = 'OB' limit 1`,
  )
  const storm = (wave: string) =>
    Promise.all(Array.from({ length: 6 }, (_, n) => seedsOfProcess(`${wave}${n}`, deskId)))
  const made = [...(await storm('first')), ...(await storm('again'))].flat()
  expect(made).toHaveLength(12 * 20 * 5)
  expect(new Set(made).size).toBe(made.length)
  expect(made.every(seed => /^[0-9a-f]{16,64}$/.test(seed))).toBe(true)
})

test('a seed that is not the committed one is a fault: the stakes go back and the game closes until a person opens it', async () => {
  const table = await atTable(venue, baccarat as Table, { player: 'f1' })
  await bac.goTo('endsMs')
  const number = await bac.present()
  await table.placed([['banker', 1_000]])
  await run(
    venue.db,
    sql`update round set commit_hash = ${'0'.repeat(64)} where table_code = 'bac' and number = ${number}`,
  )
  await bac.goTo('drawsMs')
  const [bet] = good(await table.client.bets({})).items.filter(each => each.player === 'f1')
  expect(bet).toMatchObject({ status: 'VOID', payout: 0n })
  expect(good(await table.client.balance({ player: 'f1' })).available).toBe(100_000n)
  const launch = await table.client.launch({ player: 'f1', game_code: 'bac', lobby_url: LOBBY })
  expect(launch).toMatchObject({ kind: 'refused', code: 3002 })
  const { operator, action, target, reason } = await theRow(
    venue.db,
    sql<Record<string, string>>`select operator, action, target, reason from operator_action`,
  )
  expect({ operator, action, target, reason }).toEqual({
    operator: 'system',
    action: 'close-game',
    target: 'bac',
    reason: `第 ${number} 期的种子与承诺不符，作废`,
  })
})
