import { rows, run, sql } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import type { Given } from '@tianping/contract'
import sharp from 'sharp'
import { resealAll } from '../../src/sealedColumns.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { sendFile } from '../support/sendFile.ts'
import { photograph } from '../verification/support.ts'
import {
  balanceOf,
  bankCard,
  bind,
  callBack,
  configure,
  missing,
  openCashier,
  order,
  payment,
  usdtAddress,
} from './support.ts'

const { site, owner, clock } = await openCashier()
afterAll(() => assertBooksHold(owner))

const HOUR_MS = 3_600_000
const bank = {
  paytype: 'bank',
  bank: '沙盒商业银行',
  bank_owner: '测试员',
  bank_no: '6222020011112222',
  bank_address: '朝阳支行',
}
type Records = {
  data: { out_trade_no: string; amount: number; pay_way: string; state: number; remark: string }[]
  total: number
}
const deposits = async (token: string) =>
  (await site.call<Records>('POST /api/gettransrecord', { type: 1 }, { token })).data.data
const verdicts = async (depositNo: string) =>
  (
    await rows(
      owner,
      sql<{
        verdict: string
      }>`select verdict from provider_callback where deposit_no = ${depositNo} order by callback_id`,
    )
  ).map(row => row.verdict)

describe('what the cashier offers', () => {
  test('the availability map is in tab order, with what is by hand at its end', async () => {
    const { token } = await site.member()
    const { data } = await site.call<Record<string, number>>('GET /api/get_pay_way', {}, { token })
    expect(Object.keys(data)).toEqual([
      'card',
      'usdt',
      'wechat',
      'alipay',
      'zh_wxgue',
      'zh_wxys',
      'zh_wdjt',
      'zh_zfbxe',
      'zh_zfbze',
      'zh_zfbde',
      'zh_ylsm',
      'rengong',
    ])
    expect(new Set(Object.values(data))).toEqual(new Set([1]))
  })

  test.each([
    'bank',
    'wechat',
    'alipay',
    'zh_wxgue',
    'zh_wxys',
    'zh_wdjt',
    'zh_zfbxe',
    'zh_zfbze',
    'zh_zfbde',
    'zh_ylsm',
    'usdt-erc20',
    'usdt-trc20',
  ])('there is a range for %s', async type => {
    const { token } = await site.member()
    const { code, data } = await site.call<{ min_price: number; max_price: number }>(
      'POST /api/getPayRange',
      { type },
      { token },
    )
    expect(code).toBe(200)
    expect(data.min_price).toBeGreaterThanOrEqual(100)
    expect(data.max_price).toBeGreaterThan(data.min_price)
  })

  test('an unknown range is refused', async () => {
    const { token } = await site.member()
    expect((await site.call('POST /api/getPayRange', { type: 'cheque' }, { token })).message).toBe(
      '不支持该存款方式',
    )
  })

  test('the receiving accounts are shown whole, to be copied', async () => {
    const { token } = await site.member()
    const { data } = await site.call<{ bank_no: string; bank_data: { bank_name: string } }[]>(
      'POST /api/getpaybank',
      {},
      { token },
    )
    expect(data[0]).toMatchObject({
      bank_no: '6222020011112222',
      bank_owner: '天平科技有限公司',
      bank_data: { bank_name: '沙盒商业银行' },
    })
  })
})

describe('what is said of the methods before one is chosen', () => {
  type Options = Given<'POST /api/depositoptions'>
  const options = async (token: string) =>
    (await site.call<Options>('POST /api/depositoptions', {}, { token })).data

  test('limits, time and fee of each in tab order; one under maintenance with its reason, one switched off not at all', async () => {
    const { token, memberId } = await site.member()
    const first = await options(token)
    const { data: ways } = await site.call<object>('GET /api/get_pay_way', {}, { token })
    expect(first.methods.map(({ method }) => method)).toEqual(Object.keys(ways).slice(0, -1))
    expect(first).toMatchObject({ last: '', note: `TP${memberId}`, cards: [] })
    expect(first.methods[0]).toEqual({
      method: 'card',
      min_price: 100,
      max_price: 50_000,
      minutes: 15,
      fee: 0,
      maintenance: 0,
      back_at: '',
    })
    await configure(site, setting => {
      setting.usdtRanges.ERC20.maxFen = 90_000_00
      for (const each of setting.methods) {
        if (each.method === 'wechat') each.enabled = false
        if (each.method === 'zh_ylsm') each.channelFee = 60
        if (each.method === 'alipay')
          Object.assign(each, { maintenance: true, backAt: '2026-11-20 22:00' })
        if (each.method === 'zh_wdjt')
          Object.assign(each, { maintenance: true, backAt: '2026-11-20 11:59' })
      }
    })
    const { methods } = await options(token)
    const named = (name: string) => methods.find(({ method }) => method === name)
    expect(named('wechat')).toBe(undefined)
    expect(named('zh_ylsm')).toMatchObject({ fee: 0.6, maintenance: 0 })
    expect(named('usdt')).toMatchObject({ min_price: 100, max_price: 90_000 })
    expect(named('alipay')).toMatchObject({ maintenance: 1, back_at: '2026-11-20 22:00' })
    expect(named('zh_wdjt'), 'a moment that has passed').toMatchObject({ back_at: '' })
    const now = await site.call<object>('GET /api/get_pay_way', {}, { token })
    expect(now.data).toMatchObject({ alipay: 0, zh_wdjt: 0, wechat: 0, zh_ylsm: 1 })
    expect(
      await site.call('POST /api/recharge', { paytype: 'alipay', amount: 300 }, { token }),
    ).toMatchObject({ code: 400, message: '该存款方式维护中，请选择其他方式' })
    await configure(site, setting => {
      setting.usdtRanges.ERC20.maxFen = 10_000_00
      for (const each of setting.methods)
        Object.assign(each, { enabled: true, maintenance: false, backAt: '', channelFee: 0 })
    })
  })

  test('a bank deposit from a bound card keeps its number here; another member’s card, an address and an account that is gone are refused', async () => {
    const [{ token, memberId }, other] = [await site.member(), await site.member()]
    const number = '6222020012345678'
    const card = await bind(site, token, bankCard(number))
    const address = await bind(site, token, usdtAddress())
    const { data: accounts } = await site.call<{ id: number; bank_no: string }[]>(
      'POST /api/getpaybank',
      {},
      { token },
    )
    const receiver = accounts[1]!.id
    const asked = { paytype: 'bank', amount: 500, bank_address: '浦东支行', card, receiver }
    for (const [message, fields, who] of [
      ['该付款卡片已解绑，请重新选择', {}, other.token],
      ['该付款卡片已解绑，请重新选择', { card: address }, token],
      ['收款账户已更新，请核对后重新选择您付款到的账户', { receiver: 999_999 }, token],
      ['请输入开户行地址', { bank_address: '' }, token],
    ] as const)
      expect(
        await site.call('POST /api/recharge', { ...asked, ...fields }, { token: who }),
      ).toMatchObject({ code: 400, message })
    const made = await site.call<{ deposit_no: string }>('POST /api/recharge', asked, { token })
    expect(JSON.stringify(made)).not.toContain(number)
    const finance = await desk(site, 'finance')
    const { data: shown } = await finance.call('POST /api/console/deposits/show', {
      deposit_no: made.data.deposit_no,
    })
    expect(shown).toMatchObject({
      payer: { bank: '沙盒商业银行', bank_no: '************5678', bank_address: '浦东支行' },
      receiver: {
        bank: '天平储蓄银行',
        bank_no: accounts[1]!.bank_no,
        bank_owner: '天平科技有限公司',
      },
      note: `TP${memberId}`,
      receipt_at: '',
    })
    const said = await options(token)
    expect(said.last).toBe('card')
    expect(said.cards).toMatchObject([{ id: card, bank_owner: '测试员', bank_address: '浦东支行' }])
    expect(said.cards[0]!.bank_no).not.toContain('1234')
    expect((await options(other.token)).cards).toEqual([])
  })
})

describe('the receipt of a bank deposit', () => {
  type Receipt = { state: string; uploaded_at: string }
  const send = (token: string, deposit_no: string, bytes: Buffer) =>
    sendFile<Receipt>(site, '/api/depositreceipt/upload', {
      token,
      fields: { deposit_no },
      bytes,
    })
  const view = (no: string, cookie: string, header = '1') =>
    site.app.inject({
      method: 'GET',
      url: `/api/console/deposits/receipt/${no}`,
      headers: { cookie, 'x-tianping-console': header },
    })
  const stored = (no: string) =>
    rows(
      owner,
      sql<{
        content: Buffer
      }>`select content from deposit_receipt where deposit_no = ${no}`,
    )

  test('is kept sealed and without its place, replaced until the order is decided, and shown to who reviews it with a line in the audit log', async () => {
    const [{ token }, other] = [await site.member(), await site.member()]
    const no = await order(site, token, 500, bank)
    const state = (who: string, deposit_no = no) =>
      site.call<Receipt>('POST /api/depositreceipt', { deposit_no }, { token: who })
    expect((await state(token)).data).toEqual({ state: 'none', uploaded_at: '' })
    const picture = await photograph()
    for (const [message, attempt] of [
      ['订单不存在', send(other.token, no, picture)],
      ['订单不存在', state(other.token)],
      ['仅支持 JPG、PNG 图片', send(token, no, Buffer.from('%PDF-1.4 %%EOF'))],
      ['凭证图片无法读取，请重新拍摄或选择', send(token, no, picture.subarray(0, 400))],
      ['该订单无需上传凭证', send(token, await order(site, token, 100), picture)],
    ] as const)
      expect((await attempt).message).toBe(message)
    const finance = await desk(site, 'finance')
    const codeOf = async (...asked: Parameters<typeof view>) =>
      (await view(...asked)).json<{ code: number }>().code
    expect(await codeOf(no, finance.cookie), 'none yet').toBe(404)
    expect(await send(token, no, picture)).toMatchObject({
      code: 200,
      message: '凭证已上传',
      data: { state: 'sent', uploaded_at: '2026-11-20 12:00:00' },
    })
    const [first] = await stored(no)
    expect(await send(token, no, await photograph(640, 480))).toMatchObject({ code: 200 })
    expect(await stored(no)).toHaveLength(1)
    expect((await stored(no))[0]!.content.equals(first!.content)).toBe(false)
    await resealAll(owner, {
      ...site.services.settings,
      documentKey: [
        'another-document-key-of-32-characters!',
        ...site.services.settings.documentKey,
      ],
    })
    await resealAll(owner, {
      ...site.services.settings,
      documentKey: [
        site.services.settings.documentKey[0],
        'another-document-key-of-32-characters!',
      ],
    })
    expect(await codeOf(no, finance.cookie, '0'), 'from another page').toBe(403)
    const shown = await view(no, finance.cookie)
    expect(shown.headers['content-type']).toBe('image/webp')
    const { width, exif } = await sharp(shown.rawPayload).metadata()
    expect([width, exif]).toEqual([640, undefined])
    const [line] = await rows(
      owner,
      sql<{
        operator: string
      }>`select operator from audit_log where action = 'deposit.receipt' and subject = ${`deposit:${no}`}`,
    )
    expect(line).toEqual({ operator: finance.name })
    const support = await desk(site, 'support')
    expect(await codeOf(no, support.cookie), 'without the permission').toBe(403)

    const rejected = await finance.call('POST /api/console/deposits/reject', {
      deposit_no: no,
      remark: '未收到款项',
    })
    expect(rejected.code).toBe(200)
    expect((await state(token)).data.state).toBe('closed')
    expect((await send(token, no, picture)).message).toBe('该订单已处理，不能再上传凭证')
  })
})

describe('asking for a deposit', () => {
  test.each([
    ['请输入存款人姓名', { bank_owner: '', bank: '' }],
    ['请输入银行/机构类型', { bank: '', bank_no: '' }],
    ['请输入账户号码', { bank_no: '', bank_address: '' }],
    ['请输入开户行地址', { bank_address: '' }],
    ['请输入金额在100-50000之间！', { amount: 99.99 }],
    ['请输入金额在100-50000之间！', { amount: '50000.01' }],
    ['请输入金额在100-50000之间！', { amount: '100.001' }],
    ['请输入金额在100-50000之间！', { amount: undefined }],
  ])('%s', async (message, change) => {
    const { token } = await site.member()
    expect(
      await site.call('POST /api/recharge', { ...bank, amount: 500, ...change }, { token }),
    ).toMatchObject({ code: 400, message })
  })

  test.each([
    ['a text with a NUL', { bank_owner: 'a\0b' }],
    ['a text that is too long', { bank: 'x'.repeat(41) }],
    ['a list for a text', { bank_no: ['1'] }],
    ['an object for an amount', { amount: {} }],
  ])('%s is refused before anything else', async (_what, change) => {
    const { token } = await site.member()
    expect(
      await site.call('POST /api/recharge', { ...bank, amount: 500, ...change }, { token }),
    ).toMatchObject({ code: 400, message: '请求参数不正确' })
  })

  test.each([
    ['请选择存款方式', { paytype: 'cheque' }],
    ['人工存款请联系在线客服', { paytype: 'rengong' }],
    ['请选择钱包协议', { paytype: 'usdt' }],
  ])('%s', async (message, fields) => {
    const { token } = await site.member()
    expect(
      await site.call('POST /api/recharge', { amount: 500, ...fields }, { token }),
    ).toMatchObject({ code: 400, message })
  })

  test('a bank transfer waits for review, and its number stands in message and data', async () => {
    const { token } = await site.member()
    const asked = await site.call<{ deposit_no: string }>(
      'POST /api/recharge',
      { ...bank, amount: '500.5' },
      { token },
    )
    expect(asked).toMatchObject({ code: 200, message: asked.data.deposit_no })
    expect(asked.data.deposit_no).toMatch(/^D261120[0-9A-HJKMNP-TV-Z]{20}$/)
    expect(await deposits(token)).toEqual([
      expect.objectContaining({
        out_trade_no: asked.data.deposit_no,
        amount: 500.5,
        pay_way: '银行卡',
        state: 1,
      }),
    ])
    expect(await balanceOf(site, token)).toBe(0)
    const [stored] = await rows(
      owner,
      sql<{
        text: string
      }>`select d::text as text from deposit_order d where deposit_no = ${asked.data.deposit_no}`,
    )
    expect(stored!.text).not.toContain('6222020011112222')
  })

  test.each([
    ['wxpay', {}, 'wxpay', '微信'],
    ['wechat', {}, 'wxpay', '微信'],
    ['alipay', {}, 'alipay', '支付宝'],
    ['usdt', { catepay: 'TRC20' }, 'usdtpay', 'USDT-TRC20'],
    ['usdt', { catepay: 'ERC20' }, 'usdtpay', 'USDT-ERC20'],
  ])('%s %j opens an order with its payment page', async (paytype, fields, kind, label) => {
    const { token } = await site.member()
    const depositNo = await order(site, token, 1000, { paytype, ...fields })
    const info = await site.call<{
      info: { amount: number; usdt_amount: number; state: number }
      cardlist: { mch_id: string; content: string; payimg: string }
    }>('POST /api/payinfo', { deposit_no: depositNo })
    expect(info).toMatchObject({
      code: 200,
      message: kind,
      data: {
        deposit_no: depositNo,
        info: { amount: 1000, created_at: '2026-11-20 12:00:00', state: 1 },
      },
    })
    expect(info.data.cardlist.payimg).toMatch(/^data:image\/png;base64,/)
    const usdt = kind === 'usdtpay'
    // 1000 / 7.3 = 136.986…, floored.
    expect(info.data.info.usdt_amount).toBe(usdt ? 136.98 : 0)
    expect(info.data.cardlist.content).toBe(usdt ? label.slice(5) : '')
    expect(info.data.cardlist.mch_id !== '').toBe(usdt)
    expect((await deposits(token))[0]).toMatchObject({ pay_way: label, state: 1 })
  })

  test.each(['zh_wxgue', 'zh_wxys', 'zh_wdjt', 'zh_zfbxe', 'zh_zfbze', 'zh_ylsm'])(
    '%s is redirected to the provider’s own page',
    async paytype => {
      const { token } = await site.member()
      const asked = await site.call<{ deposit_no: string; url: string }>(
        'POST /api/recharge',
        { paytype, amount: 500 },
        { token, headers: { host: 'site.test:8080' } },
      )
      expect(asked.message).toBe(`http://site.test:8080/sandbox-pay/${asked.data.deposit_no}`)
      expect(asked.data.url).toBe(asked.message)
    },
  )

  test('the public page of an order says nothing of the member, and numbers cannot be guessed', async () => {
    const { token, name } = await site.member()
    const info = JSON.stringify(
      await site.call('POST /api/payinfo', { deposit_no: await order(site, token, 100) }),
    )
    expect(info).not.toContain(name)
    expect(info).not.toContain('测试员')
    expect(
      await site.call('POST /api/payinfo', { deposit_no: 'D26112000000000000000000000' }),
    ).toMatchObject({ code: 404, message: '订单不存在' })
  })

  test('the same action again is the same order', async () => {
    const { token } = await site.member()
    const ask = () =>
      site.call<{ deposit_no: string }>(
        'POST /api/recharge',
        { paytype: 'alipay', amount: 300 },
        { token, key: 'deposit-once-1' },
      )
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(new Set(answers.map(answer => answer.data.deposit_no)).size).toBe(1)
    expect(await deposits(token)).toHaveLength(1)
  })

  test('ten open orders are the most, whatever comes at the same time; an expired one makes room', async () => {
    const { token } = await site.member()
    const asked = await Promise.all(
      Array.from({ length: 13 }, () =>
        site.call('POST /api/recharge', { paytype: 'alipay', amount: 300 }, { token }),
      ),
    )
    expect(asked.filter(answer => answer.code === 200)).toHaveLength(10)
    expect(asked.find(answer => answer.code !== 200)).toMatchObject({
      message: '您有10笔存款尚未完成，请先完成支付或等待审核',
      data: { rule: 'max_open' },
    })
    clock.advance(HOUR_MS)
    expect(
      (await site.call('POST /api/recharge', { paytype: 'alipay', amount: 300 }, { token })).code,
    ).toBe(200)
    expect((await deposits(token)).filter(row => row.state === 3)[0]?.remark).toBe(
      '超时未支付，如已付款将自动到账',
    )
  })

  test('a method that is switched off is refused and shown as 0', async () => {
    const { token } = await site.member()
    await configure(site, setting => {
      setting.methods.find(each => each.method === 'alipay')!.enabled = false
    })
    expect(
      (await site.call<Record<string, number>>('GET /api/get_pay_way', {}, { token })).data.alipay,
    ).toBe(0)
    expect(
      (await site.call('POST /api/recharge', { paytype: 'alipay', amount: 300 }, { token }))
        .message,
    ).toBe('该存款方式维护中，请选择其他方式')
    await configure(site, setting => {
      setting.methods.find(each => each.method === 'alipay')!.enabled = true
    })
  })
})

describe('the provider’s callback', () => {
  test('credits the order, and asks for its turnover once', async () => {
    const { token } = await site.member()
    const depositNo = await order(site, token, 100)
    expect(await callBack(site, payment(site, depositNo))).toEqual({
      status: 200,
      verdict: 'credited',
    })
    expect(await balanceOf(site, token)).toBe(100)
    expect(await missing(site, token)).toBe(100)
    expect((await deposits(token))[0]).toMatchObject({ state: 2, amount: 100 })
  })

  test('told twice, also at the same time, credits once', async () => {
    const { token } = await site.member()
    const paid = payment(site, await order(site, token, 100))
    const told = await Promise.all(Array.from({ length: 8 }, () => callBack(site, paid)))
    expect(told.map(answer => answer.verdict).toSorted()).toEqual([
      'credited',
      ...Array<string>(7).fill('duplicate'),
    ])
    expect(told.every(answer => answer.status === 200)).toBe(true)
    expect(await balanceOf(site, token)).toBe(100)
    expect(await missing(site, token)).toBe(100)
  })

  test('paid twice credits once; the second payment is kept for a person to give back', async () => {
    const { token } = await site.member()
    const depositNo = await order(site, token, 100)
    expect((await callBack(site, payment(site, depositNo))).verdict).toBe('credited')
    expect(await callBack(site, payment(site, depositNo))).toEqual({
      status: 200,
      verdict: 'paid_again',
    })
    expect(await balanceOf(site, token)).toBe(100)
    const noted = await rows(
      owner,
      sql<{
        action: string
        after: { paid_in_all_fen: string }
      }>`select action, after from audit_log where subject = ${`deposit:${depositNo}`}`,
    )
    expect(noted).toMatchObject([
      { action: 'deposit.paid_again', after: { paid_in_all_fen: '20000' } },
    ])
  })

  test('paid late is still credited, once', async () => {
    const { token } = await site.member()
    const depositNo = await order(site, token, 100)
    clock.advance(25 * HOUR_MS)
    const paid = payment(site, depositNo)
    expect((await callBack(site, paid)).verdict).toBe('credited_late')
    expect((await callBack(site, paid)).verdict).toBe('duplicate')
    expect(await balanceOf(site, token)).toBe(100)
    expect((await deposits(token))[0]).toMatchObject({ state: 2 })
  })

  test('another amount than ordered is not credited by itself: it waits for a person, with what was paid noted', async () => {
    const { token } = await site.member()
    const depositNo = await order(site, token, 100)
    expect(await callBack(site, payment(site, depositNo, { amount_fen: '5000' }))).toEqual({
      status: 200,
      verdict: 'wrong_amount',
    })
    expect(await balanceOf(site, token)).toBe(0)
    expect((await deposits(token))[0]).toMatchObject({ state: 1 })
    expect((await callBack(site, payment(site, depositNo, { amount_fen: '5000' }))).verdict).toBe(
      'in_review',
    )
    const noted = await rows(
      owner,
      sql<{
        action: string
        after: object
      }>`select action, after from audit_log where subject = ${`deposit:${depositNo}`} order by audit_id`,
    )
    expect(noted).toMatchObject([
      { action: 'deposit.wrong_amount', after: { ordered_fen: '10000', paid_fen: '5000' } },
      { action: 'deposit.in_review', after: { paid_in_all_fen: '10000' } },
    ])
  })

  test('forged is refused and kept, and nothing changes', async () => {
    const { token } = await site.member()
    const depositNo = await order(site, token, 100)
    const paid = payment(site, depositNo)
    expect(await callBack(site, paid, { secret: 'somebody-else-altogether' })).toEqual({
      status: 403,
      verdict: 'forged',
    })
    expect((await callBack(site, paid, { headers: { 'x-provider-signature': 'é' } })).verdict).toBe(
      'forged',
    )
    expect((await callBack(site, paid, { headers: { 'x-provider-timestamp': '1' } })).verdict).toBe(
      'forged',
    )
    expect((await callBack(site, { ...paid, outcome: 'maybe' })).verdict).toBe('malformed')
    expect(
      (await callBack(site, paid, { at: new Date(clock.now().getTime() - 6 * 60_000) })).verdict,
    ).toBe('stale')
    expect(await balanceOf(site, token)).toBe(0)
    expect(await verdicts(depositNo)).toEqual(['forged', 'forged', 'forged', 'malformed', 'stale'])
    expect((await deposits(token))[0]).toMatchObject({ state: 1 })
  })

  test('a failure closes the order; a payment that comes after it is credited, and a failure that comes after the payment changes nothing', async () => {
    const { token } = await site.member()
    const depositNo = await order(site, token, 100)
    const failed = payment(site, depositNo, { outcome: 'failed', amount_fen: '0' })
    expect((await callBack(site, failed)).verdict).toBe('failed')
    expect((await deposits(token))[0]).toMatchObject({ state: 3, remark: '支付未成功' })
    expect((await callBack(site, payment(site, depositNo))).verdict).toBe('credited')
    expect((await callBack(site, failed)).verdict).toBe('failure_ignored')
    expect((await deposits(token))[0]).toMatchObject({ state: 2, remark: '' })
    expect(await balanceOf(site, token)).toBe(100)
  })

  test('an order that is not ours, or not the provider’s, is unknown', async () => {
    const { token } = await site.member()
    expect(await callBack(site, payment(site, 'D26112000000000000000000000'))).toEqual({
      status: 404,
      verdict: 'unknown_order',
    })
    const byBank = await site.call<{ deposit_no: string }>(
      'POST /api/recharge',
      { ...bank, amount: 100 },
      { token },
    )
    expect((await callBack(site, payment(site, byBank.data.deposit_no))).verdict).toBe(
      'unknown_order',
    )
    expect(await balanceOf(site, token)).toBe(0)
  })

  test('one reference pays one order', async () => {
    const { token } = await site.member()
    const [first, second] = [await order(site, token, 100), await order(site, token, 100)]
    const paid = payment(site, first)
    await callBack(site, paid)
    expect((await callBack(site, { ...paid, deposit_no: second })).verdict).toBe(
      'reference_conflict',
    )
    expect((await callBack(site, { ...paid, amount_fen: '99900' })).verdict).toBe(
      'reference_conflict',
    )
    expect(await balanceOf(site, token)).toBe(100)
  })

  test('whoever sends forged ones in masses is turned away without a trace in the tables', async () => {
    const { token } = await site.member()
    const depositNo = await order(site, token, 100)
    const all = await Promise.all(
      Array.from({ length: 110 }, () =>
        callBack(site, payment(site, depositNo), {
          secret: 'somebody-else-altogether',
          headers: { 'x-forwarded-for': '203.0.113.9' },
        }),
      ),
    )
    expect(all.filter(answer => answer.status === 403)).toHaveLength(100)
    expect(all.filter(answer => answer.status === 429)).toHaveLength(10)
    expect(await verdicts(depositNo)).toHaveLength(100)
  })

  test('another provider’s name is no address of ours', async () => {
    expect(
      (await site.app.inject({ method: 'POST', url: '/api/callback/other', payload: {} }))
        .statusCode,
    ).toBe(404)
  })

  test('what a provider said cannot be changed by the server', async () => {
    await expect(
      run(site.services.db, sql`update provider_callback set verdict = 'credited'`),
    ).rejects.toThrow('permission denied')
    await expect(run(site.services.db, sql`delete from provider_payment`)).rejects.toThrow(
      'permission denied',
    )
  })
})
