import { run, sql, theRow, transaction, type Db } from '@tianping/database'
import { expect, test } from 'vitest'
import { funded, good, newRef, rawCall, refusedWith, testVenue } from './support/support.ts'

const venue = await testVenue({ faults: true })
const client = venue.client('FG')

test('a transfer moves exactly its amount, and its answer says what came of it', async () => {
  await funded(client, 'a1', 0n)
  const ref = newRef()
  const moved = good(await client.transfer({ ref, player: 'a1', direction: 'IN', amount: 12_345n }))
  expect(moved).toMatchObject({
    ref,
    status: 'SUCCESS',
    player: 'a1',
    direction: 'IN',
    amount: 12_345n,
    balance_after: 12_345n,
    code: null,
  })
  expect(moved.venue_txn_id).toBeTruthy()
  const back = good(
    await client.transfer({ ref: newRef(), player: 'a1', direction: 'OUT', amount: 345n }),
  )
  expect(back.balance_after).toBe(12_000n)
  expect(good(await client.balance({ player: 'a1' }))).toMatchObject({
    available: 12_000n,
    frozen: 0n,
  })
})

test('all takes out whatever is there, even nothing', async () => {
  await funded(client, 'a2', 777n)
  expect(
    good(await client.transfer({ ref: newRef(), player: 'a2', direction: 'OUT', all: true })),
  ).toMatchObject({ amount: 777n, balance_after: 0n })
  expect(
    good(await client.transfer({ ref: newRef(), player: 'a2', direction: 'OUT', all: true })),
  ).toMatchObject({ amount: 0n, balance_after: 0n })
})

test('32 duplicates at once count once and all answer the same', async () => {
  await funded(client, 'a3', 0n)
  const ref = newRef()
  const answers = await Promise.all(
    Array.from({ length: 32 }, () =>
      client.transfer({ ref, player: 'a3', direction: 'IN', amount: 500n }),
    ),
  )
  const ids = new Set(answers.map(answer => good(answer).venue_txn_id))
  expect(ids.size).toBe(1)
  expect(good(await client.balance({ player: 'a3' })).available).toBe(500n)
})

test('the same ref with another body is refused and changes nothing', async () => {
  await funded(client, 'a4', 0n)
  const ref = newRef()
  good(await client.transfer({ ref, player: 'a4', direction: 'IN', amount: 500n }))
  refusedWith(await client.transfer({ ref, player: 'a4', direction: 'IN', amount: 501n }), 2004)
  refusedWith(await client.transfer({ ref, player: 'a4', direction: 'OUT', amount: 500n }), 2004)
  refusedWith(await client.transfer({ ref, player: 'a4', direction: 'OUT', all: true }), 2004)
  expect(good(await client.balance({ player: 'a4' })).available).toBe(500n)
})

test('a refusal is final: the same ref stays refused when the reason is gone', async () => {
  await funded(client, 'a5', 100n)
  const ref = newRef()
  refusedWith(await client.transfer({ ref, player: 'a5', direction: 'OUT', amount: 200n }), 2003)
  good(await client.transfer({ ref: newRef(), player: 'a5', direction: 'IN', amount: 1_000n }))
  refusedWith(await client.transfer({ ref, player: 'a5', direction: 'OUT', amount: 200n }), 2003)
  expect(good(await client.transferState({ ref }))).toMatchObject({ status: 'FAILED', code: 2003 })
  expect(good(await client.finalize({ ref }))).toMatchObject({ status: 'FAILED', code: 2003 })
  expect(good(await client.balance({ player: 'a5' })).available).toBe(1_100n)
})

test('unknown and locked players are refused, for good under that ref', async () => {
  const ref = newRef()
  refusedWith(await client.transfer({ ref, player: 'nobody', direction: 'IN', amount: 1n }), 2001)
  await funded(client, 'nobody', 0n)
  refusedWith(await client.transfer({ ref, player: 'nobody', direction: 'IN', amount: 1n }), 2001)
  await venue.admin.call('POST', '/admin/players/lock', {
    venue: 'FG',
    player: 'nobody',
    locked: true,
  })
  refusedWith(
    await client.transfer({ ref: newRef(), player: 'nobody', direction: 'IN', amount: 1n }),
    2002,
  )
  refusedWith(
    await client.launch({
      player: 'nobody',
      game_code: 'fortune3',
      lobby_url: 'https://x.example/',
    }),
    2002,
  )
})

test.each([
  ['zero', { amount: 0 }],
  ['negative', { amount: -5 }],
  ['a fraction', { amount: 1.5 }],
  ['too large', { amount: 1e16 }],
  ['a text', { amount: '5' }],
  ['none', {}],
  ['both', { amount: 5, all: true }],
  ['all coming in', { all: true }],
])('an amount that makes no sense is refused: %s', async (_what, fields) => {
  await funded(client, 'a6', 0n)
  const body = JSON.stringify({ ref: newRef(), player: 'a6', direction: 'IN', ...fields })
  const { json, status } = await rawCall(venue.url, 'POST', '/venues/FG/v1/transfers', body)
  expect([status, json.code]).toEqual([400, 2006])
})

test('an unknown ref is not found, and finalizing it keeps a late original out for good', async () => {
  await funded(client, 'a7', 0n)
  const ref = newRef()
  refusedWith(await client.transferState({ ref }), 2404)
  expect(good(await client.finalize({ ref }))).toMatchObject({
    ref,
    status: 'VOIDED',
    amount: null,
  })
  refusedWith(await client.transfer({ ref, player: 'a7', direction: 'IN', amount: 100n }), 2005)
  expect(good(await client.finalize({ ref })).status).toBe('VOIDED')
  expect(good(await client.transferState({ ref })).status).toBe('VOIDED')
  expect(good(await client.balance({ player: 'a7' })).available).toBe(0n)
})

test('finalize and the original at once: one of them wins, and both tell the same story', async () => {
  await funded(client, 'a8', 0n)
  let applied = 0n
  for (let i = 0; i < 20; i++) {
    const ref = newRef()
    const [made, final] = await Promise.all([
      client.transfer({ ref, player: 'a8', direction: 'IN', amount: 10n }),
      client.finalize({ ref }),
    ])
    const { status } = good(final)
    if (status === 'VOIDED') refusedWith(made, 2005)
    else {
      expect(status).toBe('SUCCESS')
      expect(good(made).status).toBe('SUCCESS')
      applied += 10n
    }
  }
  expect(good(await client.balance({ player: 'a8' })).available).toBe(applied)
})

test('a transfer under way is PROCESSING, not unknown, and finalize waits for its end', async () => {
  await funded(client, 'a9', 0n)
  const ref = newRef()
  // Another session holds the wallet, so that the transfer stands in the middle of its transaction.
  const { made, final } = await transaction(venue.db, async tx => {
    await run(tx, sql`select 1 from wallet where player_id = 'a9' for update`)
    const under = client.transfer({ ref, player: 'a9', direction: 'IN', amount: 10n })
    while ((await refLocks(tx)) === 0n) {
      /* The transfer has not reached its ref yet. */
    }
    expect(good(await client.transferState({ ref }))).toMatchObject({ ref, status: 'PROCESSING' })
    return { made: [under], final: [client.finalize({ ref })] }
  })
  expect(good(await made[0]!).status).toBe('SUCCESS')
  expect(good(await final[0]!).status).toBe('SUCCESS')
})

async function refLocks(db: Db) {
  const { count } = await theRow(
    db,
    sql<{ count: bigint }>`select count(*) as count from pg_locks
    where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
  )
  return count
}

test('each venue keeps a wallet of its own and refs of its own', async () => {
  const other = venue.client('PP')
  await funded(client, 'b1', 100n)
  refusedWith(await other.balance({ player: 'b1' }), 2001)
  await funded(other, 'b1', 0n)
  const ref = newRef()
  good(await client.transfer({ ref, player: 'b1', direction: 'IN', amount: 1n }))
  good(await other.transfer({ ref, player: 'b1', direction: 'IN', amount: 2n }))
  expect(good(await client.balance({ player: 'b1' })).available).toBe(101n)
  expect(good(await other.balance({ player: 'b1' })).available).toBe(2n)
})

test('balances answer many players at once and name the unknown', async () => {
  await funded(client, 'c1', 1n)
  await funded(client, 'c2', 2n)
  const { items, unknown } = good(await client.balances({ players: ['c2', 'nobody-here', 'c1'] }))
  expect(items.map(item => [item.player, item.available])).toEqual([
    ['c1', 1n],
    ['c2', 2n],
  ])
  expect(unknown).toEqual(['nobody-here'])
})

test('creating a player twice is harmless and renames him', async () => {
  expect(
    good(await client.putPlayer({ player: 'd1', nickname: '甲', currency: 'CNY' })),
  ).toMatchObject({ nickname: '甲', created: true, locked: false })
  good(await client.transfer({ ref: newRef(), player: 'd1', direction: 'IN', amount: 9n }))
  expect(
    good(await client.putPlayer({ player: 'd1', nickname: '乙', currency: 'CNY' })),
  ).toMatchObject({ nickname: '乙', created: false })
  expect(good(await client.balance({ player: 'd1' })).available).toBe(9n)
})

test('money only comes and goes by transfers that succeeded', async () => {
  const { wallets, moved } = await theRow(
    venue.db,
    sql<{ wallets: bigint; moved: bigint }>`
    select (select sum(available + frozen)::bigint from wallet) as wallets,
      (select sum(case direction when 'IN' then amount else -amount end)::bigint from transfer where status = 'SUCCESS') as moved`,
  )
  expect(wallets).toBe(moved)
})
