import { commitOf, fromHex, sha256, toHex } from '@tianping/fairness'
import { row, rows, run, sql, theRow, transaction } from '@tianping/database'
import { addDays } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { k3 } from '../games/k3/model/k3.ts'
import { returnsOf } from '../games/k3/model/outcome.ts'
import { resettleRound, voidRound } from '../server/rounds/correctRound.ts'
import { draw, close } from '../server/rounds/advance.ts'
import { deleteOldRounds, openRound, type NewRound } from '../server/rounds/round.sql.ts'
import { settleRound } from '../server/rounds/settleRound.ts'
import { timesOf } from '../server/rounds/timetable.ts'
import type { Table } from '../model/Table.ts'
import { gamePage, good, handClock, LOBBY, testVenue } from './support/support.ts'
import { atTable, handTable, NOON_MS, tickets } from './support/tableSupport.ts'

const clock = handClock(NOON_MS)
const venue = await testVenue({ faults: true, clock })
const table = k3 as Table
const hand = await handTable(venue, table)
const client = venue.client('VR')
const roundOf = (number: number) =>
  theRow(
    venue.db,
    sql<{
      state: string
      commitHash: string
      seed: Buffer | null
      outcome: { dice: number[] } | null
    }>`select state, commit_hash, seed, outcome from round where table_code = 'k3' and number = ${number}`,
  )
/** The next round from its first moment, the one before settled. */
const nextRound = async () => {
  await hand.goTo('endsMs')
  return hand.present()
}

test('a ticket takes its stake at once, is open in the feed, and is settled by the published odds after the draw', async () => {
  const { page, placed } = await atTable(venue, table, { player: 'r1', amount: 100_000n })
  const number = await hand.present()
  const before = good(await client.bets({})).next_cursor
  const { bet, balance, session } = await placed([
    ['sum:big', 1_000],
    ['sum:9', 500],
    ['straight', 200],
  ])
  expect(bet).toMatchObject({
    status: 'OPEN',
    stake: 1_700,
    payout: 0,
    round_id: expect.stringMatching(/^k3-20260718-0\d{3}$/),
    fairness: { nonce: number, server_seed: null },
  })
  expect([balance, session.staked, session.net, session.rounds]).toEqual([98_300, 1_700, -1_700, 1])
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
  await hand.goTo('closesMs')
  expect((await roundOf(number)).state).toBe('closed')
  await hand.goTo('drawsMs')
  const { state, seed, outcome, commitHash } = await roundOf(number)
  expect(state).toBe('settled')
  expect(commitOf(seed!)).toBe(commitHash)
  expect(
    table.draw({ serverSeed: seed!, clientSeed: bet.fairness.client_seed, nonce: number }),
  ).toEqual(outcome)
  const returns = ['sum:big', 'sum:9', 'straight'].map(pick => returnsOf(outcome!, pick))
  const payout = Math.floor((1_000 * returns[0]! + 500 * returns[1]! + 200 * returns[2]!) / 100)
  const settled = (await page.call('GET', `/api/bets/${bet.bet_id}`)).data.bet
  expect(settled).toMatchObject({
    status: 'SETTLED',
    payout,
    valid_amount: Math.min(1_700, Math.abs(payout - 1_700)),
    fairness: { server_seed: seed!.toString('hex') },
    outcome: { ...outcome, returns },
  })
  expect((await page.call('GET', '/api/state')).data).toMatchObject({
    balance: 98_300 + payout,
    session: { returned: payout },
  })
  const feed = good(await client.bets({ after: before })).items
  expect(feed.map(item => [item.bet_id, item.status, item.revision])).toEqual([
    [bet.bet_id, 'SETTLED', 1],
  ])
})

test('bets are taken from the opening to the close, and at neither later nor another round', async () => {
  const number = await nextRound()
  const { ticket, placed, page } = await atTable(venue, table, { player: 'r2' })
  const { closesMs, opensMs } = timesOf(table, number)
  const one: [string, number][] = [['sum:odd', 100]]
  for (const round of [number - 1, number + 1, 0])
    expect((await ticket(one, { round })).code, String(round)).not.toBe(0)
  await hand.clock.set(opensMs - 1)
  expect((await ticket(one, { round: number })).code).toBe(4202)
  await hand.clock.set(closesMs - 1)
  const { bet } = await placed(one, { round: number, id: 'the-last-one' })
  await settleRound(venue.venue, table, BigInt(number))
  expect((await page.call('GET', `/api/bets/${bet.bet_id}`)).data.bet.status).toBe('OPEN')
  // The clock alone closes, whether anybody did his work or not.
  await hand.clock.set(closesMs)
  expect((await ticket(one, { round: number })).code).toBe(4201)
  expect((await roundOf(number)).state).toBe('open')
  await hand.turn()
  expect((await ticket(one, { round: number })).code).toBe(4201)
  // Nor does a clock that is set back open it again.
  await hand.clock.set(closesMs - 5_000)
  expect((await ticket(one, { round: number })).code).toBe(4201)
  expect((await ticket(one, { round: number, id: 'the-last-one' })).data.bet.bet_id).toBe(
    bet.bet_id,
  )
  expect((await ticket([['sum:even', 100]], { round: number, id: 'the-last-one' })).code).toBe(2004)
  expect((await page.call('GET', '/api/state')).data.balance).toBe(99_900)
})

test('the same client_bet_id is one ticket, however parallel it is sent', async () => {
  await nextRound()
  const { ticket, page } = await atTable(venue, table, { player: 'r3', amount: 10_000n })
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => ticket([['sum:odd', 1_000]], { id: 'same-ticket' })),
  )
  expect(new Set(answers.map(answer => answer.data.bet.bet_id)).size).toBe(1)
  expect((await page.call('GET', '/api/state')).data).toMatchObject({
    balance: 9_000,
    session: { staked: 1_000, rounds: 1 },
  })
})

test('only known picks at offered stakes are taken, within the limits of line, round, money and protection', async () => {
  await nextRound()
  const { ticket } = await atTable(venue, table, { player: 'r4', amount: 3_000_000n })
  for (const pick of [
    'sum:2',
    'sum:19',
    'sum:03',
    'triple:7',
    'pair:11',
    'three:321',
    'two:11',
    'constructor',
    'sum:constructor',
  ])
    expect((await ticket([[pick, 100]])).code, pick).toBe(2000)
  for (const pick of ['', 'SUM:9', 'sum:9 ', 'x'.repeat(25)])
    expect((await ticket([[pick, 100]])).code, pick).toBe(2000)
  for (const stake of [150, 1, 200_100])
    expect((await ticket([['sum:9', stake]])).code, String(stake)).toBe(2006)
  for (const stake of [0, -100, 1.5, 2 ** 60])
    expect((await ticket([['sum:9', stake]])).code, String(stake)).toBe(2000)
  expect((await ticket([])).code).toBe(2000)
  expect((await ticket(Array.from({ length: 121 }, () => ['sum:9', 100]))).code).toBe(2000)
  expect((await ticket(Array.from({ length: 10 }, () => ['sum:odd', 200_000]))).code).toBe(0)
  expect((await ticket([['sum:odd', 100]])).code).toBe(4203)
  const poor = await atTable(venue, table, { player: 'r5', amount: 500n })
  expect((await poor.ticket([['sum:odd', 600]])).code).toBe(2003)
  expect((await poor.ticket([['sum:odd', 500]])).code, 'the last fen').toBe(0)
  const limited = await atTable(venue, table, {
    player: 'r6',
    rg: { session_start: new Date(clock()).toISOString(), reality_check_min: 30, net_limit: 1_000 },
  })
  expect((await limited.ticket([['sum:odd', 600]])).code).toBe(0)
  // An open stake counts as spent.
  expect((await limited.ticket([['sum:odd', 600]])).code).toBe(4102)
  expect((await limited.ticket([['sum:odd', 400]])).code).toBe(0)
  clock.move(30 * 60_000)
  expect((await limited.ticket([['sum:odd', 100]])).code).toBe(4101)
  await venue.admin.call('POST', '/admin/players/lock', { venue: 'VR', player: 'r5', locked: true })
  expect((await poor.ticket([['sum:odd', 100]])).code).toBe(2002)
})

test('valid amount is the smaller of stake and net over all tickets of the round: opposite sides count for nothing', async () => {
  const number = await nextRound()
  const { placed, page } = await atTable(venue, table, { player: 'r7' })
  await placed([['sum:big', 10_000]])
  await placed([['sum:small', 10_000]])
  await placed(
    [
      ['sum:odd', 333],
      ['sum:even', 333],
    ].map(([pick]) => [pick as string, 300]),
  )
  await hand.goTo('drawsMs')
  const { staked, returned, valid } = await theRow(
    venue.db,
    sql<{
      staked: bigint
      returned: bigint
      valid: bigint
    }>`select sum(stake)::bigint as staked, sum(payout)::bigint as returned, sum(valid_amount)::bigint as valid
    from bet where table_code = 'k3' and round_number = ${number} and player_id = 'r7'`,
  )
  expect([staked, returned, valid]).toEqual([20_600n, 19_500n + 585n, 515n])
  expect((await page.call('GET', '/api/state')).data, 'of all three tickets').toMatchObject({
    balance: 100_000 - 20_600 + 20_085,
    session: { staked: 20_600, returned: 20_085, rounds: 1 },
  })
})

test('killed after the close, the draw or in the middle of settling, the next turn goes on and nothing happens twice', async () => {
  const number = await nextRound()
  const seats = await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      atTable(venue, table, { player: `k${i}`, amount: 10_000n }),
    ),
  )
  for (const seat of seats) await seat.placed([['sum:odd', 1_000]])
  const { closesMs, drawsMs } = timesOf(table, number)
  await hand.clock.set(closesMs)
  await close(venue.venue, table, BigInt(number))
  await hand.clock.set(drawsMs)
  await draw(venue.venue, table, BigInt(number))
  const { outcome } = await roundOf(number)
  await Promise.all([
    draw(venue.venue, table, BigInt(number)),
    settleRound(venue.venue, table, BigInt(number)),
    hand.turn(),
    hand.turn(),
    settleRound(venue.venue, table, BigInt(number)),
  ])
  expect(await roundOf(number)).toMatchObject({ state: 'settled', outcome })
  const balance = 9_000 + (returnsOf(outcome!, 'sum:odd') * 1_000) / 100
  for (const seat of seats)
    expect((await seat.page.call('GET', '/api/state')).data.balance).toBe(balance)
})

test('after a pause overdue rounds are settled and idle ones skipped', async () => {
  const number = await nextRound()
  const { placed, page } = await atTable(venue, table, { player: 'r8', amount: 10_000n })
  await placed([
    ['sum:big', 1_000],
    ['sum:small', 1_000],
  ])
  await hand.clock.move(3 * 3_600_000 + 7_000)
  await hand.turn()
  expect((await roundOf(number)).state).toBe('settled')
  expect((await page.call('GET', '/api/state')).data.balance).toBe(9_950)
  const present = await hand.present()
  const opened = await rows(
    venue.db,
    sql<{
      number: bigint
    }>`select number from round where table_code = 'k3' and number > ${number} order by number`,
  )
  expect(opened.map(each => Number(each.number))).toEqual([present])
})

test('a clock set back opens no round again and draws none twice', async () => {
  const number = await nextRound()
  await hand.goTo('drawsMs')
  const before = await rows(
    venue.db,
    sql`select * from round where table_code = 'k3' order by number`,
  )
  await hand.clock.move(-10 * 60_000)
  await hand.turn()
  await hand.turn()
  expect(
    await rows(venue.db, sql`select * from round where table_code = 'k3' order by number`),
  ).toEqual(before)
  await hand.clock.set(timesOf(table, number).endsMs)
  await hand.turn()
})

test('the chain: terminal hash a day ahead, salt afterwards, each seed the next one hashed, each round committed by the one before', async () => {
  const number = await nextRound()
  await hand.goTo('drawsMs')
  await nextRound()
  await hand.goTo('drawsMs')
  const found = await rows(
    venue.db,
    sql<{
      number: bigint
      place: number
      seed: Buffer
      commitHash: string
      day: string
    }>`select number, place, seed, commit_hash, day from round where table_code = 'k3' and number in (${number}, ${number + 1}) order by number`,
  )
  expect(found[1]!.commitHash).toBe(found[0]!.seed.toString('hex'))
  const chain = await theRow(
    venue.db,
    sql<{
      terminal: string
      publishedAt: Date
      saltedAt: Date
      salt: string
    }>`select * from chain where table_code = 'k3' and day = ${found[0]!.day}`,
  )
  let hash: Uint8Array = found[0]!.seed
  for (let i = 0; i < found[0]!.place; i++) hash = sha256(hash)
  expect(toHex(hash)).toBe(chain.terminal)
  expect(chain.saltedAt.getTime()).toBeGreaterThanOrEqual(chain.publishedAt.getTime())
  const tomorrow = await theRow(
    venue.db,
    sql<{
      salt: string | null
      terminal: string
    }>`select salt, terminal from chain where table_code = 'k3' and day = ${addDays(found[0]!.day, 1)}`,
  )
  expect(tomorrow).toMatchObject({ salt: null, terminal: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('a round is never opened before the one it would give away is drawn', async () => {
  const number = await nextRound()
  const next = async () => {
    const [before] = await rows(
      venue.db,
      sql<NewRound>`select * from round where table_code = 'k3' and number = ${number}`,
    )
    const later = (at: Date) => new Date(at.getTime() + 60_000)
    return transaction(venue.db, tx =>
      openRound(tx, {
        ...before!,
        number: BigInt(number + 1),
        place: before!.place + 1,
        opensAt: later(before!.opensAt),
        closesAt: later(before!.closesAt),
        drawsAt: later(before!.drawsAt),
        resultsAt: later(before!.resultsAt),
        endsAt: later(before!.endsAt),
      }),
    )
  }
  expect(await next()).toBe(0)
  await hand.goTo('closesMs')
  expect(await next()).toBe(0)
  await hand.clock.set(timesOf(table, number).drawsMs)
  await draw(venue.venue, table, BigInt(number))
  expect(await next()).toBe(1)
  expect(await next()).toBe(0)
  // Its commitment was made up, so it could not be drawn.
  await run(venue.db, sql`delete from round where table_code = 'k3' and number = ${number + 1}`)
})

test('no answer gives away a seed that is not drawn', async () => {
  const number = await nextRound()
  const { page, placed } = await atTable(venue, table, { player: 'r9' })
  const said = [
    await placed([['sum:odd', 100]]),
    await page.call('GET', '/api/table'),
    await page.call('GET', '/tables/k3/rounds'),
    await page.call('GET', `/tables/k3/rounds/${number}`),
  ]
  const { root } = await theRow(
    venue.db,
    sql<{
      root: string
    }>`select encode(root, 'hex') as root from chain where table_code = 'k3' order by day limit 1`,
  )
  await hand.goTo('drawsMs')
  const { seed } = await roundOf(number)
  for (const secret of [root, seed!.toString('hex')])
    expect(JSON.stringify(said)).not.toContain(secret)
  expect((await page.call('GET', `/tables/k3/rounds/${number}`)).data).toMatchObject({
    round: { number, seed: seed!.toString('hex') },
    chain: { terminal: expect.any(String) },
  })
})

test('a round opened under other mathematics is void, and every stake goes back', async () => {
  const number = await nextRound()
  const { placed, page } = await atTable(venue, table, { player: 'v1', amount: 10_000n })
  const { bet } = await placed([['sum:odd', 1_000]])
  await placed([['sum:even', 500]])
  await run(
    venue.db,
    sql`update round set math_version = 'older' where table_code = 'k3' and number = ${number}`,
  )
  await hand.goTo('drawsMs')
  expect(await roundOf(number)).toMatchObject({ state: 'void', seed: null })
  expect((await page.call('GET', `/api/bets/${bet.bet_id}`)).data.bet).toMatchObject({
    status: 'VOID',
    payout: 0,
    valid_amount: 0,
  })
  expect((await page.call('GET', '/api/state')).data).toMatchObject({
    balance: 10_000,
    session: { staked: 0, returned: 0, net: 0 },
  })
})

test('an operator can make a settled round void, a revision of each bet, and not take more than a wallet holds', async () => {
  const number = await nextRound()
  const { placed, page } = await atTable(venue, table, { player: 'v2', amount: 10_000n })
  const { bet } = await placed([
    ['sum:odd', 1_000],
    ['sum:even', 1_000],
  ])
  const spent = await atTable(venue, table, { player: 'v3', amount: 2_000n })
  const won = (
    await spent.placed([
      ['sum:odd', 1_000],
      ['sum:even', 1_000],
    ])
  ).bet
  await hand.goTo('drawsMs')
  await venue.admin.fault({ kind: 'resettle', venue: 'VR', bet_id: won.bet_id, payout: 5_000 })
  good(await client.transfer({ ref: 'v3-out', player: 'v3', direction: 'OUT', all: true }))
  const done = await voidRound(venue.venue, table, BigInt(number))
  expect(done).toEqual({ changed: 1, refused: [won.bet_id], returned: 0 })
  expect((await page.call('GET', '/api/state')).data.balance).toBe(10_000)
  expect((await page.call('GET', `/api/bets/${bet.bet_id}`)).data.bet).toMatchObject({
    status: 'VOID',
    revision: 2,
  })
})

test('a forced resettlement shares the valid amount out again, and settling the round again puts it right', async () => {
  const number = await nextRound()
  const { placed, page } = await atTable(venue, table, { player: 'v4', amount: 100_000n })
  const first = (
    await placed([
      ['sum:big', 1_000],
      ['sum:small', 1_000],
    ])
  ).bet
  const second = (
    await placed([
      ['sum:odd', 1_000],
      ['sum:even', 1_000],
    ])
  ).bet
  await hand.goTo('drawsMs')
  await venue.admin.fault({ kind: 'resettle', venue: 'VR', bet_id: first.bet_id, payout: 5_000 })
  const read = async (id: string) => (await page.call('GET', `/api/bets/${id}`)).data.bet
  expect(await read(first.bet_id)).toMatchObject({
    payout: 5_000,
    revision: 2,
    valid_amount: 1_475,
  })
  expect(await read(second.bet_id)).toMatchObject({
    payout: 1_950,
    revision: 2,
    valid_amount: 1_475,
  })
  expect(await resettleRound(venue.venue, table, BigInt(number))).toEqual({
    changed: 1,
    refused: [],
  })
  expect(await read(first.bet_id)).toMatchObject({ payout: 1_950, revision: 3, valid_amount: 50 })
  expect(await read(second.bet_id)).toMatchObject({ payout: 1_950, revision: 3, valid_amount: 50 })
  expect((await page.call('GET', '/api/state')).data.balance).toBe(99_900)
})

test('a demo plays with its own wallet and is in no feed', async () => {
  await nextRound()
  const before = good(await client.bets({})).next_cursor
  const page = gamePage(venue.url)
  await page.enter(good(await client.launch({ demo: true, game_code: 'k3', lobby_url: LOBBY })).url)
  const { placed } = tickets(page, table, hand.clock)
  await placed([
    ['sum:big', 1_000],
    ['sum:small', 1_000],
  ])
  await hand.goTo('drawsMs')
  expect((await page.call('GET', '/api/state')).data.balance).toBe(199_950)
  expect(good(await client.bets({})).next_cursor).toBe(before)
})

test('every settled bet of every round is replayed from its revealed seed, to the fen', async () => {
  const number = await nextRound()
  const { placed } = await atTable(venue, table, { player: 'w1', amount: 1_000_000n })
  for (let i = 0; i < 12; i++) {
    await placed([
      [`sum:${3 + i}`, 100 * (i + 1)],
      ['sum:big', 500],
      ['two:12', 700],
    ])
    await nextRound()
  }
  const items = good(await client.bets({})).items.filter(item => item.player === 'w1')
  expect(items).toHaveLength(12)
  for (const item of items) {
    const { replay } = good(await client.bet({ bet_id: item.bet_id }))
    const seed = fromHex(replay.server_seed!)
    expect(commitOf(seed)).toBe(item.fairness.commit)
    const outcome = table.draw({
      serverSeed: seed,
      clientSeed: item.fairness.client_seed,
      nonce: item.fairness.nonce,
    })
    const lines = (item.selection as { lines: { pick: string; stake: number }[] }).lines
    expect(item.payout).toBe(
      lines.reduce(
        (sum, { pick, stake }) => sum + BigInt(stake * table.returnsOf(outcome, pick)),
        0n,
      ) / 100n,
    )
    expect(new URL(replay.verify_url).hash).toContain('lines=')
  }
  expect(items[0]!.fairness.nonce).toBe(number)
})

test('a turn opens no round at its close, the next one at the draw, and says how long it may rest', async () => {
  const number = (await nextRound()) + 40
  const { closesMs, drawsMs, endsMs } = timesOf(table, number)
  const opened = async () =>
    (
      await rows(
        venue.db,
        sql<{
          number: bigint
        }>`select number from round where table_code = 'k3' and number >= ${number} order by number`,
      )
    ).map(each => Number(each.number))
  await hand.clock.set(closesMs)
  expect(await hand.turn()).toBe(drawsMs - closesMs)
  expect(await opened()).toEqual([])
  await hand.clock.set(drawsMs)
  expect(await hand.turn()).toBe(endsMs - drawsMs)
  expect(await opened()).toEqual([number + 1])
})

test('a turn settles all that is overdue, however many rounds, and rests then', async () => {
  const number = await nextRound()
  const MANY = 51
  await run(
    venue.db,
    sql`insert into round (table_code, number, day, place, state, opens_at, closes_at, draws_at, results_at, ends_at, math_version,
        commit_hash, salt)
    select table_code, n, day, 1, 'void', opens_at, closes_at, draws_at, results_at, ends_at, math_version, commit_hash, salt
    from round, generate_series(1, ${MANY}::int) n where table_code = 'k3' and number = ${number}`,
  )
  expect(await hand.turn()).toBeGreaterThan(0)
  const { left } = await theRow(
    venue.db,
    sql<{
      left: number
    }>`select count(*)::int as left from round where table_code = 'k3' and number <= ${MANY} and settled_at is null`,
  )
  expect(left).toBe(0)
  await run(venue.db, sql`delete from round where table_code = 'k3' and number <= ${MANY}`)
})

test('a round that nobody bet on is forgotten once it ended before the bound, not at it', async () => {
  const { endsAt } = await theRow(
    venue.db,
    sql<{ endsAt: Date | null }>`select min(ends_at) as ends_at from round r
    where state in ('settled', 'void') and not exists (select from bet b where b.table_code = r.table_code and b.round_number = r.number)`,
  )
  const bound = (ms: number) => new Date(endsAt!.getTime() + ms)
  expect(await deleteOldRounds(venue.db, bound(0), 100)).toBe(0)
  expect(await deleteOldRounds(venue.db, bound(1), 100)).toBe(1)
})

test('the books of the venue agree: wallets, open stakes and what players won or lost', async () => {
  const found = await row(
    venue.db,
    sql<{ wrong: bigint }>`
    select (select coalesce(sum(available), 0) from wallet join player using (desk_id, player_id) where not demo)
      - (select coalesce(sum(case direction when 'IN' then amount else -amount end), 0) from transfer where status = 'SUCCESS')
      - (select coalesce(sum(payout - stake), 0) from bet where status = 'SETTLED' and version is not null)
      + (select coalesce(sum(stake), 0) from bet where status = 'OPEN' and version is not null) as wrong`,
  )
  expect(Number(found!.wrong)).toBe(0)
})
