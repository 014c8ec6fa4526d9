import { fairDraws } from '@tianping/fairness'
import { run, sql, theRow } from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawJackpot } from '../../server/jackpot/draw.ts'
import { funded, good, handClock, playing, refusedWith, testVenue } from '../support/support.ts'

const CYCLE_MS = 2_500
const clock = handClock()
const venue = await testVenue({ faults: true, clock })
const client = venue.client('FG')

const terms = { share: 100, seed: 500n, bound: 510n }
const asked = (ref: string, more: object = {}) => ({
  ref,
  name: '锦鲤奖池',
  games: ['fortune3'],
  open: true,
  ...terms,
  ...more,
})
type Page = Awaited<ReturnType<typeof playing>>['page']
const spin = (page: Page, stake = 200) => {
  clock.move(CYCLE_MS)
  return page.call('POST', '/api/bets', {
    client_bet_id: `c-${randomBytes(8).toString('hex')}`,
    stake,
  })
}
const pool = async (ref: string) => {
  const found = good(await client.jackpots({})).items.find(each => each.ref === ref)
  if (!found) throw new Error(`no jackpot ${ref}`)
  return found
}
const closeAll = () => run(venue.db, sql`update jackpot set is_open = false`)

test('a pool grows by the share of each stake, is won at its bound at the latest, and begins anew', async () => {
  good(await client.putJackpot(asked('J-a')))
  const { page } = await playing(venue, { player: 'a1', amount: 100_000n })
  expect((await page.call('GET', '/api/state')).data.jackpot).toMatchObject({
    ref: 'J-a',
    pool: 500,
    bound: 510,
  })
  // What is asked for now counts for the next cycle, since this one has a bet by then.
  const first = await spin(page)
  good(await client.putJackpot(asked('J-a', { seed: 300n, bound: 900n })))
  let won = BigInt(first.data.bet.jackpot)
  let spins = 1
  for (; won === 0n; spins++) {
    expect(await pool('J-a')).toMatchObject({
      cycle: 1,
      pool: 500n + 2n * BigInt(spins),
      seed: 500n,
    })
    won = BigInt((await spin(page)).data.bet.jackpot)
  }
  expect(spins).toBeLessThanOrEqual(5)
  expect(won).toBe(500n + 2n * BigInt(spins))
  const after = await pool('J-a')
  expect(after).toMatchObject({ cycle: 2, pool: 300n, seed: 300n, bound: 900n })
  expect(after).toMatchObject({ seeded: 500n, contributed: 2n * BigInt(spins), paid: won })
  expect(after.wins).toMatchObject([{ cycle: 1, player: 'a1', amount: won }])
  // The win is part of the payout, of the wallet and of the record that the platform reads.
  const { items } = good(await client.bets({}))
  const own = items.filter(bet => bet.player === 'a1')
  expect(own.map(bet => bet.jackpot?.share)).toEqual(Array.from({ length: spins }, () => 2n))
  const net = own.reduce((sum, bet) => sum + bet.net, 0n)
  expect(good(await client.balance({ player: 'a1' })).available).toBe(100_000n + net)
  const winner = own.find(bet => bet.bet_id === after.wins[0]!.bet_id)!
  expect(winner.jackpot).toEqual({ ref: 'J-a', cycle: 1, seed: 500n, share: 2n, won })
  expect(winner.payout).toBeGreaterThanOrEqual(won)
  expect(winner.valid_amount).toBe(200n)
  await closeAll()
})

test('shares below a fen are kept, and bets of many players at once lose none', async () => {
  good(await client.putJackpot(asked('J-b', { share: 3, seed: 100n, bound: 2_000n })))
  const pages = await Promise.all(
    Array.from(
      { length: 8 },
      async (_, at) => (await playing(venue, { player: `b${at}`, amount: 100_000n })).page,
    ),
  )
  for (let round = 0; round < 6; round++) {
    clock.move(CYCLE_MS)
    const answers = await Promise.all(
      pages.map((page, at) =>
        page.call('POST', '/api/bets', { client_bet_id: `all-${round}-000${at}`, stake: 200 }),
      ),
    )
    expect(answers.map(({ code }) => code)).toEqual(pages.map(() => 0))
  }
  const now = await pool('J-b')
  // 48 stakes of 200 fen at three ten-thousandths are 2.88 fen.
  expect(now.contributed).toBe(2n)
  const { filled } = await theRow(
    venue.db,
    sql<{
      filled: bigint
    }>`select filled + (paid - seeded + case when has_begun then seed else 0 end) * 10000::bigint as filled from jackpot where ref = 'J-b'`,
  )
  expect(filled).toBe(28_800n)
  await closeAll()
})

test('the draw can be repeated from the seeds and the two figures that the bet keeps', async () => {
  good(await client.putJackpot(asked('J-c', { share: 300, seed: 100n, bound: 10_000n })))
  const { page } = await playing(venue, { player: 'c1', amount: 100_000n })
  const bets = []
  for (let at = 0; at < 5; at++) bets.push((await spin(page)).data.bet)
  await page.call('POST', '/api/seeds/rotate', {})
  for (const { bet_id, jackpot } of bets) {
    const { replay, fairness } = good(await client.bet({ bet_id }))
    const said = new URLSearchParams(replay.verify_url.split('#')[1])
    const draws = fairDraws({
      serverSeed: Uint8Array.from(Buffer.from(replay.server_seed!, 'hex')),
      game: 'jackpot',
      clientSeed: fairness.client_seed,
      nonce: fairness.nonce,
    })
    const room = BigInt(said.get('jackpot_room')!)
    const [high, low] = [draws.u32(), draws.u32()]
    const wins = ((BigInt(high) << 32n) + BigInt(low)) % room < BigInt(said.get('jackpot_part')!)
    expect(said.get('jackpot_part')).toBe('60000')
    expect([wins, said.get('jackpot_won')]).toEqual([jackpot > 0, String(jackpot)])
  }
  await closeAll()
})

test('a void bet that had won gives the pool back what it won, and the next bet can win it', async () => {
  good(await client.putJackpot(asked('J-d', { share: 300, seed: 100n, bound: 101n })))
  const { page } = await playing(venue, { player: 'd1', amount: 1_000n })
  const { data } = await spin(page)
  const bet_id = data.bet.bet_id as string
  expect(data.bet.jackpot).toBe(101)
  const before = await pool('J-d')
  // Six fen went in, five of them passed the bound and are the next cycle's.
  expect(before).toMatchObject({ cycle: 2, pool: 105n, contributed: 6n, paid: 101n })
  const resettled = { kind: 'resettle', venue: 'FG', bet_id, payout: 101 }
  await expect(venue.admin.fault({ ...resettled, payout: 100 })).rejects.toThrow('amount refused')
  await venue.admin.fault(resettled)
  await venue.admin.fault({ kind: 'void', venue: 'FG', bet_id })
  expect(good(await client.balance({ player: 'd1' })).available).toBe(1_000n)
  expect(await pool('J-d')).toMatchObject({ cycle: 2, pool: 206n, paid: 0n, wins: [] })
  const { items } = good(await client.bets({}))
  expect(items.find(bet => bet.bet_id === bet_id)).toMatchObject({
    status: 'VOID',
    payout: 0n,
    jackpot: { share: 6n, won: 0n },
  })
  await closeAll()
})

test('what a jackpot cannot be is refused: another game, two pools of a game, a chance nobody has', async () => {
  refusedWith(await client.putJackpot(asked('J-e', { games: ['no-such-game'] })), 3001)
  refusedWith(await venue.client('VR').putJackpot(asked('J-e', { games: ['k3'] })), 3001)
  refusedWith(await client.putJackpot(asked('J-e', { share: 1, bound: 10_000_000_000n })), 2000)
  good(await client.putJackpot(asked('J-e')))
  refusedWith(await client.putJackpot(asked('J-f')), 2000)
  good(await client.putJackpot(asked('J-e', { open: false })))
  good(await client.putJackpot(asked('J-f')))
  await closeAll()
})

test('practice and rounds at the house’s cost have no part in a pool, nor has a closed one', async () => {
  good(await client.putJackpot(asked('J-g')))
  await funded(client, 'g1', 1_000n)
  good(
    await client.grantFreeRounds({
      ref: 'G-pool',
      player: 'g1',
      games: ['fortune3'],
      stake: 200n,
      rounds: 1,
      ends_at: new Date(clock() + 86_400_000).toISOString(),
    }),
  )
  const { page } = await playing(venue, { player: 'g1', amount: 1_000n })
  clock.move(CYCLE_MS)
  const free = await page.call('POST', '/api/bets', {
    client_bet_id: 'free-0001',
    stake: 200,
    free: 'G-pool',
  })
  expect(free.data.bet.jackpot).toBe(0)
  expect((await pool('J-g')).contributed).toBe(0n)
  await closeAll()
  expect((await page.call('GET', '/api/state')).data.jackpot).toBeNull()
  await spin(page)
  expect((await pool('J-g')).contributed).toBe(0n)
})

test('where a pool is won is spread evenly between seed and bound', () => {
  // One stake takes a tenth of the way: each of the ten places is as likely as the others.
  const places = Array.from({ length: 10 }, () => 0)
  const start = { ref: 'J', cycle: 1, share: 100, seed: 100n, bound: 120n }
  for (let at = 0; at < 4_000; at++) {
    let filled = 0n
    for (let place = 0; ; place++) {
      const serverSeed = new Uint8Array(32).fill(at % 251)
      const round = { serverSeed, clientSeed: `c${at}`, nonce: BigInt(place) }
      const drawn = drawJackpot({ ...start, filled }, 200n, round)
      filled = drawn.filled
      if (drawn.won === 0n) continue
      places[place] = (places[place] ?? 0) + 1
      break
    }
  }
  expect(places).toHaveLength(10)
  const chi = places.reduce((sum, seen) => sum + (seen - 400) ** 2 / 400, 0)
  expect(chi).toBeLessThan(45)
})
