// What is told of an action whose answer was lost, by its key (POST /api/outcome).
import { run, sql, theRow, transaction } from '@tianping/database'
import { expect, test } from 'vitest'
import { bankCard, bind, give, openCashier, PAY_PASSWORD } from '../cashier/support.ts'
import { untilSomeoneWaits } from '../support/locks.ts'

const { site, clock, owner } = await openCashier()
const { token, memberId } = await site.member({ paypassword: PAY_PASSWORD })
await give(site, memberId, 1_000_00n)

type Told = { state: string; order_no: string; message: string }
const told = async (key: string) =>
  (await site.call<Told>('POST /api/outcome', { key }, { token })).data
const longAgo = () => new Date(clock.now().getTime() - 61_000)
/** What the end of a process leaves: the answer was never kept, and its lease is long over. */
const lose = (key: string) =>
  theRow(
    owner,
    sql`update call_once set answer = null, leased_until = ${longAgo()} where key = ${key} returning 1`,
  )
const died = (key: string, endpoint: string) =>
  run(
    owner,
    sql`
    insert into call_once (member_id, key, endpoint, request_hash, leased_until, expires_at)
    values (${memberId}, ${key}, ${endpoint}, 'x', ${longAgo()}, ${new Date(clock.now().getTime() + 86_400_000)})`,
  )

test('a deposit that was opened is done, with its number, even where its answer is gone', async () => {
  const opened = await site.call<{ deposit_no: string }>(
    'POST /api/recharge',
    { amount: 100, paytype: 'wxpay' },
    { token, key: 'deposit-1' },
  )
  const known = { state: 'done', order_no: opened.data.deposit_no }
  expect(await told('deposit-1')).toEqual({ ...known, message: opened.message })
  await lose('deposit-1')
  expect(await told('deposit-1')).toEqual({ ...known, message: '' })
})

test('a withdrawal that was asked for is done, with its number', async () => {
  const bank = await bind(site, token, bankCard())
  const asked = await site.call<{ out_trade_no: string }>(
    'POST /api/withdraw',
    { amount: 200, password: PAY_PASSWORD, bank },
    { token, key: 'withdrawal-1' },
  )
  const order_no = asked.data.out_trade_no
  expect(await told('withdrawal-1')).toMatchObject({ state: 'done', order_no })
  await lose('withdrawal-1')
  expect(await told('withdrawal-1')).toEqual({ state: 'done', order_no, message: '' })
})

test.each([
  ['POST /api/transfer', 'none'],
  ['POST /api/money/bring', 'none'],
  ['POST /api/recharge', 'none'],
  ['POST /api/withdraw', 'none'],
  ['POST /api/dofanshui', 'unclear'],
])('of a lost %s without an order is told: %s', async (endpoint, state) => {
  const key = `lost-${endpoint.replaceAll(/\W/g, '-')}`
  await died(key, endpoint)
  expect(await told(key)).toEqual({ state, order_no: '', message: '' })
})

test('what was told never to have happened is refused when it comes late', async () => {
  await died('late-transfer', 'POST /api/transfer')
  expect(await told('late-transfer')).toMatchObject({ state: 'none' })
  const body = { deplat: 'platform', inplat: 'FG', amount: 1 }
  expect(
    await site.call('POST /api/transfer', body, { token, key: 'late-transfer' }),
  ).toMatchObject({ code: 409, message: '上一次操作未发生，请重新提交' })
})

test('a lost call without an order stays unclear, however often it is asked about', async () => {
  await died('unclear-1', 'POST /api/dofanshui')
  await told('unclear-1')
  expect(await told('unclear-1')).toMatchObject({ state: 'unclear' })
})

test('an order that comes between the two looks for it is told', async () => {
  const opened = await site.call<{ deposit_no: string }>(
    'POST /api/recharge',
    { amount: 120, paytype: 'wxpay' },
    { token, key: 'deposit-first' },
  )
  await died('deposit-late', 'POST /api/recharge')
  const { asked } = await transaction(owner, async tx => {
    await theRow(tx, sql`select 1 from call_once where key = 'deposit-late' for update`)
    const asking = told('deposit-late')
    // The closing of the key stands at its row: the first look is over.
    await untilSomeoneWaits(owner)
    await run(
      owner,
      sql`update deposit_order set action_key = 'deposit-late' where action_key = 'deposit-first'`,
    )
    return { asked: asking }
  })
  expect(await asked).toEqual({ state: 'done', order_no: opened.data.deposit_no, message: '' })
})

test('a call without an order says its answer, good or bad', async () => {
  const done = await site.call(
    'POST /api/uptransferstatus',
    { transferstatus: 0 },
    { token, key: 'switch-ok' },
  )
  expect(done.code).toBe(200)
  const keep = (key: string, answer: object) =>
    run(
      owner,
      sql`
      insert into call_once (member_id, key, endpoint, request_hash, answer, leased_until, expires_at)
      values (${memberId}, ${key}, 'POST /api/dofanshui', 'x', ${JSON.stringify(answer)}::json, ${clock.now()},
        ${new Date(clock.now().getTime() + 86_400_000)})`,
    )
  await keep('rebate-ok', { code: 200, message: '领取成功', data: {} })
  await keep('rebate-no', { code: 400, message: '没有可领取的返水', data: {} })
  expect(await told('rebate-ok')).toEqual({ state: 'done', order_no: '', message: '领取成功' })
  expect(await told('rebate-no')).toEqual({
    state: 'refused',
    order_no: '',
    message: '没有可领取的返水',
  })
})

test.each([
  ['1234567', false],
  ['12345678', true],
  ['k'.repeat(64), true],
  ['k'.repeat(65), false],
  ['with space', false],
])('a key of %s is one: %s', async (key, isKey) => {
  expect((await site.call('POST /api/outcome', { key }, { token })).code).toBe(isKey ? 200 : 400)
})

test('a member asks three hundred times in ten minutes', async () => {
  const asking = await site.member()
  const ask = () => site.call('POST /api/outcome', { key: 'never-came' }, { token: asking.token })
  await ask()
  await run(
    owner,
    sql`update throttle set attempts = 299 where bucket = ${`outcome:${asking.memberId}`}`,
  )
  expect([(await ask()).code, (await ask()).code]).toEqual([200, 429])
})
