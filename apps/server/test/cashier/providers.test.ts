// Payment providers connected from the back office of a production site, each a process of its own
// (docs/payments.md). No code changes and nothing restarts.
import type { ConsoleSent } from '@tianping/contract/console'
import { rows, run, sql } from '@tianping/database'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { startStub, type Stub } from '../../../../tooling/providers/start.ts'
import { resealAll } from '../../src/sealedColumns.ts'
import { assertBooksHold } from '../support/books.ts'
import { productionEnv } from '../support/production.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { deskWithFactor, type Desk } from '../console/support.ts'
import { openProvider } from './providerSupport.ts'
import { balanceOf, NOON } from './support.ts'

const MERCHANT = 'M10001'
const FORM_KEY = 'a-form-key-of-this-test'
const CARD_KEYS = { sign_key: 'sk_of_this_test_only', verify_key: 'whsec_of_this_test' }
const formConfig = {
  merchant: MERCHANT,
  type: 'MD5',
  key: FORM_KEY,
  previousKey: FORM_KEY,
  verify: FORM_KEY,
}
const stubs = {
  form: await startStub('formGateway', formConfig),
  second: await startStub('formGateway', formConfig),
  card: await startStub('cardPsp', {
    apiKey: CARD_KEYS.sign_key,
    webhookKey: CARD_KEYS.verify_key,
    previousWebhookKey: CARD_KEYS.verify_key,
  }),
}
const hosts = Object.values(stubs).map(({ url }) => new URL(url).host)

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock(NOON)
const site = await openTestSite(url, {
  clock,
  env: { ...productionEnv, PROVIDER_HOSTS: hosts.join(',') },
})
await site.app.listen({ host: '127.0.0.1', port: 0 })
const origin = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
afterAll(async () => {
  await assertBooksHold(owner)
  for (const stub of Object.values(stubs)) stub.close()
})

const operator = () => deskWithFactor(site, clock, 'finance')
const [maker, checker] = [await operator(), await operator()]

type Save = ConsoleSent<'POST /api/console/providers/save'> & { code: string; adapter: string }
const formOf = (code: string, stub: Stub, change: Partial<Save> = {}): Save => ({
  code,
  version: 0,
  name: `通道${code}`,
  adapter: 'form-md5',
  endpoint: stub.url,
  merchant: MERCHANT,
  methods: ['alipay'],
  min_price: '1',
  max_price: '20000',
  fee_rate: 60,
  fee_fen: 0,
  hours_from: '00:00',
  hours_until: '24:00',
  min_tier: 0,
  priority: 50,
  weight: 100,
  remark: '接入',
  ...change,
})

const said = async (answer: Promise<{ code: number; message: string }>) => {
  const { code, message } = await answer
  return code === 200 ? 'ok' : message
}
const rowOf = async (code: string) =>
  (await maker.call('POST /api/console/providers/list')).data.find(each => each.code === code)

/** The second person's approval of what waits for a provider. */
async function approve(code: string, by = checker): Promise<string> {
  const { data } = await by.call('POST /api/console/rules/show', { key: `provider:${code}` })
  return said(
    by.call('POST /api/console/rules/approve', { id: data.proposal?.id ?? 0, remark: '' }),
  )
}

const keysOf = (adapter: string) =>
  adapter === 'card-psp' ? CARD_KEYS : { sign_key: FORM_KEY, verify_key: '' }

/** Everything that docs/payments.md says, in its order. */
async function connect(stub: Stub, asked: Save) {
  const { code } = asked
  const remark = '接入'
  expect(await said(maker.call('POST /api/console/providers/save', asked))).toBe('ok')
  expect(await approve(code)).toBe('ok')
  const keys = { code, ...keysOf(asked.adapter), remark }
  expect(await said(maker.call('POST /api/console/providers/keys', keys))).toBe('ok')
  expect(await approve(code)).toBe('ok')
  const { data } = await maker.call('POST /api/console/providers/test', {
    code,
    method: 'alipay',
    amount: '1',
  })
  const told = await pay(stub, code, data?.test_no ?? '')
  expect(told.status).toBe(200)
  expect(await said(maker.call('POST /api/console/providers/open', { code, remark }))).toBe('ok')
  expect(await approve(code)).toBe('ok')
  expect((await rowOf(code))?.state).toBe('open')
}

let payments = 0
/** Has an order paid at a provider, which calls back over HTTP. */
const pay = (stub: Stub, code: string, order: string, change: object = {}) =>
  stub.pay({
    order,
    outcome: 'paid',
    reference: `P${++payments}`,
    at: clock.now().getTime(),
    to: `${origin}/api/callback/${code}`,
    ...change,
  })

async function newestVerdict(): Promise<string> {
  const [found] = await rows(
    owner,
    sql<{
      verdict: string
    }>`select verdict from provider_callback order by callback_id desc limit 1`,
  )
  return found?.verdict ?? ''
}

const member = () => site.member({ paypassword: '748201' })
const recharge = (token: string, amount = 200) =>
  site.call<{ deposit_no: string }>('POST /api/recharge', { paytype: 'alipay', amount }, { token })
const visitor = await site.member({ paypassword: '748201' })
const offered = async () =>
  (await site.call<Record<string, number>>('GET /api/get_pay_way', {}, visitor)).data['alipay']
const providerOf = async (depositNo: string) =>
  (
    await rows(
      owner,
      sql<{ provider: string }>`select provider from deposit_order where deposit_no = ${depositNo}`,
    )
  )[0]?.provider
const pause = (code: string) =>
  said(maker.call('POST /api/console/providers/pause', { code, remark: '测试' }))

describe('a provider is connected from the back office alone', () => {
  test('row, keys, test order and opening each take what they should, and then members pay', async () => {
    const asked = formOf('alpha', stubs.form)
    expect(await offered()).toBe(0)
    expect(await said(maker.call('POST /api/console/providers/save', asked))).toBe('ok')
    expect(await approve('alpha', maker)).toContain('自己')
    expect(await rowOf('alpha')).toMatchObject({ version: 0, proposed_by: maker.name })
    expect(await approve('alpha')).toBe('ok')
    const open_ = { code: 'alpha', remark: '开通' }
    const tested = { code: 'alpha', method: 'alipay', amount: '1' }
    expect(await said(maker.call('POST /api/console/providers/open', open_))).toContain('测试')
    expect(await said(maker.call('POST /api/console/providers/test', tested))).toContain('密钥')
    const keys = { code: 'alpha', sign_key: FORM_KEY, verify_key: '', remark: '密钥' }
    expect(await said(maker.call('POST /api/console/providers/keys', keys))).toBe('ok')
    expect(await approve('alpha')).toBe('ok')
    const { data: test_ } = await maker.call('POST /api/console/providers/test', tested)
    expect((await rowOf('alpha'))?.state).toBe('draft')
    const wrong = await pay(stubs.form, 'alpha', test_?.test_no ?? '', { amount: 5 })
    expect([wrong.status, await newestVerdict()]).toEqual([200, 'wrong_amount'])
    expect((await rowOf('alpha'))?.state).toBe('draft')
    clock.advance(1_000)
    const again = await maker.call('POST /api/console/providers/test', tested)
    const told = await pay(stubs.form, 'alpha', again.data?.test_no ?? '')
    expect(told).toEqual({ status: 200, text: 'success' })
    expect(await rowOf('alpha')).toMatchObject({ state: 'testing', test: { state: 'paid' } })
    expect(await offered()).toBe(0)
    expect(await said(maker.call('POST /api/console/providers/open', open_))).toBe('ok')
    expect(await approve('alpha')).toBe('ok')
    expect(await offered()).toBe(1)

    const { token } = await member()
    const { data } = await recharge(token)
    const info = await site.call<{ cardlist: { payurl: string } }>('POST /api/payinfo', data)
    expect(info.data.cardlist.payurl).toBe(`http://127.0.0.1/pay/${data.deposit_no}`)
    expect(await pay(stubs.form, 'alpha', data.deposit_no)).toEqual({
      status: 200,
      text: 'success',
    })
    expect(await balanceOf(site, token)).toBe(200)

    // A pause is one person's, at once; what was opened before is still credited.
    const { data: late } = await recharge(token)
    expect(await pause('alpha')).toBe('ok')
    expect(await offered()).toBe(0)
    expect((await recharge(token)).message).toBe('该存款方式维护中，请选择其他方式')
    expect((await pay(stubs.form, 'alpha', late.deposit_no)).text).toBe('success')
    expect(await balanceOf(site, token)).toBe(400)

    // Another address has to be tested anew; another weight has not.
    const { version = 0 } = (await rowOf('alpha')) ?? {}
    const weighed = { ...asked, version, weight: 5 }
    expect(await said(maker.call('POST /api/console/providers/save', weighed))).toBe('ok')
    expect(await approve('alpha')).toBe('ok')
    expect((await rowOf('alpha'))?.state).toBe('paused')
    const moved = { ...asked, version: version + 1, endpoint: stubs.second.url }
    expect(await said(maker.call('POST /api/console/providers/save', moved))).toBe('ok')
    expect(await approve('alpha')).toBe('ok')
    expect((await rowOf('alpha'))?.state).toBe('draft')
    expect(await said(maker.call('POST /api/console/providers/open', open_))).toContain('测试')
    // Nor does the room of rules lead around the test, for two persons who agree.
    const key = 'provider:alpha'
    const { data: rule } = await maker.call('POST /api/console/rules/show', { key })
    const live = { ...(rule.value as object), live: true }
    const around = { key, version: rule.version, value: live, note: '直接开通' }
    expect(await said(maker.call('POST /api/console/rules/propose', around))).toBe('ok')
    expect(await approve('alpha')).toContain('测试')
    const { data: waits } = await maker.call('POST /api/console/rules/show', { key })
    const id = waits.proposal?.id ?? 0
    expect(await said(maker.call('POST /api/console/rules/withdraw', { id }))).toBe('ok')
  })

  test('what was opened keeps its account, in its room and in that of rules; it may sign otherwise', async () => {
    const kept = '通道开通过后不能更换接口、商户号或地址中的路径；另一账户请新增通道'
    const { version = 0, endpoint = '' } = (await rowOf('alpha')) ?? {}
    const save = async (change: object) =>
      said(
        maker.call('POST /api/console/providers/save', {
          ...formOf('alpha', stubs.form),
          version,
          ...change,
        }),
      )
    const others = [{ merchant: 'M2' }, { endpoint: `${endpoint}/v2` }, { adapter: 'card-psp' }]
    for (const other of others) expect(await save({ endpoint, ...other })).toBe(kept)
    const key = 'provider:alpha'
    const withdraw = async () => {
      const { data } = await maker.call('POST /api/console/rules/show', { key })
      return said(maker.call('POST /api/console/rules/withdraw', { id: data.proposal?.id ?? 0 }))
    }
    const { data: rule } = await maker.call('POST /api/console/rules/show', { key })
    const around = { ...(rule.value as object), merchant: 'M2' }
    const proposal = { key, version, value: around, note: '另一商户号' }
    expect(await said(maker.call('POST /api/console/rules/propose', proposal))).toBe('ok')
    expect(await approve('alpha')).toBe(kept)
    expect(await withdraw()).toBe('ok')
    expect(await save({ adapter: 'form-rsa' })).toBe('ok')
    expect(await withdraw()).toBe('ok')
  })

  test('keys are nowhere in clear, and a rotated one is still taken until the next', async () => {
    const { data } = await maker.call('POST /api/console/providers/test', {
      code: 'alpha',
      method: 'alipay',
      amount: '1',
    })
    const keys = { code: 'alpha', sign_key: `${FORM_KEY}-two`, verify_key: '', remark: '换' }
    for (const back of [1, 2]) {
      expect(await said(maker.call('POST /api/console/providers/keys', keys))).toBe('ok')
      expect(await approve('alpha')).toBe('ok')
      const { status } = await pay(stubs.second, 'alpha', data?.test_no ?? '')
      expect([back, status]).toEqual([back, back === 1 ? 200 : 403])
    }
    expect((await rowOf('alpha'))?.state).toBe('draft')
    const all = JSON.stringify(
      await rows(
        owner,
        sql<{ text: string }>`
        select encode(sealed, 'escape') as text from payment_provider_key
        union all select value::text from site_setting union all select value::text from rule_proposal
        union all select before::text || after::text from audit_log`,
      ),
    )
    expect(all).not.toContain(FORM_KEY)
    const { cardKey, factorKey, documentKey } = site.services.settings
    const fresh = {
      factorKey,
      documentKey,
      cardKey: ['the-next-card-key-of-this-test', ...cardKey] as const,
    }
    const resealed = await resealAll(owner, fresh)
    expect(resealed.find(({ name }) => name === 'keys of payment providers')).toMatchObject({
      found: 2,
      unreadable: 0,
      left: 0,
    })
    await resealAll(owner, {
      factorKey,
      documentKey,
      cardKey: [cardKey[0], 'the-next-card-key-of-this-test'],
    })
  })

  test.each<[string, Partial<Save>]>([
    ['代码须以小写字母开头', { code: 'Alpha' }],
    ['请填写通道名称', { name: '' }],
    ['请选择接口类型', { adapter: 'soap' }],
    ['沙盒接口仅用于沙盒环境', { adapter: 'sandbox' }],
    ['接口地址须为完整的 https 地址', { endpoint: 'http://pay.example/api' }],
    ['接口地址须为完整的 https 地址', { endpoint: 'https://pay.example/?a=1' }],
    ['接口地址不能指向内网', { endpoint: 'https://169.254.169.254/latest' }],
    ['接口地址不能指向内网', { endpoint: 'https://[::1]/' }],
    ['请填写商户号', { merchant: '' }],
    ['请至少选择一种存款方式', { methods: [] }],
    ['银行卡转账和 USDT 不经支付通道', { methods: ['usdt'] }],
    ['最低金额不能高于最高金额', { min_price: '30000' }],
    ['营业时间须为 HH:mm', { hours_until: '25:00' }],
    ['最低认证级别须为 0 至 2 的整数', { min_tier: 3 }],
    ['权重须为 0 至 100 的整数', { weight: 101 }],
    ['请填写修改说明', { remark: '' }],
  ])('%s', async (message, change) => {
    const asked = formOf('omega', stubs.form, { endpoint: 'https://pay.example/api', ...change })
    const answer = await maker.call('POST /api/console/providers/save', asked)
    expect(answer).toMatchObject({ code: 400, message: expect.stringContaining(message) })
  })
})

/** A refund through its provider: two persons, three outcomes, and one refund however it went. */
async function backToSource(refundNo: string) {
  const item = { refund_no: refundNo }
  const confirm = (who: Desk) =>
    said(who.call('POST /api/console/refunds/confirm', { ...item, voucher: refundNo, remark: '' }))
  const reopen = () =>
    said(
      maker.call('POST /api/console/refunds/reopen', {
        ...item,
        voucher: refundNo,
        remark: '重来',
      }),
    )
  const source = () => said(maker.call('POST /api/console/refunds/source', item))
  const byHand = { ...item, voucher: refundNo }
  expect(await said(maker.call('POST /api/console/refunds/record', byHand))).toContain('原路退回')
  expect(await source()).toBe('ok')
  expect(await confirm(maker)).toContain('另一位')
  expect(await stubs.card.refunded()).toBe(0)
  await stubs.card.fault('refuse')
  expect(await confirm(checker)).toContain('拒绝退款')
  expect(await reopen()).toBe('ok')
  expect(await source()).toBe('ok')
  await stubs.card.fault('truncated')
  expect(await confirm(checker)).toContain('结果未定')
  expect(await reopen()).toContain('不能退回登记')
  expect(await confirm(checker)).toBe('ok')
  expect(await stubs.card.refunded()).toBe(200_00)
}

describe('an order goes to the next provider before the member sees an error', () => {
  test('by priority, and by no answer, a refusal or a lost answer onward; one order is credited once', async () => {
    await connect(stubs.form, formOf('one', stubs.form, { priority: 1 }))
    await connect(
      stubs.card,
      formOf('two', stubs.card, { adapter: 'card-psp', priority: 2, fee_rate: 90 }),
    )
    const { token, memberId } = await member()
    const { data: first } = await recharge(token)
    expect(await providerOf(first.deposit_no)).toBe('one')

    // A refusal is final: the order is another provider's, and the first never had it.
    await stubs.form.fault('refuse')
    const { data: refused } = await recharge(token)
    expect(await providerOf(refused.deposit_no)).toBe('two')
    expect((await pay(stubs.card, 'two', refused.deposit_no)).status).toBe(200)
    expect(await balanceOf(site, token)).toBe(200)

    // An answer that got lost: the order is closed there before it is opened elsewhere.
    await stubs.form.fault('truncated')
    const { data: lost } = await recharge(token)
    expect(await providerOf(lost.deposit_no)).toBe('two')
    expect((await stubs.form.orders())[lost.deposit_no]?.state).toBe('closed')

    // Nor can it be closed: the first payment credits the one order, the other one goes back.
    await stubs.form.fault('done-error', 2)
    const { data: both } = await recharge(token)
    expect(await providerOf(both.deposit_no)).toBe('two')
    expect((await pay(stubs.form, 'one', both.deposit_no, { outcome: 'failed' })).text).toBe(
      'success',
    )
    expect(await newestVerdict()).toBe('failure_ignored')
    await pay(stubs.form, 'one', both.deposit_no)
    expect([await newestVerdict(), await balanceOf(site, token)]).toEqual(['credited', 400])
    await pay(stubs.card, 'two', both.deposit_no, { reference: `pi_${both.deposit_no}` })
    expect([await newestVerdict(), await balanceOf(site, token)]).toEqual(['paid_again', 400])
    const refunds = await rows(
      owner,
      sql<{
        provider: string
        refundNo: string
      }>`select provider, refund_no from deposit_refund where member_id = ${memberId} and deposit_no = ${both.deposit_no}`,
    )
    expect(refunds).toMatchObject([{ provider: 'two' }])
    await backToSource(refunds[0]?.refundNo ?? '')

    // A provider that was never asked for an order cannot have it paid.
    const foreign = await pay(stubs.card, 'two', first.deposit_no, { amount: 200_00 })
    expect([foreign.status, await newestVerdict()]).toEqual([403, 'other_provider'])
    expect(await balanceOf(site, token)).toBe(400)
  })

  test('two providers may give their payments the same number; each is known by its own', async () => {
    const reference = 'SAME-AT-BOTH'
    for (const [code, stub] of [
      ['one', stubs.form],
      ['two', stubs.card],
    ] as const) {
      const { token } = await member()
      if (code === 'two') await stubs.form.fault('refuse')
      const { data } = await recharge(token)
      const verdicts = []
      for (const _ of ['first', 'again']) {
        await pay(stub, code, data.deposit_no, { reference })
        verdicts.push(await newestVerdict())
      }
      expect(verdicts).toEqual(['credited', 'duplicate'])
      expect(await balanceOf(site, token)).toBe(200)
    }
  })

  test('every fault of a notice ends as it should, at each kind of provider', async () => {
    for (const [code, stub, taken] of [
      ['one', stubs.form, 'success'],
      ['two', stubs.card, '"verdict":"credited"'],
    ] as const) {
      const { token } = await member()
      if (code === 'two') await stubs.form.fault('refuse')
      const { data } = await recharge(token)
      const order = data.deposit_no
      const told = async (change: object) => {
        const { status } = await pay(stub, code, order, change)
        return [status, await newestVerdict()]
      }
      expect(await told({ wrong: 'secret' })).toEqual([403, 'forged'])
      expect(await told({ wrong: 'body' })).toEqual([403, 'forged'])
      expect(await told({ wrong: 'cut' })).toEqual([403, 'forged'])
      expect(await told({ outcome: 'pending' })).toEqual([200, 'payment_pending'])
      const reference = `SAME${code}`
      const first = await pay(stub, code, order, { reference })
      expect(first.text).toContain(taken)
      expect(await told({ reference })).toEqual([200, 'duplicate'])
      expect(await told({ reference, amount: 1_00 })).toEqual([200, 'reference_conflict'])
      expect(await told({ outcome: 'failed', reference })).toEqual([200, 'failure_ignored'])
      expect(await balanceOf(site, token)).toBe(200)
      if (code === 'two') {
        const dispute = await told({ outcome: 'disputed', reference })
        expect(dispute).toEqual([200, 'disputed'])
        clock.advance(600_000)
        const old = await told({ at: clock.now().getTime() - 600_000 })
        expect(old).toEqual([403, 'stale'])
        await stubs.form.fault('refuse')
      }
      const { data: half } = await recharge(token)
      const { status } = await pay(stub, code, half.deposit_no, { amount: 1_00 })
      expect([status, await newestVerdict()]).toEqual([200, 'wrong_amount'])
      expect(await balanceOf(site, token)).toBe(200)
    }
  })

  test('amount, hour and tier narrow the choice, and a provider without answers rests until a probe', async () => {
    const { token, memberId } = await member()
    const setTwo = async (change: Partial<Save>) => {
      const { version = 0 } = (await rowOf('two')) ?? {}
      const next = formOf('two', stubs.card, {
        adapter: 'card-psp',
        priority: 2,
        version,
        ...change,
      })
      expect(await said(maker.call('POST /api/console/providers/save', next))).toBe('ok')
      expect(await approve('two')).toBe('ok')
    }
    const to = async (amount = 200) => {
      const { code, data, message } = await recharge(token, amount)
      return code === 200 ? providerOf(data.deposit_no) : message
    }
    const busy = '支付通道繁忙，请更换存款方式或稍后再试'
    // The open orders of before do not count against the member's limit of them.
    const forget = () =>
      run(
        owner,
        sql`update deposit_order set expires_at = created_at where member_id = ${memberId}`,
      )
    await setTwo({ min_price: '500', priority: 1, weight: 0 })
    expect([await to(200), await to(600)]).toEqual(['one', 'one'])
    await forget()
    expect(await pause('one')).toBe('ok')
    expect(await to(200)).toContain(busy)
    expect(await to(600)).toBe('two')
    await setTwo({ min_price: '1', hours_from: '20:00', hours_until: '06:00' })
    expect(await to(200)).toContain(busy)
    await setTwo({ min_tier: 1 })
    expect(await to(200)).toContain(busy)
    await setTwo({})
    await forget()

    await stubs.card.fault('error', 100)
    for (let n = 0; n < 5; n++) expect(await to(200)).toContain(busy)
    const row = await rowOf('two')
    expect(row).toMatchObject({ failures: 5, rests_until: expect.stringMatching(/^2026/) })
    const orders = Object.keys(await stubs.card.orders()).length
    expect(await to(200)).toContain(busy)
    expect(Object.keys(await stubs.card.orders())).toHaveLength(orders)
    clock.advance(31_000)
    // The rest is over for one order; it finds the faults, and the rest begins anew.
    expect(await to(200)).toContain(busy)
    expect((await rowOf('two'))?.rests_until).not.toBe(row?.rests_until)
    const { data: hours } = await maker.call('POST /api/console/providers/hours')
    expect(hours.find(({ code }) => code === 'one')).toMatchObject({ name: '通道one', seconds: 0 })
    const one = hours.find(({ code }) => code === 'two')
    expect(one?.refused).toBeGreaterThan(5)
  })

  test('three providers are asked while the member waits; those that rest do not count', async () => {
    const { token, memberId } = await member()
    const attempts = async () => {
      await recharge(token)
      const asked = await rows(
        owner,
        sql<{ provider: string }>`
        select provider from deposit_attempt where member_id = ${memberId} order by began_at, provider`,
      )
      return asked.map(({ provider }) => provider)
    }
    for (const [at, code] of ['ask1', 'ask2', 'ask3', 'ask4'].entries()) {
      const change = { priority: 10 + at }
      await openProvider(site, owner, { code, stub: stubs.second, change })
    }
    expect(await rowOf('two')).toMatchObject({ rests_until: expect.stringMatching(/^2026/) })
    await stubs.second.fault('refuse', 4)
    expect(await attempts()).toEqual(['ask1', 'ask2', 'ask3'])
  })
})
