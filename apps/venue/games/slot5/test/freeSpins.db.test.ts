import { commitOf, fromHex } from '@tianping/fairness'
import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import type { InstantGame } from '../../../model/InstantGame.ts'
import { gameByCode } from '../../registry.ts'
import type { RoundA } from '../model/slotA.ts'
import {
  funded,
  gamePage,
  good,
  handClock,
  LOBBY,
  playing,
  testVenue,
} from '../../../test/support/support.ts'

const clock = handClock()
const venue = await testVenue({ faults: true, clock })
const CYCLE_MS = 2_500
const SERVER_SEED = '00'.repeat(31) + '01'
/** With the seed above and `lucky`, this round gives twelve free spins and no more. */
const NONCE = 162
const game = gameByCode('koi5') as InstantGame
const whole = game.outcome({
  serverSeed: fromHex(SERVER_SEED),
  clientSeed: 'lucky',
  nonce: NONCE,
  stakeFen: 200n,
})
const round = whole.detail as RoundA

/** A player whose next round has free spins. */
async function atTheGate(player: string, rg?: object) {
  const made = await playing(venue, {
    code: 'OB',
    game: 'koi5',
    player,
    amount: 100_000n,
    ...(rg ? { rg } : {}),
  })
  await run(
    venue.db,
    sql`update seed set server_seed = ${Buffer.from(SERVER_SEED, 'hex')}, commit_hash = ${commitOf(fromHex(SERVER_SEED))}, client_seed = 'lucky', next_nonce = ${NONCE}
    where player_id = ${player} and state = 'active'`,
  )
  clock.move(CYCLE_MS)
  return made
}
type Page = ReturnType<typeof gamePage>
const stepOn = (page: Page, betId: string, step: number) => {
  clock.move(CYCLE_MS)
  return page.call('POST', `/api/bets/${betId}/step`, { step })
}
async function allSteps(page: Page, betId: string, from = 1) {
  let said = await page.call('GET', `/api/bets/${betId}`)
  for (let step = from; step <= round.free.length; step++) said = await stepOn(page, betId, step)
  return said
}

test('free spins are taken one by one: the stake leaves at once, the round is open until the last one pays it all', async () => {
  const { page, client } = await atTheGate('f1')
  const first = await page.bet(200)
  expect(first.data.bet).toMatchObject({
    status: 'OPEN',
    payout: 0,
    valid_amount: 0,
    settled_at: null,
    outcome: { stops: round.stops, free: [] },
  })
  expect(first.data).toMatchObject({
    balance: 99_800,
    session: { net: -200, rounds: 1 },
    nonce: NONCE + 1,
  })
  const betId = first.data.bet.bet_id as string
  for (let step = 1; step < round.free.length; step++) {
    const { data } = await stepOn(page, betId, step)
    expect(data.bet.outcome.free).toEqual(round.free.slice(0, step))
    expect(data).toMatchObject({ balance: 99_800, bet: { status: 'OPEN', payout: 0 } })
  }
  const ended = await stepOn(page, betId, round.free.length)
  const payout = Number(whole.payoutFen)
  expect(ended.data.bet).toMatchObject({
    status: 'SETTLED',
    payout,
    valid_amount: 200,
    net: payout - 200,
    outcome: { ...round },
  })
  expect(ended.data).toMatchObject({
    balance: 99_800 + payout,
    session: { net: payout - 200, rounds: 1 },
  })
  expect(good(await client.balance({ player: 'f1' })).available).toBe(99_800n + whole.payoutFen)
  const inFeed = good(await client.bets({})).items.filter(bet => bet.bet_id === betId)
  expect(inFeed).toHaveLength(1)
  expect(inFeed[0]).toMatchObject({ status: 'SETTLED', payout: whole.payoutFen, stake: 200n })
})

test('what comes is told to nobody before its spin', async () => {
  const { page, client } = await atTheGate('f2')
  const { bet_id: betId } = (await page.bet(200)).data.bet
  await stepOn(page, betId, 1)
  const said = [
    await page.call('GET', '/api/state'),
    await page.call('GET', `/api/bets/${betId}`),
    await page.call('GET', '/api/bets?range=session'),
    await client.bet({ bet_id: betId }),
    await client.bets({}),
  ]
  const text = JSON.stringify(said, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  )
  expect(text).not.toContain(SERVER_SEED)
  for (const stops of round.free.slice(1)) expect(text).not.toContain(JSON.stringify(stops))
})

test('a step that was taken answers as often as it is asked, one too far is refused, and the cycle is kept', async () => {
  const { page } = await atTheGate('f3')
  const { bet_id: betId } = (await page.bet(200)).data.bet
  expect((await page.call('POST', `/api/bets/${betId}/step`, { step: 1 })).code).toBe(4103)
  expect((await stepOn(page, betId, 2)).code).toBe(2000)
  const both = await Promise.all([
    page.call('POST', `/api/bets/${betId}/step`, { step: 1 }),
    page.call('POST', `/api/bets/${betId}/step`, { step: 1 }),
  ])
  expect(both.map(said => [said.code, said.data.bet.outcome.free.length])).toEqual([
    [0, 1],
    [0, 1],
  ])
  expect((await page.call('POST', `/api/bets/${betId}/step`, { step: 2 })).code).toBe(4103)
  await allSteps(page, betId, 2)
  const again = await stepOn(page, betId, round.free.length)
  expect(again.data).toMatchObject({
    bet: { status: 'SETTLED' },
    balance: 99_800 + Number(whole.payoutFen),
  })
})

test('inside a round no seed is changed and no other round begun; other games of the venue go on', async () => {
  const { page, client } = await atTheGate('f4')
  const { bet_id: betId } = (await page.bet(200)).data.bet
  clock.move(CYCLE_MS)
  expect([(await page.bet(200)).code, (await page.call('POST', '/api/seeds/rotate')).code]).toEqual(
    [4104, 4105],
  )
  const other = gamePage(venue.url)
  await other.enter(
    good(await client.launch({ player: 'f4', game_code: 'orchard3', lobby_url: LOBBY })).url,
  )
  expect((await other.bet(100)).code).toBe(0)
  expect((await other.call('POST', `/api/bets/${betId}/step`, { step: 1 })).code).toBe(2404)
  await page.call('POST', '/api/seeds/client', { client_seed: 'another' })
  const ended = await allSteps(page, betId)
  expect(ended.data.bet).toMatchObject({
    status: 'SETTLED',
    payout: Number(whole.payoutFen),
    fairness: { client_seed: 'lucky' },
  })
  expect((await page.call('POST', '/api/seeds/rotate')).code).toBe(0)
})

test('an interrupted round goes on after a kick, a new launch and a reload, where it stopped', async () => {
  const { page, client } = await atTheGate('f5')
  const { bet_id: betId } = (await page.bet(200)).data.bet
  await stepOn(page, betId, 1)
  good(await client.kick({ player: 'f5' }))
  expect((await stepOn(page, betId, 2)).code).toBe(4002)
  const back = gamePage(venue.url)
  const { data } = await back.enter(
    good(await client.launch({ player: 'f5', game_code: 'koi5', lobby_url: LOBBY })).url,
  )
  expect(data.state.last).toMatchObject({
    bet_id: betId,
    status: 'OPEN',
    outcome: { free: round.free.slice(0, 1) },
  })
  expect((await allSteps(back, betId, 2)).data.bet).toMatchObject({
    status: 'SETTLED',
    payout: Number(whole.payoutFen),
  })
})

test('a round nobody came back for is played out after a day, from the same seeds, and only then', async () => {
  const { page, client } = await atTheGate('f6')
  const { bet_id: betId } = (await page.bet(200)).data.bet
  await stepOn(page, betId, 1)
  await venue.sweep()
  expect((await page.call('GET', `/api/bets/${betId}`)).data.bet.status).toBe('OPEN')
  clock.move(24 * 3_600_000)
  await venue.sweep()
  await venue.sweep()
  const { replay, ...bet } = good(await client.bet({ bet_id: betId }))
  expect(bet).toMatchObject({ status: 'SETTLED', payout: whole.payoutFen })
  expect(replay.outcome).toEqual(round)
  expect(good(await client.balance({ player: 'f6' })).available).toBe(99_800n + whole.payoutFen)
})

test('a round whose mathematics are gone is void after a day: its stake comes back, and the game goes on', async () => {
  const { page, client } = await atTheGate('f9')
  const { bet_id: betId } = (await page.bet(200)).data.bet
  await run(venue.db, sql`update bet set math_version = 'another' where bet_id = ${betId}`)
  expect((await stepOn(page, betId, 1)).code).toBe(3002)
  clock.move(24 * 3_600_000)
  await venue.sweep()
  await venue.sweep()
  expect(good(await client.bet({ bet_id: betId }))).toMatchObject({
    status: 'VOID',
    payout: 0n,
    valid_amount: 0n,
  })
  expect(good(await client.balance({ player: 'f9' })).available).toBe(100_000n)
  const back = gamePage(venue.url)
  const { data } = await back.enter(
    good(await client.launch({ player: 'f9', game_code: 'koi5', lobby_url: LOBBY })).url,
  )
  expect(data.state.session.net).toBe(0)
  expect((await back.bet(200)).code).toBe(0)
})

test('a free spin waits for the reality check, but no limit of losses keeps it back', async () => {
  const rg = {
    session_start: new Date(clock() + CYCLE_MS).toISOString(),
    reality_check_min: 30,
    net_limit: 200,
  }
  const { page } = await atTheGate('f7', rg)
  const { bet_id: betId } = (await page.bet(200)).data.bet
  expect((await stepOn(page, betId, 1)).code).toBe(0)
  clock.move(30 * 60_000)
  expect((await stepOn(page, betId, 2)).code).toBe(4101)
  await page.call('POST', '/api/reality')
  expect((await stepOn(page, betId, 2)).code).toBe(0)
})

test('a lost answer of a step changes nothing: the spin was taken once', async () => {
  const { page } = await atTheGate('f8')
  const { bet_id: betId } = (await page.bet(200)).data.bet
  await venue.admin.fault({ kind: 'drop_after', endpoint: 'placeBet', player: 'f8', count: 1 })
  await expect(stepOn(page, betId, 1)).rejects.toThrow()
  expect(
    (await page.call('POST', `/api/bets/${betId}/step`, { step: 1 })).data.bet.outcome.free,
  ).toEqual(round.free.slice(0, 1))
})

test('every bet of every five-reel game is replayed from its revealed seed, to the fen', async () => {
  for (const [code, name] of [
    ['OB', 'moon5'],
    ['PP', 'peach5'],
    ['PP', 'gems5'],
    ['AE', 'journey5'],
    ['AE', 'dragon5'],
  ] as const) {
    const client = venue.client(code)
    await funded(client, `g-${name}`, 1_000_000n)
    const page = gamePage(venue.url)
    await page.enter(
      good(await client.launch({ player: `g-${name}`, game_code: name, lobby_url: LOBBY })).url,
    )
    for (let i = 0; i < 10; i++) {
      clock.move(CYCLE_MS)
      const said = await page.bet(500)
      if (said.data.bet.status !== 'OPEN') continue
      for (let step = 1, open = said.data.bet; open.status === 'OPEN'; step++)
        open = (await stepOn(page, open.bet_id, step)).data.bet
    }
    expect((await page.call('POST', '/api/seeds/rotate')).code).toBe(0)
    const items = good(await client.bets({})).items.filter(item => item.player === `g-${name}`)
    expect(items).toHaveLength(10)
    for (const item of items) {
      const { replay, ...bet } = good(await client.bet({ bet_id: item.bet_id }))
      const found = gameByCode(bet.game_code) as InstantGame
      const again = found.outcome({
        serverSeed: fromHex(replay.server_seed!),
        clientSeed: bet.fairness.client_seed,
        nonce: bet.fairness.nonce,
        stakeFen: bet.stake,
      })
      expect([again.payoutFen, again.detail, found.mathVersion]).toEqual([
        bet.payout,
        replay.outcome,
        bet.math_version,
      ])
    }
  }
})
