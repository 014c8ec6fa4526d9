import { run, sql } from '@tianping/database'
import { startOfDay } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import {
  funded,
  gamePage,
  good,
  handClock,
  playing,
  refusedWith,
  testVenue,
} from '../support/support.ts'

const CYCLE_MS = 2_500
const clock = handClock()
const venue = await testVenue({ faults: true, clock })
const client = venue.client('FG')
const DAY_MS = 86_400_000

let made = 0
const grantOf = (player: string, more: object = {}) => ({
  ref: `G-${(made += 1)}`,
  player,
  games: ['fortune3'],
  stake: 200n,
  rounds: 3,
  ends_at: new Date(clock() + DAY_MS).toISOString(),
  ...more,
})
type Page = ReturnType<typeof gamePage>
const spin = (page: Page, free?: string, id = `c-${randomBytes(8).toString('hex')}`) => {
  clock.move(CYCLE_MS)
  return page.call('POST', '/api/bets', {
    client_bet_id: id,
    stake: 200,
    ...(free ? { free } : {}),
  })
}

test('free rounds take and pay no money of the wallet, and stand in the feed and the statement beside the bets', async () => {
  const { page } = await playing(venue, { player: 'a1', amount: 1_000n })
  const grant = grantOf('a1')
  expect(good(await client.grantFreeRounds(grant))).toMatchObject({
    status: 'OPEN',
    used: 0,
    won: 0n,
  })
  const { data: before } = await page.call('GET', '/api/state')
  expect(before.free).toMatchObject({ ref: grant.ref, left: 3, rounds: 3, stake: 200, won: 0 })
  let won = 0
  for (let left = 2; left >= 0; left -= 1) {
    const { data } = await spin(page, grant.ref, `round-no-${left}`)
    won += data.bet.payout
    expect(data).toMatchObject({
      balance: 1_000,
      session: { net: 0, staked: 0 },
      free: { left, won },
    })
  }
  // The page lost the answer: the same round again, not a fourth.
  const again = await spin(page, grant.ref, 'round-no-0')
  expect(again.data.free).toMatchObject({ left: 0, won })
  expect((await spin(page, grant.ref)).code).toBe(4111)
  const { items } = good(await client.bets({}))
  const own = items.filter(bet => bet.player === 'a1')
  expect(own.map(bet => [bet.stake, bet.valid_amount, bet.free_rounds])).toEqual(
    Array.from({ length: 3 }, () => [0n, 0n, { ref: grant.ref, stake: 200n }]),
  )
  expect(good(await client.freeRounds({ ref: grant.ref }))).toMatchObject({
    status: 'PLAYED',
    used: 3,
    open: 0,
    won: BigInt(won),
  })
  const date = new Date(clock() + 8 * 3_600_000).toISOString().slice(0, 10)
  expect(startOfDay(date).getTime()).toBeLessThanOrEqual(clock())
  expect(good(await client.statement({ date }))).toMatchObject({
    bets: { count: 0, stake: 0n, payout: 0n },
    free_rounds: { count: 3, stake: 600n, payout: BigInt(won) },
  })
})

test('a grant is only its player’s, in its games, for its stake, until it ends or is cancelled', async () => {
  const { page } = await playing(venue, { player: 'b1', amount: 1_000n })
  await funded(client, 'b2', 0n)
  const other = grantOf('b2')
  good(await client.grantFreeRounds(other))
  expect((await spin(page, other.ref)).code).toBe(4111)
  const elsewhere = grantOf('b1', { games: ['fortune3'], stake: 500n })
  good(await client.grantFreeRounds(elsewhere))
  expect((await spin(page, elsewhere.ref)).code).toBe(2006)
  const short = grantOf('b1', { ends_at: new Date(clock() + 60_000).toISOString() })
  good(await client.grantFreeRounds(short))
  clock.move(60_000)
  expect((await spin(page, short.ref)).code).toBe(4111)
  expect(good(await client.freeRounds({ ref: short.ref })).status).toBe('EXPIRED')
  const ended = grantOf('b1')
  good(await client.grantFreeRounds(ended))
  expect((await spin(page, ended.ref)).code).toBe(0)
  good(await client.cancelFreeRounds({ ref: ended.ref }))
  expect((await spin(page, ended.ref)).code).toBe(4111)
  expect(good(await client.freeRounds({ ref: ended.ref }))).toMatchObject({
    status: 'CANCELLED',
    used: 1,
  })
  // A game that is no slot, or a stake it does not offer, is found at once.
  refusedWith(await client.grantFreeRounds(grantOf('b1', { stake: 201n })), 2006)
  refusedWith(await venue.client('VR').grantFreeRounds(grantOf('b1', { games: ['k3'] })), 2001)
})

test('free rounds keep to the times and locks of play, not to limits of stakes and losses', async () => {
  const ends = new Date(clock() + 600_000)
  const { page } = await playing(venue, {
    player: 'c1',
    amount: 1_000n,
    rg: {
      session_start: new Date(clock()).toISOString(),
      reality_check_min: 60,
      net_limit: 100,
      ends_at: ends.toISOString(),
    },
  })
  const grant = grantOf('c1')
  good(await client.grantFreeRounds(grant))
  expect((await spin(page)).code).toBe(4102)
  expect((await spin(page, grant.ref)).code).toBe(0)
  await run(venue.db, sql`update player set locked = true where player_id = 'c1'`)
  expect((await spin(page, grant.ref)).code).toBe(2002)
  await run(venue.db, sql`update player set locked = false where player_id = 'c1'`)
  clock.move(600_000)
  expect((await spin(page, grant.ref)).code).toBe(4106)
})

test('a corrected free round changes the grant and no wallet, and a voided one can be played again', async () => {
  const { page } = await playing(venue, { player: 'd1', amount: 1_000n })
  const grant = grantOf('d1', { rounds: 1 })
  good(await client.grantFreeRounds(grant))
  const { data } = await spin(page, grant.ref)
  const bet_id = data.bet.bet_id as string
  await venue.admin.fault({ kind: 'resettle', venue: 'FG', bet_id, payout: 77 })
  expect(good(await client.freeRounds({ ref: grant.ref }))).toMatchObject({ used: 1, won: 77n })
  expect(good(await client.balance({ player: 'd1' })).available).toBe(1_000n)
  await venue.admin.fault({ kind: 'void', venue: 'FG', bet_id })
  expect(good(await client.freeRounds({ ref: grant.ref }))).toMatchObject({ used: 0, won: 0n })
  expect((await spin(page, grant.ref)).code).toBe(0)
  expect(good(await client.balance({ player: 'd1' })).available).toBe(1_000n)
})

test('bets that race for the last free round get one', async () => {
  const { page } = await playing(venue, { player: 'e1', amount: 1_000n })
  const grant = grantOf('e1', { rounds: 1 })
  good(await client.grantFreeRounds(grant))
  clock.move(CYCLE_MS)
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      page.call('POST', '/api/bets', {
        client_bet_id: `race-000${at}`,
        stake: 200,
        free: grant.ref,
      }),
    ),
  )
  expect(all.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(good(await client.freeRounds({ ref: grant.ref })).used).toBe(1)
})
