import { fromHex, commitOf } from '@tianping/fairness'
import { rows, run, sql } from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { InstantGame } from '../model/InstantGame.ts'
import { gameByCode } from '../games/registry.ts'
import type { VenueClient } from '@tianping/venue-protocol'
import { funded, gamePage, good, handClock, LOBBY, playing, testVenue } from './support/support.ts'

const clock = handClock()
const venue = await testVenue({ faults: true, clock })
const CYCLE_MS = 2_500
const spinOn = async (page: ReturnType<typeof gamePage>, stake: number) => {
  clock.move(CYCLE_MS)
  return page.bet(stake)
}

test('a spin takes the stake, pays what the stops pay, and shows the new figures', async () => {
  const { page, state } = await playing(venue, { player: 's1', amount: 50_000n })
  expect(state).toMatchObject({
    balance: 50_000,
    demo: false,
    lobby_url: LOBBY,
    session: { net: 0, rounds: 0 },
    game: { code: 'fortune3', name: '招财进宝' },
  })
  const { code, data } = await page.bet(200)
  expect(code).toBe(0)
  expect(data.bet).toMatchObject({
    stake: 200,
    status: 'SETTLED',
    valid_amount: 200,
    net: data.bet.payout - 200,
  })
  expect(data.bet.payout).toBe(Math.floor((200 * data.bet.outcome.units) / 5))
  expect(data.balance).toBe(50_000 - 200 + data.bet.payout)
  expect(data.session).toMatchObject({ staked: 200, returned: data.bet.payout, rounds: 1 })
})

test('the same client_bet_id is one bet, however often and however parallel it is sent', async () => {
  const { page } = await playing(venue, { player: 's2', amount: 50_000n })
  const answers = await Promise.all(Array.from({ length: 16 }, () => page.bet(200, 'same-id-01')))
  expect(new Set(answers.map(answer => answer.data.bet.bet_id)).size).toBe(1)
  expect(answers.every(answer => answer.data.balance === answers[0]!.data.balance)).toBe(true)
  expect((await page.call('GET', '/api/state')).data.session.rounds).toBe(1)
  expect((await page.bet(500, 'same-id-01')).code).toBe(2004)
})

test('the server keeps the cycle of 2.5 s, over all tabs of a player', async () => {
  const { page, client } = await playing(venue, { player: 's3' })
  const other = gamePage(venue.url)
  await other.enter(
    good(await client.launch({ player: 's3', game_code: 'fortune3', lobby_url: LOBBY })).url,
  )
  expect((await page.bet(100)).code).toBe(0)
  clock.move(CYCLE_MS - 1)
  expect([(await page.bet(100)).code, (await other.bet(100)).code]).toEqual([4103, 4103])
  clock.move(1)
  const both = await Promise.all([page.bet(100), other.bet(100)])
  expect(both.map(said => said.code).toSorted()).toEqual([0, 4103])
})

test("the cycle is the player's, in whichever wallet of his operator he spins", async () => {
  const { page } = await playing(venue, { player: 's3b' })
  const elsewhere = await playing(venue, { code: 'OB', game: 'orchard3', player: 's3b' })
  const another = await playing(venue, { code: 'OB', game: 'orchard3', player: 's3c' })
  expect((await page.bet(100)).code).toBe(0)
  expect([(await elsewhere.page.bet(100)).code, (await another.page.bet(100)).code]).toEqual([
    4103, 0,
  ])
  clock.move(CYCLE_MS)
  const both = await Promise.all([page.bet(100), elsewhere.page.bet(100)])
  expect(both.map(said => said.code).toSorted()).toEqual([0, 4103])
})

test('only the offered stakes are taken, and only what the wallet holds', async () => {
  const { page } = await playing(venue, { player: 's4', amount: 150n })
  for (const stake of [101, 1, 50_001, 99_999_999])
    expect((await page.bet(stake)).code, String(stake)).toBe(2006)
  for (const stake of [0, -100, 1.5]) expect((await page.bet(stake)).code, String(stake)).toBe(2000)
  expect((await page.bet(200)).code).toBe(2003)
  expect((await page.bet(100)).code).toBe(0)
  const exact = await playing(venue, { player: 's4b', amount: 100n })
  expect((await exact.page.bet(100)).code, 'the last fen').toBe(0)
})

test('the net-loss limit is checked at the bet and counts from its launch on, which the lobby hands on', async () => {
  const rg = {
    session_start: new Date(clock()).toISOString(),
    reality_check_min: 600,
    net_limit: 300,
  }
  const { page, client } = await playing(venue, { player: 's5', rg })
  // Every round is settled again as lost, so that the figures are certain.
  const { id } = await venue.admin.fault({ kind: 'resettle', player: 's5', payout: 0 })
  expect((await page.bet(500)).code).toBe(4102)
  expect((await page.bet(200)).code).toBe(0)
  const { session } = (await page.call('GET', '/api/state')).data
  expect(session).toMatchObject({ net: -200, net_limit_left: 100 })
  expect((await spinOn(page, 200)).code).toBe(4102)
  const other = gamePage(venue.url)
  const handedOn = await other.enter(
    (await page.call('POST', '/api/open', { game_code: 'jewel3' })).data.url,
  )
  expect(handedOn.data.state.session).toMatchObject({ net: -200, net_limit_left: 100 })
  expect((await spinOn(other, 100)).code).toBe(0)
  expect((await spinOn(page, 100)).code).toBe(4102)
  // The operator launches again and says what may be lost from now on.
  const again = gamePage(venue.url)
  const said = await again.enter(
    good(
      await client.launch({
        player: 's5',
        game_code: 'fortune3',
        lobby_url: LOBBY,
        rg: { ...rg, net_limit: 100n },
      }),
    ).url,
  )
  expect(said.data.state.session).toMatchObject({ net: -300, net_limit_left: 100 })
  expect((await spinOn(again, 100)).code).toBe(0)
  expect((await spinOn(again, 100)).code).toBe(4102)
  await venue.admin.call('DELETE', `/admin/faults/${id}`, null)
})

test('a reality check that is due must be answered before the next bet', async () => {
  const rg = {
    session_start: new Date(clock()).toISOString(),
    reality_check_min: 30,
    net_limit: null,
  }
  const { page } = await playing(venue, { player: 's6', rg })
  expect((await page.bet(100)).code).toBe(0)
  const { totals } = (await page.call('GET', '/api/bets?range=session')).data
  expect(totals, 'from the first moment of the session on').toMatchObject({ count: 1, staked: 100 })
  clock.move(30 * 60_000)
  expect((await page.bet(100)).code).toBe(4101)
  const answered = await page.call('POST', '/api/reality')
  expect(Date.parse(answered.data.session.reality_due_at)).toBe(clock() + 30 * 60_000)
  expect((await page.bet(100)).code).toBe(0)
})

test('the reality check goes on from the last one answered when the operator says a later beginning at each launch', async () => {
  const launched = async (client: VenueClient, sinceMs: number) => {
    const page = gamePage(venue.url)
    const rg = {
      session_start: new Date(sinceMs).toISOString(),
      reality_check_min: 30,
      net_limit: null,
    }
    const { state } = (
      await page.enter(
        good(await client.launch({ player: 's13', game_code: 'fortune3', lobby_url: LOBBY, rg }))
          .url,
      )
    ).data
    return { page, dueMs: Date.parse(state.session.reality_due_at) }
  }
  const day = 24 * 3_600_000
  const client = venue.client()
  await funded(client, 's13', 10_000n)
  // Logged in long ago, which an operator says as a day ago, again at every launch.
  const first = await launched(client, clock() - day)
  expect((await first.page.bet(100)).code).toBe(4101)
  clock.move(60_000)
  const unanswered = await launched(client, clock() - day)
  expect((await unanswered.page.bet(100)).code).toBe(4101)
  await unanswered.page.call('POST', '/api/reality')
  const answeredMs = clock()
  clock.move(10 * 60_000)
  const next = await launched(client, clock() - day)
  expect(next.dueMs).toBe(answeredMs + 30 * 60_000)
  expect((await next.page.bet(100)).code).toBe(0)
  const after = await launched(client, clock() - day + 1)
  expect(after.dueMs).toBe(answeredMs + 30 * 60_000)
  clock.move(20 * 60_000)
  expect((await after.page.bet(100)).code).toBe(4101)
  // Who logs in anew begins anew.
  const anew = await launched(client, clock() - 1_000)
  expect(anew.dueMs).toBe(clock() - 1_000 + 30 * 60_000)
  const earlier = await launched(client, clock() - 2_000)
  expect(earlier.dueMs, 'nothing was answered since').toBe(clock() - 2_000 + 30 * 60_000)
})

test('without a session nothing is told, and no answer holds a seed that is not revealed', async () => {
  const stranger = gamePage(venue.url)
  for (const [method, path] of [
    ['GET', '/api/state'],
    ['POST', '/api/bets'],
    ['GET', '/api/bets?range=session'],
    ['POST', '/api/seeds/rotate'],
    ['POST', '/api/reality'],
  ] as const)
    expect(
      (
        await stranger.call(
          method,
          path,
          method === 'POST' ? { client_bet_id: 'x'.repeat(10), stake: 100 } : undefined,
        )
      ).code,
    ).toBe(4002)
  const { page } = await playing(venue, { player: 's7' })
  const said = [
    await page.bet(100),
    await page.call('GET', '/api/state'),
    await page.call('GET', '/api/bets?range=session'),
    await page.call('GET', '/api/seeds'),
  ]
  const secrets = await rows(
    venue.db,
    sql<{
      seed: string
    }>`select encode(server_seed, 'hex') as seed from seed where state <> 'revealed'`,
  )
  for (const { seed } of secrets) expect(JSON.stringify(said)).not.toContain(seed)
})

test('one player never sees the bets of another', async () => {
  const a = await playing(venue, { player: 's8' })
  const b = await playing(venue, { player: 's9' })
  const { data } = await a.page.bet(100)
  expect((await b.page.call('GET', `/api/bets/${data.bet.bet_id}`)).code).toBe(2404)
  expect((await b.page.call('GET', '/api/bets?range=week')).data.items).toEqual([])
  expect((await b.page.call('GET', `/api/bets?range=week&before=${data.bet.bet_id}`)).code).toBe(
    2404,
  )
})

test('seeds: the next hash is known before, the own seed counts from the next round, and changing reveals', async () => {
  const { page, state } = await playing(venue, { player: 't1' })
  const seeds = state.seeds as { commit: string; next_commit: string; nonce: number }
  expect(seeds.nonce).toBe(0)
  const first = (await page.bet(100)).data.bet
  expect(first.fairness).toMatchObject({ commit: seeds.commit, nonce: 0, server_seed: null })
  expect(
    (await page.call('POST', '/api/seeds/client', { client_seed: '幸运 7' })).data.seeds,
  ).toMatchObject({ client_seed: '幸运 7', commit: seeds.commit })
  const second = (await spinOn(page, 100)).data.bet
  expect(second.fairness).toMatchObject({ commit: seeds.commit, client_seed: '幸运 7', nonce: 1 })
  const rotated = (await page.call('POST', '/api/seeds/rotate')).data
  expect(rotated.revealed).toMatchObject({ commit: seeds.commit, rounds: 2 })
  expect(commitOf(fromHex(rotated.revealed.server_seed))).toBe(seeds.commit)
  expect(rotated.seeds).toMatchObject({
    commit: seeds.next_commit,
    client_seed: '幸运 7',
    nonce: 0,
  })
  expect((await page.call('GET', `/api/bets/${first.bet_id}`)).data.bet.fairness.server_seed).toBe(
    rotated.revealed.server_seed,
  )
  for (const wrong of ['', ' x', 'x'.repeat(65), 'a\u0000b'])
    expect((await page.call('POST', '/api/seeds/client', { client_seed: wrong })).code).toBe(2000)
})

test('the first seed is the player’s, drawn after the commitment; a page’s own draw never replaces it', async () => {
  const { page, state } = await playing(venue, { player: 't3' })
  expect([state.seeds.own, state.game.own_rounds]).toEqual([false, true])
  const draw = (client_seed: string) =>
    page.call('POST', '/api/seeds/client', { client_seed, first: true })
  const drawn = (await draw('a'.repeat(32))).data.seeds
  expect(drawn).toMatchObject({ own: true, client_seed: 'a'.repeat(32), nonce: 0 })
  expect(drawn.commit).toBe(state.seeds.commit)
  // Another tab drew at the same time: the first one stands.
  expect((await draw('b'.repeat(32))).data.seeds.client_seed).toBe('a'.repeat(32))
  expect((await page.bet(100)).data.bet.fairness).toMatchObject({
    client_seed: 'a'.repeat(32),
    nonce: 0,
  })
  const rotated = (await page.call('POST', '/api/seeds/rotate', { client_seed: 'c'.repeat(32) }))
    .data
  expect(rotated.seeds).toMatchObject({
    own: true,
    client_seed: 'c'.repeat(32),
    commit: state.seeds.next_commit,
  })
  expect((await page.call('POST', '/api/seeds/rotate', { client_seed: '' })).code).toBe(2000)
})

test('every settled bet is replayed from its revealed seed, to the fen', async () => {
  for (const [code, game] of [
    ['OB', 'orchard3'],
    ['FG', 'fortune3'],
    ['PP', 'koi3'],
    ['AE', 'journey3'],
  ] as const) {
    const { page, client } = await playing(venue, { code, game, player: 't2', amount: 1_000_000n })
    for (let i = 0; i < 12; i++) {
      expect((await spinOn(page, [100, 200, 500][i % 3]!)).code).toBe(0)
      if (i % 5 === 4) await page.call('POST', '/api/seeds/rotate')
      if (i % 4 === 3)
        await page.call('POST', '/api/seeds/client', {
          client_seed: randomBytes(5).toString('hex'),
        })
    }
    await page.call('POST', '/api/seeds/rotate')
    const items = good(await client.bets({})).items.filter(item => item.player === 't2')
    expect(items).toHaveLength(12)
    for (const item of items) {
      const { replay, ...bet } = good(await client.bet({ bet_id: item.bet_id }))
      const found = gameByCode(bet.game_code) as InstantGame
      expect(found.mathVersion).toBe(bet.math_version)
      expect(commitOf(fromHex(replay.server_seed!))).toBe(bet.fairness.commit)
      const again = found.outcome({
        serverSeed: fromHex(replay.server_seed!),
        clientSeed: bet.fairness.client_seed,
        nonce: bet.fairness.nonce,
        stakeFen: bet.stake,
      })
      expect(again.payoutFen).toBe(bet.payout)
      expect(again.detail).toEqual(replay.outcome)
    }
  }
})

test('a demo plays the same game with its own throw-away wallet, outside feed, statement and signed calls', async () => {
  const client = venue.client('AE')
  const before = good(await client.bets({})).next_cursor
  const page = gamePage(venue.url)
  const said = await page.enter(
    good(await client.launch({ demo: true, game_code: 'journey3', lobby_url: LOBBY })).url,
  )
  expect(said.data.state).toMatchObject({ demo: true, balance: 200_000 })
  expect((await page.bet(100)).code).toBe(0)
  expect(good(await client.bets({})).next_cursor).toBe(before)
  const [demo] = await rows(
    venue.db,
    sql<{ playerId: string }>`select player_id from player where demo`,
  )
  expect((await client.balance({ player: demo!.playerId })).kind).toBe('refused')
  clock.move(25 * 3_600_000)
  await venue.sweep()
  expect(await rows(venue.db, sql`select 1 from player where demo`)).toEqual([])
  expect((await page.bet(100)).code).toBe(4002)
})

test('history is paged, newest first, with totals of its range', async () => {
  const { page } = await playing(venue, { player: 't3', amount: 1_000_000n })
  for (let i = 0; i < 30; i++) await spinOn(page, 100)
  const full = (await page.call('GET', '/api/bets?range=session')).data
  expect([full.items.length, full.has_more]).toEqual([30, false])
  for (let i = 0; i < 5; i++) await spinOn(page, 100)
  const first = (await page.call('GET', '/api/bets?range=session')).data
  expect(first).toMatchObject({ has_more: true, totals: { count: 35, staked: 3_500 } })
  const rest = (
    await page.call('GET', `/api/bets?range=session&before=${first.items.at(-1).bet_id}`)
  ).data
  const ids = [...first.items, ...rest.items].map(item => item.bet_id)
  expect([first.items.length, rest.items.length, rest.has_more, new Set(ids).size]).toEqual([
    30,
    5,
    false,
    35,
  ])
  expect((await page.call('GET', '/api/bets?range=ever')).code).toBe(2000)
})

test('leaving ends the session', async () => {
  const { page } = await playing(venue, { player: 't4' })
  expect((await page.call('POST', '/api/leave')).data.lobby_url).toBe(LOBBY)
  expect((await page.bet(100)).code).toBe(4002)
})

test('a locked player cannot bet', async () => {
  const { page } = await playing(venue, { player: 't5' })
  await venue.admin.call('POST', '/admin/players/lock', { venue: 'FG', player: 't5', locked: true })
  expect((await page.bet(100)).code).toBe(2002)
})

test('the published mathematics is what its hash says, and the catalogue points to it', async () => {
  const {
    items: [game],
  } = good(await venue.client('FG').games({}))
  expect(game).toMatchObject({
    game_code: 'fortune3',
    category: 'concise',
    rtp_exact: '15092/15625',
    rtp_percent: '96.5888',
    hit_percent: '24.21',
    max_win: '58',
    min_stake: 100n,
  })
  const published = await (await fetch(game!.math_url)).bytes()
  const { createHash } = await import('node:crypto')
  expect(createHash('sha256').update(published).digest('hex')).toBe(game!.math_version)
})

test('a player with no money in one venue has none in another', async () => {
  await funded(venue.client('PP'), 'u1', 0n)
  const { page } = await playing(venue, {
    code: 'OB',
    game: 'orchard3',
    player: 'u1',
    amount: 500n,
  })
  expect((await page.bet(100)).code).toBe(0)
  expect(good(await venue.client('PP').balance({ player: 'u1' })).available).toBe(0n)
})

test('a round left open that cannot be ended keeps none behind it, and is ended later', async () => {
  const players = ['left1', 'left2']
  for (const player of players) {
    const { page } = await playing(venue, { player, amount: 50_000n })
    await spinOn(page, 200)
  }
  await run(
    venue.db,
    sql`update bet set status = 'OPEN', settled_at = null, math_version = 'gone' where player_id = any(${players})`,
  )
  await run(
    venue.db,
    sql`create function poisoned() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`,
  )
  await run(
    venue.db,
    sql`create trigger poisoned before update on wallet for each row when (new.player_id = 'left1') execute function poisoned()`,
  )
  clock.move(25 * 3_600_000)
  const states = async () =>
    (
      await rows(
        venue.db,
        sql<{
          status: string
        }>`select status from bet where player_id = any(${players}) order by player_id`,
      )
    ).map(({ status }) => status)
  await expect(venue.sweep()).rejects.toThrow('poisoned')
  expect(await states()).toEqual(['OPEN', 'VOID'])
  await run(venue.db, sql`drop trigger poisoned on wallet`)
  await venue.sweep()
  expect(await states()).toEqual(['VOID', 'VOID'])
})
