import { sql, theRow } from '@tianping/database'
import type { VenueBet, VenueClient } from '@tianping/venue-protocol'
import { expect, test } from 'vitest'
import { good, handClock, newRef, playing, refusedWith, testVenue } from './support/support.ts'

const clock = handClock()
const venue = await testVenue({ faults: true, clock })

/**
 * Reads on from `after` until nothing is left, as a platform does: a bet is replaced only by a
 * higher version of it.
 */
async function readOn(
  client: VenueClient,
  after: bigint,
  into: Map<string, VenueBet>,
  limit = 7,
): Promise<bigint> {
  for (;;) {
    const { items, next_cursor, has_more } = good(await client.bets({ after, limit }))
    for (const item of items)
      if (!into.has(item.bet_id) || into.get(item.bet_id)!.version < item.version)
        into.set(item.bet_id, item)
    after = next_cursor
    if (!has_more) return after
  }
}

test('a reader who follows the cursor misses nothing while 12 players settle at once', async () => {
  const players = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      playing(venue, { code: 'OB', game: 'orchard3', player: `w${i}`, amount: 1_000_000n }),
    ),
  )
  const client = venue.client('OB')
  const seen = new Map<string, VenueBet>()
  let cursor = 0n
  let settling = true
  const reader = (async () => {
    while (settling) cursor = await readOn(client, cursor, seen)
  })()
  const placed = new Set<string>()
  for (let round = 0; round < 15; round++) {
    clock.move(2_500)
    for (const { code, data } of await Promise.all(players.map(({ page }) => page.bet(100)))) {
      expect(code).toBe(0)
      placed.add(data.bet.bet_id)
    }
  }
  settling = false
  await reader
  await readOn(client, cursor, seen)
  expect(placed.size).toBe(180)
  expect(new Set(seen.keys())).toEqual(placed)
  expect([...seen.values()].map(bet => bet.version).toSorted((a, b) => Number(a - b))).toEqual(
    Array.from({ length: 180 }, (_, i) => BigInt(i + 1)),
  )
})

test("pages are in order of version, end where they say, and versions are the venue's own", async () => {
  const client = venue.client('OB')
  const page = good(await client.bets({ after: 10n, limit: 5 }))
  expect(page.items.map(item => item.version)).toEqual([11n, 12n, 13n, 14n, 15n])
  expect(page).toMatchObject({ next_cursor: 15n, has_more: true })
  expect(good(await client.bets({ after: 180n }))).toEqual({
    items: [],
    next_cursor: 180n,
    has_more: false,
  })
  expect(good(await venue.client('FG').bets({}))).toMatchObject({ items: [], next_cursor: 0n })
})

test('duplicate, overlapping and late records confuse no reader who compares versions', async () => {
  const { page, client } = await playing(venue, {
    code: 'PP',
    game: 'koi3',
    player: 'r1',
    amount: 1_000_000n,
  })
  for (const kind of ['feed_duplicate', 'feed_overlap', 'feed_late'])
    await venue.admin.fault({ kind, venue: 'PP', probability: 0.5 })
  const placed = new Set<string>()
  const seen = new Map<string, VenueBet>()
  let cursor = 0n
  for (let i = 0; i < 40; i++) {
    clock.move(2_500)
    placed.add((await page.bet(100)).data.bet.bet_id)
    cursor = await readOn(client, cursor, seen, 3)
  }
  await venue.admin.clear()
  await readOn(client, cursor, seen)
  expect(new Set(seen.keys())).toEqual(placed)
})

test('each feed fault does what it says', async () => {
  const { page, client } = await playing(venue, {
    code: 'AE',
    game: 'journey3',
    player: 'r2',
    amount: 1_000_000n,
  })
  for (let i = 0; i < 8; i++) {
    clock.move(2_500)
    await page.bet(100)
  }
  const versions = async (after: bigint) =>
    good(await client.bets({ after, limit: 3 })).items.map(item => Number(item.version))
  await venue.admin.fault({ kind: 'feed_duplicate', count: 1 })
  expect(await versions(0n)).toEqual([1, 1, 2, 2, 3, 3])
  await venue.admin.fault({ kind: 'feed_overlap', count: 1 })
  expect(await versions(5n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  await venue.admin.fault({ kind: 'feed_late', count: 1 })
  const late = good(await client.bets({ after: 0n, limit: 3 }))
  expect(
    [late.items.map(item => Number(item.version)), late.next_cursor, late.has_more],
    'the cursor waits for the late one',
  ).toEqual([[2, 3], 0n, true])
  expect(await versions(0n)).toEqual([1, 2, 3])
})

test('a voided bet gives the stake back, and comes again with a higher version and revision', async () => {
  const { page, client } = await playing(venue, { player: 'v1', amount: 10_000n })
  const bet = (await page.bet(500)).data.bet
  await venue.admin.fault({ kind: 'void', venue: 'FG', bet_id: bet.bet_id })
  expect(good(await client.bet({ bet_id: bet.bet_id }))).toMatchObject({
    status: 'VOID',
    revision: 2,
    stake: 500n,
    payout: 0n,
    valid_amount: 0n,
  })
  expect(good(await client.balance({ player: 'v1' })).available).toBe(10_000n)
  expect((await page.call('GET', '/api/state')).data.session).toMatchObject({ net: 0 })
  expect(
    (
      await venue.admin.call('POST', '/admin/faults', {
        kind: 'void',
        venue: 'FG',
        bet_id: bet.bet_id,
      })
    ).json.code,
  ).toBe(2404)
})

test('a resettled bet pays the difference once, and a wallet that lacks it refuses', async () => {
  const { page, client } = await playing(venue, { player: 'v2', amount: 10_000n })
  const bet = (await page.bet(500)).data.bet
  const resettle = (payout: number) =>
    venue.admin.call('POST', '/admin/faults', {
      kind: 'resettle',
      venue: 'FG',
      bet_id: bet.bet_id,
      payout,
    })
  expect((await resettle(700)).json.code).toBe(0)
  expect(good(await client.balance({ player: 'v2' })).available).toBe(10_200n)
  expect((await resettle(100)).json.code).toBe(0)
  expect(good(await client.bet({ bet_id: bet.bet_id }))).toMatchObject({
    status: 'SETTLED',
    revision: 3,
    payout: 100n,
    net: -400n,
    valid_amount: 500n,
  })
  const leave = { ref: newRef(), player: 'v2', direction: 'OUT' as const, amount: 9_501n }
  good(await client.transfer(leave))
  expect((await resettle(0)).json.code, 'a fen is missing').toBe(2003)
  good(await client.transfer({ ...leave, ref: newRef(), direction: 'IN', amount: 1n }))
  expect((await resettle(0)).json.code).toBe(0)
  expect(good(await client.balance({ player: 'v2' })).available).toBe(0n)
})

test('armed void and resettle faults strike the next matching round', async () => {
  const { page, client } = await playing(venue, { player: 'v3', amount: 10_000n })
  await venue.admin.fault({ kind: 'void', player: 'v3', count: 1 })
  await venue.admin.fault({ kind: 'resettle', player: 'v3', count: 1 })
  for (let i = 0; i < 3; i++) {
    clock.move(2_500)
    await page.bet(100)
  }
  const mine = good(await client.bets({})).items.filter(item => item.player === 'v3')
  expect(mine.map(item => [item.status, item.revision]).toSorted()).toEqual([
    ['SETTLED', 1],
    ['SETTLED', 2],
    ['VOID', 2],
  ])
})

test('lost, late and garbled answers: the same ref asked again moves the money once', async () => {
  const { client } = await playing(venue, { player: 'x1', amount: 0n })
  let expected = 0n
  for (const kind of ['drop_before', 'drop_after', 'error_after', 'truncate', 'bad_signature']) {
    await venue.admin.fault({ kind, endpoint: 'transfer', player: 'x1', count: 1 })
    const move = { ref: newRef(), player: 'x1', direction: 'IN' as const, amount: 10n }
    expect((await client.transfer(move)).kind, kind).toBe('unknown')
    const done =
      good(await client.bets({ after: 0n, limit: 1 })) &&
      good(await client.balance({ player: 'x1' })).available > expected
    expect(done, kind).toBe(kind !== 'drop_before')
    if (done) expect(good(await client.transferState({ ref: move.ref })).status).toBe('SUCCESS')
    else refusedWith(await client.transferState({ ref: move.ref }), 2404)
    good(await client.transfer(move))
    expected += 10n
    expect(good(await client.balance({ player: 'x1' })).available).toBe(expected)
  }
})

test('a delayed original that comes after the finalize is refused', async () => {
  const impatient = venue.client('FG', { timeoutMs: 60 })
  const client = venue.client('FG')
  // Whether it has reached the venue when its sender gives up or not, it is not carried out before
  // the finalize.
  await venue.admin.fault({ kind: 'delay', endpoint: 'transfer', ref: 'late-1', delay_ms: 120_000 })
  expect(
    await impatient.transfer({ ref: 'late-1', player: 'x1', direction: 'IN', amount: 10n }),
  ).toMatchObject({ kind: 'unknown', reason: 'timeout' })
  await venue.admin.clear()
  const before = good(await client.balance({ player: 'x1' })).available
  expect(good(await client.finalize({ ref: 'late-1' })).status).toBe('VOIDED')
  await venue.admin.fault({
    kind: 'delay',
    endpoint: 'transfer',
    ref: 'late-1',
    delay_ms: 600,
    count: 1,
  })
  refusedWith(
    await client.transfer({ ref: 'late-1', player: 'x1', direction: 'IN', amount: 10n }),
    2005,
  )
  expect(good(await client.balance({ player: 'x1' })).available).toBe(before)
})

test('a venue whose clock is off refuses by timestamp until it is set right', async () => {
  const client = venue.client('FG')
  const { id } = await venue.admin.fault({ kind: 'clock_skew', venue: 'FG', skew_ms: 90_000 })
  expect(await client.health({})).toMatchObject({ kind: 'unknown', reason: 'not_accepted' })
  expect((await venue.client('PP').health({})).kind).toBe('ok')
  await venue.admin.call('DELETE', `/admin/faults/${id}`, null)
  expect((await client.health({})).kind).toBe('ok')
})

test('armed faults are listed, and cleared', async () => {
  await venue.admin.fault({
    kind: 'delay',
    endpoint: 'bets',
    delay_ms: 5,
    probability: 0,
    count: 3,
  })
  const listed = await venue.admin.call('GET', '/admin/faults', null)
  expect(listed.json.data).toMatchObject({
    items: [{ kind: 'delay', endpoint: 'bets', probability: 0, count: 3 }],
  })
  await venue.admin.clear()
  expect((await venue.admin.call('GET', '/admin/faults', null)).json.data).toEqual({ items: [] })
})

test("the statement of a day is what the day's bets and transfers add up to", async () => {
  const client = venue.client('FG')
  const { items } = good(await client.bets({}))
  const settled = items.filter(item => item.status === 'SETTLED')
  const sum = (of: (item: VenueBet) => bigint) =>
    settled.reduce((total, item) => total + of(item), 0n)
  const { bets, transfers } = good(await client.statement({ date: '2026-07-18' }))
  expect(bets).toEqual({
    count: settled.length,
    stake: sum(b => b.stake),
    valid_amount: sum(b => b.valid_amount),
    payout: sum(b => b.payout),
    void_count: items.length - settled.length,
  })
  const { wallets } = await theRow(
    venue.db,
    sql<{
      wallets: bigint
    }>`select sum(w.available)::bigint as wallets from wallet w join desk using (desk_id) where venue_code = 'FG'`,
  )
  expect(transfers.in_amount - transfers.out_amount + bets.payout - bets.stake).toBe(wallets)
  expect(good(await client.statement({ date: '2026-07-17' })).bets.count).toBe(0)
})

test('a business day begins at midnight in Shanghai', async () => {
  clock.move(Date.parse('2026-07-19T15:59:59.999Z') - clock())
  const { page, client } = await playing(venue, { player: 'y1', amount: 10_000n })
  await page.bet(100)
  clock.move(2_500)
  await page.bet(200)
  expect(good(await client.statement({ date: '2026-07-19' })).bets).toMatchObject({
    count: 1,
    stake: 100n,
  })
  expect(good(await client.statement({ date: '2026-07-20' })).bets).toMatchObject({
    count: 1,
    stake: 200n,
  })
})

test('conservation: every wallet is its transfers and its bets, and nothing else', async () => {
  const { off } = await theRow(
    venue.db,
    sql<{ off: bigint }>`
    select count(*) as off from wallet w where w.available + w.frozen is distinct from
      coalesce((select sum(case direction when 'IN' then amount else -amount end) from transfer t
        where t.desk_id = w.desk_id and t.player_id = w.player_id and t.status = 'SUCCESS'), 0)
      + coalesce((select sum(payout - stake) from bet b where b.desk_id = w.desk_id and b.player_id = w.player_id and b.status = 'SETTLED'), 0)`,
  )
  expect(off).toBe(0n)
})
