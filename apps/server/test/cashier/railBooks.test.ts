// The books of a provider: clearing, fees, its statement and its balance beside ours
// (docs/money.md, docs/payments.md). The provider is a process of its own.
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { afterAll, expect, test } from 'vitest'
import { runReconciliations } from '../../src/areas/books/console/cases.ts'
import { scheduleRailDays } from '../../src/areas/books/railDays/schedule.ts'
import { callingProvider } from '../../src/areas/cashier/cashier.ts'
import { ownLinesAround } from '../../src/areas/cashier/store/ownLines.sql.ts'
import { runPayouts } from '../../src/areas/cashier/sending/send.ts'
import { rollUpHouse } from '../../src/ledger/reconcile.ts'
import { rollUpFacts } from '../../src/areas/figures/figures.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { pastHorizon } from '../support/horizon.ts'
import { formStub, listening, openProvider } from './providerSupport.ts'
import { bankCard, bind, configure, openCashier, order } from './support.ts'

const { site, owner, clock } = await openCashier()
const stub = await formStub()
const origin = await listening(site)
// Its row says 0.50 %, it keeps 0.60 % and ¥2.00 of a payout.
await openProvider(site, owner, { code: 'outer', stub, change: { feeRate: 50, priority: 1 } })
let [anna, bert] = await onDuty()
afterAll(async () => {
  stub.close()
  await assertBooksHold(owner)
})

/** Two operators whose session begins now. */
async function onDuty() {
  const both = [await desk(site, 'finance'), await desk(site, 'finance')] as const
  await run(owner, sql`update operator_session set method = 'totp'`)
  return both
}

const said = async (answer: Promise<{ code: number; message: string }>) => {
  const { code, message } = await answer
  return code === 200 ? 'ok' : message
}
/** Posted sums of the house, by account and rail, in yuan. */
async function house() {
  const found = await rows(
    owner,
    sql<{ account: string; yuan: string }>`
    select concat_ws('/', e.account_code, r.code) as account, (sum(e.amount) / 100.0)::numeric(12, 2)::text as yuan
    from ledger.entry e left join rail r on r.rail_no = e.venue_id and e.account_code in (230, 520)
    where e.layer = 'posted' and e.account_code in (200, 220, 230, 240, 520) group by 1 order by 1`,
  )
  return Object.fromEntries(found.map(each => [each.account, Number(each.yuan)]))
}
const railNamed = async (code: string) => {
  await pastHorizon(owner)
  await rollUpHouse(owner)
  return (await anna.call('POST /api/console/rails/all')).data.find(({ rail }) => rail === code)
}
const dayOf = async (day: string) =>
  (await anna.call('POST /api/console/rails/days/list', {})).data.data.find(
    each => each.day === day,
  )
const openCases = async () =>
  (await anna.call('POST /api/console/cases/list', { state: 1 })).data.data
    .map(each => [each.check, each.subject, each.expected, each.found])
    .toSorted()

class Undone extends Error {}
const undone = (error: unknown) => {
  if (!(error instanceof Undone)) throw error
}

const member = await site.member()
const pay = (depositNo: string, reference: string) =>
  stub.pay({
    order: depositNo,
    outcome: 'paid',
    reference,
    at: clock.now().getTime(),
    to: `${origin}/api/callback/outer`,
  })

test('a payment, a payout and their fees stand on the rail, and deposits stay as they were', async () => {
  await configure(site, setting => void (setting.deposit.turnoverTimes = 0))
  const no = await order(site, member.token, 1_000, { paytype: 'alipay' })
  expect((await pay(no, 'TRADE-1')).text).toBe('success')
  expect(await house()).toEqual({ 200: -1000, '230/outer': -995, 240: 1000, '520/outer': -5 })
  // The same notice again books nothing again.
  await pay(no, 'TRADE-1')
  expect(await house()).toEqual({ 200: -1000, '230/outer': -995, 240: 1000, '520/outer': -5 })

  const bank = await bind(site, member.token, bankCard())
  const asked = { amount: 400, bank, password: '888888' }
  const { data } = await site.call<{ out_trade_no: string }>('POST /api/withdraw', asked, member)
  const out = { out_trade_no: data.out_trade_no }
  expect(await said(anna.call('POST /api/console/withdrawals/approve', out))).toBe('ok')
  expect(await said(bert.call('POST /api/console/payouts/send', { ...out, attempt: 1 }))).toBe('ok')
  await runPayouts(site.services)
  expect(await house()).toEqual({
    200: -1000,
    220: 400,
    '230/outer': -593,
    240: 600,
    '520/outer': -7,
  })
})

test('its statement corrects the fee, and its balance agrees', async () => {
  clock.advance(18 * 3_600_000)
  ;[anna, bert] = await onDuty()
  expect(await scheduleRailDays(site.services)).toBe(1)
  expect(await scheduleRailDays(site.services)).toBe(0)
  await runReconciliations(site.services)
  expect((await anna.call('POST /api/console/reconciliation/tasks')).data[0]?.error).toBe('')
  expect(await dayOf('2026-11-20')).toMatchObject({
    rail: 'outer',
    source: 'port',
    our_lines: 2,
    their_lines: 2,
    our_payments: 1000,
    their_payouts: 400,
    our_fees: 8,
    their_fees: 8,
    differences: 0,
  })
  expect(await house()).toMatchObject({ '230/outer': -592, '520/outer': -8 })
  expect(await openCases()).toEqual([['provider-fees', 'outer 2026-11-20', '¥5.00', '¥6.00']])
  await pastHorizon(owner)
  await rollUpFacts(site.services)
  const { data } = await anna.call('POST /api/console/figures/report', {
    from: '2026-11-20',
    to: '2026-11-21',
  })
  expect(data.now).toMatchObject({ deposit: 1000, withdrawal: 400, rail_fee: 8, ngr: -8 })
})

test('every difference of a day is a case, and the same day again is no second one', async () => {
  await stub.steer('/_line', { line: 'PAY,D-GONE,TRADE-9,77.00,0.46' })
  await stub.steer('/_hide', { text: 'PAYOUT' })
  const ask = { rail: 'outer', day: '2026-11-20' }
  for (const who of [anna, bert]) {
    expect(await said(who.call('POST /api/console/rails/ask', ask))).toBe('ok')
    expect(await said(who.call('POST /api/console/rails/ask', ask))).toContain('正在进行')
    await runReconciliations(site.services)
  }
  expect(await dayOf('2026-11-20')).toMatchObject({ differences: 2, their_lines: 2, our_lines: 2 })
  const found = (await openCases()).filter(([check]) => check === 'provider-statement')
  expect(found.map(([, , expected, told]) => [expected, told]).toSorted()).toEqual([
    ['', '¥400.00'],
    ['¥77.00', ''],
  ])
  expect(
    await said(anna.call('POST /api/console/rails/ask', { rail: 'hand', day: ask.day })),
  ).toContain('没有对账单接口')
})

test('a file of every kind is compared like a statement, and books its fees with a second person', async () => {
  const day = '2026-11-20'
  const words = { payment: '收款', payout: '付款', refund: '退款' } as const
  const port = (await callingProvider(site.services, 'outer'))!
  const told = (await port.statement!(day)).filter(({ ownNo }) => ownNo !== 'D-GONE')
  expect(told.map(({ kind }) => kind)).toEqual(['payment'])
  const payout = await theRow(
    owner,
    sql<{ payoutNo: string; reference: string }>`
    select payout_no, reference from provider_payout where provider = 'outer'`,
  )
  const file = (fee: string, more = '') =>
    [
      ...told.map(
        ({ kind, reference, ownNo, amountFen, feeFen }) =>
          `${words[kind]},${reference},${ownNo},${yuanOf(amountFen)},${yuanOf(feeFen)}`,
      ),
      `付款\t${payout.reference}\t${payout.payoutNo}\t400\t${fee}`,
      more,
    ].join('\n')
  const send = async (who: typeof anna, lines: string, provider = 'outer') => {
    const ask = { provider, day, lines }
    const answer = await said(who.call('POST /api/console/reconciliation/send', ask))
    await runReconciliations(site.services)
    return answer
  }
  const found = async (check: string) =>
    (await openCases()).filter(([name]) => name === check).map(([, ...rest]) => rest)
  expect(await send(anna, file('2.50', '付款 X Y 1'))).toContain('无法识别')
  expect(await send(anna, file('2.50', '收款 - D1 1 0'))).toContain('无法识别')
  expect(await send(anna, file('2.50'), 'nobody')).toContain('没有这个通道')
  // One person's file books nothing, also when that person sends it again.
  const before = await house()
  for (const _ of [1, 2]) expect(await send(anna, file('2.50'))).toBe('ok')
  expect(await house()).toEqual(before)
  expect(await dayOf(day)).toMatchObject({
    source: 'file',
    their_lines: 2,
    their_payouts: 400,
    their_fees: 8.5,
    our_fees: 8,
    differences: 0,
  })
  expect(await found('provider-fees')).toContainEqual([`outer ${day}`, '¥2.00', '¥2.50'])
  expect(await send(bert, file('2.50'))).toBe('ok')
  expect(await house()).toMatchObject({ '230/outer': -591.5, '520/outer': -8.5 })
  expect(await dayOf(day)).toMatchObject({ our_fees: 8.5, their_fees: 8.5 })
  // Each kind differs by itself.
  expect(await send(bert, file('2.50', '退款 - F-GONE 5 0'))).toBe('ok')
  expect(await dayOf(day)).toMatchObject({ differences: 1, their_lines: 3 })
  expect(await send(bert, file('2.50').replace('400', '401'))).toBe('ok')
  expect(await dayOf(day)).toMatchObject({ differences: 1, their_payouts: 401 })
  const kinds = (await found('provider-statement')).map(([subject]) => subject!.split(' ')[1])
  expect(kinds.toSorted()).toEqual(['payment', 'payout', 'refund'])
  for (const who of [anna, bert]) expect(await send(who, file('2'))).toBe('ok')
  expect(await house()).toEqual(before)
})

test('a balance that stays different is told; a settlement by two persons explains it', async () => {
  // The provider has ¥50.00 less than our books say.
  await stub.steer('/_opening', { fen: -50_00 })
  const look = async () => {
    await anna.call('POST /api/console/rails/ask', { rail: 'outer', day: '2026-11-20' })
    clock.advance(1_000)
    await runReconciliations(site.services)
  }
  const told = async () => (await openCases()).filter(([check]) => check === 'provider-balance')
  await look()
  expect(await told()).toEqual([])
  await look()
  expect(await told()).toHaveLength(1)
  expect(await railNamed('outer')).toMatchObject({ our_balance: 592, drift: -50 })

  const note = {
    rail: 'outer',
    direction: 'out',
    amount: '50',
    reference: 'S1',
    remark: '',
  } as const
  const noted = 'POST /api/console/rails/settlements/note'
  expect(await said(anna.call(noted, note))).toBe('ok')
  expect(await said(bert.call(noted, note))).toContain('已登记')
  expect(await said(anna.call(noted, { ...note, amount: '0' }))).toContain('大于 0')
  const { data } = await anna.call('POST /api/console/rails/settlements/list', {})
  const settlement_id = data.data[0]?.settlement_id ?? 0
  const confirm = 'POST /api/console/rails/settlements/confirm'
  expect(await said(anna.call(confirm, { settlement_id }))).toContain('另一位')
  expect((await railNamed('outer'))?.our_balance).toBe(592)
  expect(await said(bert.call(confirm, { settlement_id }))).toBe('ok')
  await look()
  expect(await railNamed('outer')).toMatchObject({ our_balance: 542, drift: 0 })
})

test('our lines around a day are those from the day before it to the day after it', async () => {
  const stamped = {
    payment: (at: Date) =>
      sql`update provider_payment set paid_at = ${at} where provider = 'outer'`,
    payout: (at: Date) => sql`update provider_payout set settled_at = ${at}`,
    refund: (at: Date) => sql`
      insert into deposit_refund (member_id, refund_no, deposit_no, provider, reference, reason, amount_fen, state,
        created_at, voucher, recorded_by, recorded_at, confirmed_by, confirmed_at)
      select member_id, 'RF1', deposit_no, provider, reference, 'rejected', amount_fen, 2,
        ${at}, 'RF1', 'anna', ${at}, 'bert', ${at} from provider_payment where reference = 'TRADE-1'`,
  }
  /** Whether such a line of that moment is found; nothing of it is kept. */
  const isFound = async (kind: keyof typeof stamped, at: Date) => {
    let found = false
    await transaction(owner, async tx => {
      await run(tx, stamped[kind](at))
      const lines = await ownLinesAround(tx, 'outer', '2026-11-20')
      found = lines.some(each => each.kind === kind)
      throw new Undone()
    }).catch(undone)
    return found
  }
  const [first, end] = ['2026-11-19', '2026-11-22'].map(day => new Date(`${day}T00:00:00+08:00`))
  const before = (moment: Date) => new Date(moment.getTime() - 1)
  for (const kind of ['payment', 'payout', 'refund'] as const) {
    const found = []
    for (const at of [before(first!), first!, before(end!), end!])
      found.push(await isFound(kind, at))
    expect(found, kind).toEqual([false, true, true, false])
  }
})

test('a preview says who would have got yesterday’s orders, and changes nothing', async () => {
  const preview = async (priority: number) => {
    const shares = [{ code: 'outer', priority, weight: 100 }]
    const { data } = await anna.call('POST /api/console/providers/preview', { shares })
    return [data.now, data.tried].map(parts =>
      Object.fromEntries(parts.map(({ code, orders, fee }) => [code, [orders, fee]])),
    )
  }
  const [now, then] = await preview(99)
  expect(now).toEqual({ outer: [1, 5], sandbox: [0, 0] })
  expect(then).toEqual({ outer: [0, 0], sandbox: [1, 0] })
  expect(await preview(1)).toEqual([now, now])
})
