// Closed months: signed by two persons, recomputable from the ledger, and never changed again.
import { rows, run, sql, transaction } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { checkFacts } from '../../src/areas/figures/figures.ts'
import { seedSite } from '../../src/demo/site.ts'
import { hold, post, postBatch, release, settle } from '../../src/ledger/ledger.ts'
import { monthLines } from '../../src/ledger/months.ts'
import { reconcile } from '../../src/ledger/reconcile.ts'
import { desk } from '../console/support.ts'
import { deposit, system, toVenue, withdrawal, won } from '../ledger/postings.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { assertBooksHold } from '../support/books.ts'
import { caughtUp, differencesOf, tellBet } from './support.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const app = open({ role: 'tianping_app' })
const other = open({ role: 'tianping_app' })
// Months that are over on any machine: reconciliation is dated by the real clock.
const clock = new TestClock('2025-03-20T04:00:00Z')
await seedSite(owner, clock.now())
const site = await openTestSite(url, { clock })
const [first, second, auditor] = [
  await desk(site, 'finance'),
  await desk(site, 'finance'),
  await desk(site, 'auditor'),
]
const at = (time: string) => ({ effectiveAt: new Date(`2025-${time}+08:00`) })
const [anna, ben] = [await site.member(), await site.member()]
const bet = { memberId: anna.memberId, game: 'alpha', status: 1 }
await post(app, { ...deposit(anna.memberId, 100_00n), ...at('01-31 23:59:59') })
await post(app, { ...deposit(ben.memberId, 40_00n), ...at('02-01 00:00:00') })
await hold(app, { ...withdrawal(anna.memberId, 9_00n, { key: 'w' }), ...at('01-30 10:00:00') })
await tellBet(owner, {
  ...bet,
  betId: 'b',
  version: 1,
  stake: 5_00n,
  payout: 0n,
  settledAt: '2025-01-15 12:00:00',
})
await caughtUp(app)

const show = async (month: string) =>
  (await first.call('POST /api/console/months/show', { month })).data
const prepare = async (who: typeof first, month: string) =>
  (
    await who.call('POST /api/console/months/prepare', {
      month,
      digest: (await show(month))?.digest ?? '',
    })
  ).message
const close = async (who: typeof first, month: string) =>
  (await who.call('POST /api/console/months/close', { month })).message
/** The whole of a month: lines as kept and play by day. */
const contentOf = async (month: string) => ({
  lines: await monthLines(owner, month),
  play: await rows(
    owner,
    sql`
    select member_id, day, game_code, bets, stake_fen, payout_fen from play_day
    where to_char(day, 'YYYY-MM') = ${month} order by member_id, day`,
  ),
  money: await rows(
    owner,
    sql`
    select * from ledger.member_day where to_char(day, 'YYYY-MM') = ${month}
    order by member_id, day`,
  ),
})

test('a month is signed by two persons, in order, after a reconciliation without a difference', async () => {
  expect((await show('2025-01')).obstacles).toEqual(['月末之后还没有完成过一次没有差异的对账'])
  expect(await prepare(first, '2025-01')).toBe('月末之后还没有完成过一次没有差异的对账')
  await reconcile(app, { extraChecks: [checkFacts] })
  expect(await prepare(first, '2025-02')).toBe('请先关闭更早的月份')
  expect(await prepare(first, '2025-03')).toBe('该月还没有结束')
  expect(await prepare(first, '2024-12')).toBe('没有这个月的账')
  expect(await close(second, '2025-01')).toBe('还没有制表签字')
  expect((await auditor.call('POST /api/console/months/close', { month: '2025-01' })).code).toBe(
    403,
  )
  expect(await prepare(first, '2025-01')).toBe('已制表签字，等待另一位同事复核')
  expect(await prepare(second, '2025-01')).toBe(`${first.name}已制表签字，等待复核`)
  expect(await close(first, '2025-01')).toBe('复核签字须由另一位同事完成')
})

test('what changes between the signatures is refused, and signed anew', async () => {
  await post(app, { ...deposit(ben.memberId, 1_00n), ...at('01-31 12:00:00') })
  await caughtUp(app)
  expect(await close(second, '2025-01')).toBe('签字后账目有变化，请核对后重新制表签字')
  await first.call('POST /api/console/months/withdraw', { month: '2025-01' })
  expect(await prepare(first, '2025-01')).toBe('已制表签字，等待另一位同事复核')
  expect(await close(second, '2025-01')).toBe('已关账')
  const closed = await show('2025-01')
  expect(closed).toMatchObject({ state: 'closed', entries: 4, closed_by: second.name })
  expect(closed.lines.map(line => [line.account_code, line.opening, line.closing])).toEqual([
    [100, 0, 101],
    [200, 0, -101],
  ])
  expect(closed.result).toMatchObject({ ggr: 5, ngr: 5 })
  expect(await close(second, '2025-01')).toBe('该月已关账')
})

test('no way of writing an entry or a bet changes a closed month; all count in the open one', async () => {
  const before = await contentOf('2025-01')
  const late = at('01-10 12:00:00')
  const february = async () =>
    (await show('2025-02')).lines.reduce((sum, line) => sum + line.entries, 0)
  const entries = await february()
  const { memberId } = anna
  await post(app, { ...deposit(memberId, 1n), ...late })
  await postBatch(app, [
    { ...deposit(memberId, 2n), ...late },
    { ...won(memberId, 1, 2n), ...late },
  ])
  await settle(app, { memberId, holdKey: 'w', key: 'ws', amountFen: 3n, actor: system, ...late })
  await hold(app, { ...toVenue(memberId, 1, 4n, { key: 'h' }), ...late })
  await release(app, { memberId, holdKey: 'h', key: 'hr', actor: system, ...late })
  // The release before settles without a time of its own, and an owner writes rows by hand.
  await hold(app, { ...toVenue(memberId, 1, 4n, { key: 'o' }), ...late })
  await run(app, sql`select ledger.resolve(${memberId}, 'o', 'os', 'post', null, 'system', 'x')`)
  await transaction(owner, async tx => {
    await run(
      tx,
      sql`
      insert into ledger.transaction (member_id, transaction_id, idempotency_key, request_hash, code, phase,
        amount, source_type, source_id, actor_type, actor_id, effective_at)
      values (${memberId}, '00000000-0000-7000-8000-000000000001', 'hand', ledger.request_hash('adjustment',
        'single', 900::smallint, 0::smallint, 910::smallint, 0::smallint, 7, 'test', 'hand'), 'adjustment',
        'single', 7, 'test', 'hand', 'system', 'x', ${late.effectiveAt})`,
    )
    await run(
      tx,
      sql`
      insert into ledger.entry (member_id, transaction_id, line_no, account_code, venue_id, layer, amount)
      values (${memberId}, '00000000-0000-7000-8000-000000000001', 1, 900, 0, 'posted', -7),
        (${memberId}, '00000000-0000-7000-8000-000000000001', 2, 910, 0, 'posted', 7)`,
    )
  })
  const settledAt = '2025-01-15 12:00:00'
  await tellBet(owner, { ...bet, betId: 'b', version: 2, stake: 5_00n, payout: 8_00n, settledAt })
  await tellBet(owner, { ...bet, betId: 'c', version: 1, stake: 2_00n, payout: 0n, settledAt })
  await caughtUp(app)
  expect(await contentOf('2025-01')).toEqual(before)
  // Five postings with two lines each; the settlement without a time counts in its own month.
  expect((await february()) - entries).toBe(10)
  expect(await show('2025-02')).toMatchObject({ late_bets: 2, late_entries: 5 })
  expect((await show('2025-02')).result.ggr).toBe(-6)
  expect(await differencesOf(checkFacts, owner)).toEqual([])
  await assertBooksHold(app)
})

test('statements of a month say what passed with each venue', async () => {
  const { data } = await first.call('POST /api/console/months/parties/list', {
    month: '2025-02',
    kind: 'venue',
  })
  expect(data.data.find(each => each.party_key === '1')).toMatchObject({
    party_count: 1,
    opening: 0,
    inflow: 0,
    outflow: 0,
    result: 0.02,
    closing: 0.02,
  })
})

test('statements of a month call providers by their names', async () => {
  const paid = { provider: 'sandbox', at: new Date('2025-02-10T12:00:00+08:00') }
  await run(
    owner,
    sql`
    insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for,
      credited_fen, provider, created_at, decided_at, action_key)
    values (${anna.memberId}, 'D-statement', 'alipay', 500, 2, '', 500, ${paid.provider}, ${paid.at}, ${paid.at}, 'd-statement')`,
  )
  const { data } = await first.call('POST /api/console/months/parties/list', {
    month: '2025-02',
    kind: 'provider',
  })
  expect(data.data).toMatchObject([
    { party_key: 'sandbox', party_name: '沙盒支付', party_count: 1, inflow: 5 },
  ])
})

test('what was running while a month was closed counts in the next one', async () => {
  clock.advance(40 * 86_400_000)
  const [third, fourth] = [await desk(site, 'finance'), await desk(site, 'finance')]
  const digest = async () =>
    (await third.call('POST /api/console/months/show', { month: '2025-02' })).data.digest
  await reconcile(app, { extraChecks: [checkFacts] })
  await transaction(other, async tx => {
    await post(tx, { ...deposit(ben.memberId, 77n), ...at('02-20 12:00:00') })
    const month = { month: '2025-02' }
    const prepared = await third.call('POST /api/console/months/prepare', {
      ...month,
      digest: await digest(),
    })
    expect(prepared.message).toBe('已制表签字，等待另一位同事复核')
    const done = await fourth.call('POST /api/console/months/close', month)
    expect(done.message).toBe('已关账')
  })
  const before = await contentOf('2025-02')
  await caughtUp(app)
  expect(await contentOf('2025-02')).toEqual(before)
  const found = await rows(
    owner,
    sql`select day, deposit_fen from ledger.member_day where deposit_fen = 77`,
  )
  expect(found).toEqual([{ day: '2025-03-01', depositFen: 77n }])
  expect(await differencesOf(checkFacts, owner)).toEqual([])
})

test('a closed month that somebody changed is named, and nobody may change one', async () => {
  await expect(run(owner, sql`update ledger.month_line set entries = 0`)).rejects.toThrow('refused')
  await expect(run(owner, sql`delete from ledger.month_closing`)).rejects.toThrow('refused')
  const found = await transaction(owner, async tx => {
    await run(tx, sql`set local session_replication_role = replica`)
    await run(
      tx,
      sql`
      update ledger.month_line set debit_fen = debit_fen + 1, closing_fen = closing_fen - 1
      where month = '2025-01-01' and account_code = 100`,
    )
    const differences = await differencesOf(checkFacts, tx)
    await run(tx, sql`rollback and chain`)
    return differences
  })
  expect(found.map(each => each.split(':')[0])).toEqual([
    'closed-months 2025-01-01 100',
    'month-hashes 2025-01-01',
  ])
})
