// What must hold at the end of the soak: our books beside the chain's own events and the providers'
// own books, to the unit.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readTransfer } from '@tianping/evm'
import { row, rows, run, sql, theRow } from '@tianping/database'
import { expect } from 'vitest'
import { inRoot } from '../../../../../tooling/root.ts'
import { PATIENCE_MS } from '../../../../../tooling/runs/soak.ts'
import { whyKeptBack } from '../../../src/areas/cashier/cashier.ts'
import { checkChain } from '../../../src/areas/chain/chain.ts'
import { examine } from '../../../src/ledger/reconcile.ts'
import { assertBooksHold } from '../../support/books.ts'
import { DEPTH } from './chainNode.ts'
import { asked } from './channels.ts'
import type { RailsWorld } from './world.ts'

const DUST = 1_000_000n
/** The rate of deposits in hundredths: ¥7.30 for a USDT. */
const RATE = 730n
const UNITS_PER_CENT = 10_000n
const PATIENCE = { timeout: PATIENCE_MS, interval: 500 }

/** First attempts over the chain and tasks of the signer that nothing keeps back. */
async function goingOut({ db, site }: RailsWorld) {
  const found = await rows(
    db,
    sql<{ memberId: bigint; withdrawalNo: string; isTask: boolean }>`
    select member_id, withdrawal_no, false as is_task from payout_attempt p join withdrawal_order o using (member_id, withdrawal_no)
      where p.state = 'open' and p.provider = 'by hand' and p.attempt_no = 1 and o.kind = 2
    union all
    select member_id, withdrawal_no, true from chain_task where kind = 'payout' and state = 'queued'`,
  )
  const now = site.services.clock.now()
  const kept = await Promise.all(found.map(each => whyKeptBack(db, each, now)))
  const going = found.filter((_, i) => kept[i] === null)
  return {
    approved: going.filter(({ isTask }) => !isTask).length,
    queued: going.filter(({ isTask }) => isTask).length,
  }
}

/**
 * What is still under way; a payout that an open dispute or a debt keeps back waits for a person.
 * The times until something is asked again pass at once.
 */
export async function underWay(world: RailsWorld) {
  const { db } = world
  await run(
    db,
    sql`update provider_payout set next_at = '-infinity' where state in ('queued', 'sent')`,
  )
  const under = await theRow(
    db,
    sql<{ payouts: number; tasks: number; seen: number }>`
    select (select count(*)::int from provider_payout where state in ('queued', 'sent')) as payouts,
      (select count(*)::int from chain_task where state = 'sent' or (state = 'queued' and kind <> 'payout')) as tasks,
      (select count(*)::int from chain_transfer where state = 'seen') as seen`,
  )
  return { ...under, ...(await goingOut(world)) }
}

const CALM = { payouts: 0, tasks: 0, seen: 0, approved: 0, queued: 0 }

/** Waits until nothing is under way and the watcher stands at the head of the chain. */
export async function untilCalm(world: RailsWorld): Promise<void> {
  const { db, node } = world
  await node.mine(2 * DEPTH)
  await expect.poll(() => underWay(world), PATIENCE).toEqual(CALM)
  await node.again()
  await node.mine(2 * DEPTH)
  const head = await node.head()
  const read = async () =>
    (await theRow(db, sql<{ block: bigint }>`select block from chain_cursor`)).block >= head
  await expect.poll(read, PATIENCE).toBe(true)
  await expect.poll(() => underWay(world), PATIENCE).toEqual(CALM)
}

/** Posted sum of a house account of a rail, in fen. */
const ofRail = async ({ db }: RailsWorld, code: string, account: number) =>
  (
    await theRow(
      db,
      sql<{ fen: bigint }>`
      select coalesce(sum(e.amount), 0)::bigint as fen from ledger.entry e join rail r on r.rail_no = e.venue_id
      where r.code = ${code} and e.account_code = ${account} and e.layer = 'posted'`,
    )
  ).fen

/** Each provider's payments, payouts and refunds beside ours, and the money that lies there. */
export async function providersAgree(world: RailsWorld): Promise<void> {
  for (const channel of world.channels) {
    const { code } = channel
    const theirs = await asked(channel, stub => stub.payments())
    const ours = await rows(
      world.db,
      sql<{ reference: string; depositNo: string; fen: bigint }>`
      select reference, deposit_no, amount_fen as fen from provider_payment where provider = ${code}`,
    )
    expect(
      Object.fromEntries(
        ours.map(each => [each.reference, { order: each.depositNo, fen: Number(each.fen) }]),
      ),
      `payments of ${code}`,
    ).toEqual(theirs)
    const held = -(await ofRail(world, code, 230))
    if (channel.pays) {
      await payoutsAgree(world, channel)
      expect(held, `money at ${code}`).toBe(BigInt(await asked(channel, s => s.balance())))
      continue
    }
    const [refunded, disputes] = await asked(
      channel,
      async stub => [await stub.refunded(), Object.values(await stub.disputes())] as const,
    )
    const gone = disputes.filter(({ status }) => status !== 'won').reduce((s, d) => s + d.fen, 0)
    const came = Object.values(theirs).reduce((sum, { fen }) => sum + fen, 0)
    const fees = -(await ofRail(world, code, 520))
    expect(held + fees, `money at ${code}`).toBe(BigInt(came - refunded - gone))
  }
}

async function payoutsAgree({ db }: RailsWorld, channel: RailsWorld['channels'][number]) {
  const theirs = Object.entries(await asked(channel, stub => stub.payouts()))
    .filter(([, { state }]) => state === 'SUCCESS')
    .map(([no, { fen }]) => [no, fen] as const)
  const ours = await rows(
    db,
    sql<{ payoutNo: string; fen: bigint }>`
    select payout_no, amount_fen as fen from provider_payout where provider = ${channel.code} and state = 'paid'`,
  )
  expect(
    Object.fromEntries(ours.map(({ payoutNo, fen }) => [payoutNo, Number(fen)])),
    `payouts of ${channel.code}`,
  ).toEqual(Object.fromEntries(theirs))
}

/** The chain's own events beside what was made of them. */
export async function chainAgrees(
  world: RailsWorld,
): Promise<{ units: bigint; transfers: number }> {
  const { db, node, hot, site } = world
  const moved = (await node.transfers())
    .map(readTransfer)
    .filter(each => each?.token === node.token)
    .filter(each => each !== null)
  const members = new Set(
    (await rows(db, sql<{ address: string }>`select address from chain_address`)).map(
      ({ address }) => address,
    ),
  )
  // In: every transfer of a unit or more to a member's address, once, by its reference.
  const expected = Object.fromEntries(
    moved
      .filter(({ to, units }) => members.has(to) && units >= DUST)
      .map(({ txHash, units }) => [`${txHash}:0`, units]),
  )
  const counted = await rows(
    db,
    sql<{ reference: string; fen: bigint; amountFen: bigint; usdtCents: bigint }>`
    select p.reference, p.amount_fen as fen, o.amount_fen, o.usdt_cents
    from provider_payment p join deposit_order o using (member_id, deposit_no) where p.provider = 'chain'`,
  )
  expect(counted.map(({ reference }) => reference).toSorted(), 'payments on the chain').toEqual(
    Object.keys(expected).toSorted(),
  )
  for (const { reference, fen, amountFen, usdtCents } of counted) {
    const units = expected[reference]!
    const exact = units === usdtCents * UNITS_PER_CENT
    expect(fen, reference).toBe(exact ? amountFen : (units * RATE) / DUST)
  }
  // Out: every transfer from the hot wallet is one payout that was booked as paid, and the reverse.
  const out = moved.filter(({ from }) => from === hot).map(({ txHash, units }) => [txHash, units])
  const paid = await rows(
    db,
    sql<{ reference: string; cents: bigint }>`
    select p.reference, o.receives_cents as cents from payout_attempt p join withdrawal_order o using (member_id, withdrawal_no)
    where p.provider = 'chain' and p.state = 'paid'`,
  )
  expect(
    Object.fromEntries(paid.map(each => [each.reference, each.cents * UNITS_PER_CENT])),
    'payouts on the chain',
  ).toEqual(Object.fromEntries(out))
  // What our addresses hold is what came less what left them.
  let units = 0n
  for (const owner of [hot, ...members]) units += await node.unitsOf(owner)
  const ours = (address: string) => address === hot || members.has(address)
  const net = moved.reduce(
    (sum, each) => sum + (ours(each.to) ? each.units : 0n) - (ours(each.from) ? each.units : 0n),
    0n,
  )
  expect(units).toBe(net)
  const checks = await checkChain(site.services)(db, await examine(db))
  const wrong = checks.filter(each => each.severity === 'mismatch' && each.differences.length > 0)
  expect(wrong).toEqual([])
  return { units, transfers: moved.length }
}

/** Every withdrawal has its money in one place, and every payment of an order its standing. */
export async function everyOrderHasAPlace({ db }: RailsWorld): Promise<void> {
  const lost = await rows(
    db,
    sql`
    with booked as (
      select o.member_id, o.withdrawal_no, o.state, o.amount_fen,
        exists (select 1 from payout_attempt p where p.member_id = o.member_id and p.withdrawal_no = o.withdrawal_no and p.state = 'paid') as paid,
        coalesce((select sum(e.amount) from ledger.transaction t join ledger.entry e using (member_id, transaction_id)
          where t.member_id = o.member_id and t.source_id = o.withdrawal_no and e.layer = 'posted' and e.account_code = 210), 0) as owed,
        coalesce((select sum(e.amount) from ledger.transaction t join ledger.entry e using (member_id, transaction_id)
          where t.member_id = o.member_id and t.source_id = o.withdrawal_no and e.layer = 'posted' and e.account_code = 220), 0) as gone
      from withdrawal_order o)
    select * from booked where not (
      (state = 1 and owed = 0 and gone = 0 and not paid) or
      (state = 2 and not paid and owed = amount_fen and gone = 0) or
      (state = 2 and paid and owed = 0 and gone = amount_fen) or
      (state = 3 and owed = 0 and gone = 0))`,
  )
  expect(lost, 'withdrawals whose money is not in one place').toEqual([])
  const twice = await row(
    db,
    sql`select 1 from payout_attempt where state = 'paid' group by member_id, withdrawal_no having count(*) > 1`,
  )
  expect(twice, 'a withdrawal that was paid twice').toBeUndefined()
  const unbooked = await rows(
    db,
    sql`
    select p.provider, p.reference from provider_payment p left join rail r on r.code = p.provider
    where not exists (select 1 from ledger.transaction t where t.member_id = p.member_id
      and t.idempotency_key = 'rail:payment:' || r.rail_no || ':' || p.reference)`,
  )
  expect(unbooked, 'payments that no rail has').toEqual([])
  await assertBooksHold(db)
}

/** `npm run reconcile` as an operator runs it. */
export async function reconcileHolds({ reconcileEnv }: RailsWorld): Promise<void> {
  const child = spawn(process.execPath, [inRoot('tooling/reconcile.ts'), '--no-venues'], {
    env: { PATH: process.env['PATH'] ?? '', TIANPING_MODE: 'sandbox', ...reconcileEnv },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', chunk => (said += String(chunk)))
  const [code] = (await once(child, 'exit')) as [number]
  expect(code, said).toBe(0)
  expect(said).toContain('The books hold.')
  expect(said).toMatch(/ok +chain-balances/)
}
