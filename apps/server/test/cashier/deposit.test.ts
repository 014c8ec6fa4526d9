import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { checkPayments } from '../../src/areas/cashier/cashier.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { desk, type Desk } from '../console/support.ts'
import type { Given } from '@tianping/contract'
import sharp from 'sharp'
import { resealAll } from '../../src/sealedColumns.ts'
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
      why: '',
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

  test.each([
    ['half of what was ordered', 5_000],
    ['a fen less than ordered', 9_999],
    ['a fen more than ordered', 10_001],
  ])(
    '%s is not credited by itself: it waits for a person, with what was paid noted',
    async (_, fen) => {
      const { token } = await site.member()
      const depositNo = await order(site, token, 100)
      expect(await callBack(site, payment(site, depositNo, { amount_fen: `${fen}` }))).toEqual({
        status: 200,
        verdict: 'wrong_amount',
      })
      expect(await balanceOf(site, token)).toBe(0)
      expect((await deposits(token))[0]).toMatchObject({ state: 1 })
      expect(
        (await callBack(site, payment(site, depositNo, { amount_fen: `${fen}` }))).verdict,
      ).toBe('in_review')
      const noted = await rows(
        owner,
        sql<{
          action: string
          after: object
        }>`select action, after from audit_log where subject = ${`deposit:${depositNo}`} order by audit_id`,
      )
      expect(noted).toMatchObject([
        { action: 'deposit.wrong_amount', after: { ordered_fen: '10000', paid_fen: `${fen}` } },
        { action: 'deposit.in_review', after: { paid_in_all_fen: `${2 * fen}` } },
      ])
    },
  )

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
    const forged = (more = {}) =>
      callBack(
        site,
        { ...payment(site, depositNo), ...more },
        {
          secret: 'somebody-else-altogether',
          headers: { 'x-forwarded-for': '203.0.113.9' },
        },
      )
    const all = await Promise.all(Array.from({ length: 110 }, () => forged()))
    expect(all.filter(answer => answer.status === 403)).toHaveLength(100)
    expect(all.filter(answer => answer.status === 429)).toHaveLength(10)
    expect(await verdicts(depositNo)).toHaveLength(100)

    // For ten minutes, and of what is long the beginning is kept.
    clock.advance(599_999)
    expect((await forged()).status).toBe(429)
    clock.advance(1)
    expect((await forged({ reason: 'x'.repeat(5_000) })).status).toBe(403)
    const kept = sql<{ most: number }>`
      select max(length(body)) as most from provider_callback where deposit_no = ${depositNo}`
    expect(await theRow(owner, kept)).toEqual({ most: 4_000 })
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

describe('how an order stands', () => {
  type Shown = {
    info: { state: number }
    progress: {
      stage: string
      mine: number
      wish: string
      may_wish: number
      paid: number
      refund: number
      reason: string
      steps: { step: string; at: string }[]
      payments: { amount: number; tail: string; standing: string; voucher: string }[]
    }
  }
  const shown = async (deposit_no: string, token?: string) =>
    (await site.call<Shown>('POST /api/payinfo', { deposit_no }, token ? { token } : {})).data
  const stage = async (no: string) => (await shown(no)).progress.stage
  const saidOf = (no: string) =>
    theRow(
      owner,
      sql<{ saidAt: Date }>`
      select paid_said_at as said_at from deposit_order where deposit_no = ${no}`,
    )
  const steps = async (no: string) => (await shown(no)).progress.steps.map(each => each.step)
  const letters = async (memberId: bigint) =>
    (
      await rows(
        owner,
        sql<{ title: string }>`
        select title from message where member_id = ${memberId} order by message_id`,
      )
    ).map(row => row.title)
  const say = (no: string, paid: number, token: string) =>
    site.call('POST /api/deposit/paid', { deposit_no: no, paid }, { token })
  const wish = (no: string, what: string, token: string) =>
    site.call('POST /api/deposit/wish', { deposit_no: no, wish: what }, { token })
  const openRefunds = async (no: string) =>
    rows(
      owner,
      sql<{ refundNo: string; amountFen: bigint }>`
      select refund_no, amount_fen from deposit_refund where deposit_no = ${no} and state = 1 order by created_at`,
    )
  const differing = async () =>
    (await checkPayments(owner)).flatMap(check => check.differences.map(each => each.subject))

  test('before the payment it follows what the member and the provider say, and only a payment credits it', async () => {
    const { token } = await site.member()
    const stranger = await site.member()
    const depositNo = await order(site, token, 100)
    expect(await stage(depositNo)).toBe('unpaid')
    expect(await say(depositNo, 1, stranger.token)).toMatchObject({ code: 404 })
    await say(depositNo, 1, token)
    expect(await stage(depositNo)).toBe('confirming')
    expect((await deposits(token))[0]).toMatchObject({ state: 1, stage: 'confirming' })
    await say(depositNo, 0, token)
    expect(await stage(depositNo)).toBe('unpaid')
    const pending = payment(site, depositNo, { outcome: 'pending', amount_fen: '0' })
    expect((await callBack(site, pending)).verdict).toBe('payment_pending')
    expect(await stage(depositNo)).toBe('confirming')
    expect(await say(depositNo, 0, token)).toMatchObject({
      code: 409,
      message: '订单状态已更新，请刷新查看',
    })
    expect(await balanceOf(site, token)).toBe(0)
    expect(await steps(depositNo)).toEqual(['created', 'provider', 'confirm', 'credit'])
    // Said again it is as of when it was first said.
    const { saidAt } = await saidOf(depositNo)
    clock.advance(60_000)
    await callBack(site, pending)
    expect(await saidOf(depositNo)).toEqual({ saidAt })
    await callBack(site, payment(site, depositNo))
    expect(await stage(depositNo)).toBe('credited')
    expect(await say(depositNo, 1, token)).toMatchObject({ code: 409 })
  })

  test('a credit is told to the member’s open pages', async () => {
    const { token, memberId } = await site.member()
    const depositNo = await order(site, token, 100)
    const told: string[] = []
    const stop = site.services.bus.subscribe(({ topic, keys }) => {
      if (topic === 'member') told.push(...keys)
    })
    expect((await callBack(site, payment(site, depositNo))).verdict).toBe('credited')
    stop()
    expect(told).toContain(memberId.toString())
  })

  test('paid by more than was ordered it waits as well, and a failure told later leaves it to the person', async () => {
    const { token, memberId } = await site.member()
    const depositNo = await order(site, token, 100)
    const more = payment(site, depositNo, { amount_fen: '15000' })
    expect((await callBack(site, more)).verdict).toBe('wrong_amount')
    expect(await letters(memberId)).toEqual(['存款金额不符'])
    const failed = payment(site, depositNo, { outcome: 'failed', amount_fen: '0' })
    expect((await callBack(site, failed)).verdict).toBe('failure_ignored')
    expect((await deposits(token))[0]).toMatchObject({ stage: 'wrong_amount', paid: 150 })
    expect(await balanceOf(site, token)).toBe(0)
  })

  test('said to be paid it waits a day beyond its hour, then it has run out like any other; paid then it is credited late', async () => {
    const { token, memberId } = await site.member()
    const [said, silent] = [await order(site, token, 100), await order(site, token, 100)]
    await say(said, 1, token)
    clock.advance(HOUR_MS)
    expect([await stage(said), await stage(silent)]).toEqual(['confirming', 'expired'])
    expect(await say(silent, 1, token)).toMatchObject({ code: 409 })
    clock.advance(24 * HOUR_MS)
    expect(await stage(said)).toBe('expired')
    await callBack(site, payment(site, silent))
    expect(await stage(silent)).toBe('credited_late')
    expect(await steps(silent)).toEqual(['created', 'expired', 'paid', 'credited'])
    expect(await letters(memberId)).toEqual(['存款超时到账'])
  })

  test('of another amount it says what came; the member’s choice stands beside it until an operator has it; who is excluded may ask for the refund alone', async () => {
    const { token, memberId } = await site.member()
    const anna = await desk(site, 'finance')
    const depositNo = await order(site, token, 100)
    expect(await wish(depositNo, 'credit', token)).toMatchObject({
      code: 409,
      message: '这笔订单不需要选择处理方式，请刷新查看',
    })
    await callBack(site, payment(site, depositNo, { amount_fen: '5000' }))
    expect((await deposits(token))[0]).toMatchObject({ stage: 'wrong_amount', paid: 50 })
    expect(await letters(memberId)).toEqual(['存款金额不符'])
    const stranger = await site.member()
    expect(await wish(depositNo, 'credit', stranger.token)).toMatchObject({ code: 404 })
    expect((await wish(depositNo, 'credit', token)).code).toBe(200)
    const detail = await anna.call('POST /api/console/deposits/show', { deposit_no: depositNo })
    expect(detail.data).toMatchObject({
      wish: 'credit',
      stage_words: '金额不符（已收 ¥50.00，审核中）',
      credits: 50,
    })
    const listed = await anna.call('POST /api/console/deposits/list', { state: 1, q: depositNo })
    expect(listed.data.data).toMatchObject([{ stage: 'wrong_amount' }])
    // Another payment makes it another amount: the choice was about the first.
    await callBack(site, payment(site, depositNo, { amount_fen: '2000' }))
    const now = (await shown(depositNo, token)).progress
    expect(now).toMatchObject({ paid: 70, wish: '', may_wish: 1 })
    await transaction(owner, tx =>
      blockMember(site.services, tx, {
        memberId,
        kind: 'timeout',
        term: '1d',
        reason: '',
        setBy: '',
        setAt: clock.now(),
        until: new Date(clock.now().getTime() + 24 * HOUR_MS),
      }),
    )
    expect((await wish(depositNo, 'credit', token)).message).toMatch(/^您的账户已暂停使用/)
    expect((await wish(depositNo, 'refund', token)).code).toBe(200)
    expect((await shown(depositNo)).progress).toMatchObject({ wish: '', may_wish: 0 })
    await anna.call('POST /api/console/deposits/claim', { deposit_no: depositNo })
    expect(await wish(depositNo, 'credit', token)).toMatchObject({
      code: 409,
      message: '客服正在处理这笔订单，如需更改请联系客服',
    })
  })

  test('rejected after a payment it goes back: recorded by one, confirmed by another, told with its voucher, in the books nowhere', async () => {
    const { token, memberId } = await site.member()
    const [anna, bert] = [await desk(site, 'finance'), await desk(site, 'finance')]
    const depositNo = await order(site, token, 100)
    await callBack(site, payment(site, depositNo, { amount_fen: '5000' }))
    await anna.call('POST /api/console/deposits/reject', {
      deposit_no: depositNo,
      remark: '按会员要求退款',
    })
    expect(await stage(depositNo)).toBe('refunding')
    expect(await differing()).toContain(depositNo)
    const [{ refundNo: refund_no } = { refundNo: '' }] = await openRefunds(depositNo)
    const refund = (call: 'record' | 'confirm' | 'reopen', by: Desk, voucher: string) =>
      by.call(`POST /api/console/refunds/${call}`, { refund_no, voucher, remark: '已核对' })
    expect(await refund('confirm', bert, '')).toMatchObject({ code: 409 })
    expect(await refund('record', anna, '')).toMatchObject({ message: '请填写退款凭证号' })
    expect((await refund('record', anna, 'V-1')).code).toBe(200)
    expect(await refund('record', bert, 'V-2')).toMatchObject({ code: 409 })
    expect(await refund('confirm', anna, 'V-1')).toMatchObject({
      code: 409,
      message: '退款由您登记，须由另一位复核',
    })
    expect(await refund('confirm', bert, 'V-0')).toMatchObject({ code: 409 })
    expect((await refund('reopen', bert, 'V-1')).code).toBe(200)
    expect((await refund('record', anna, 'V-3')).code).toBe(200)
    const done = await Promise.all([refund('confirm', bert, 'V-3'), refund('confirm', bert, 'V-3')])
    expect(done.map(each => each.code)).toEqual([200, 200])
    expect(await stage(depositNo)).toBe('refunded')
    expect(await differing()).not.toContain(depositNo)
    const told = (await shown(depositNo, token)).progress
    expect(told).toMatchObject({ mine: 1, reason: '按会员要求退款', refund: 50 })
    expect(told.payments).toMatchObject([{ standing: 'refunded', voucher: 'V-3', amount: 50 }])
    const strange = (await shown(depositNo)).progress
    expect(strange).toMatchObject({ mine: 0, reason: '' })
    expect(strange.payments).toMatchObject([{ tail: '', voucher: '' }])
    expect(await letters(memberId)).toEqual(['存款金额不符', '存款未通过审核', '存款退款完成'])
    // A later payment is judged alone: what went back is not credited.
    await callBack(site, payment(site, depositNo))
    expect((await deposits(token))[0]).toMatchObject({ state: 1, stage: 'confirming', paid: 100 })
    await anna.call('POST /api/console/deposits/approve', { deposit_no: depositNo, remark: '好' })
    expect(await balanceOf(site, token)).toBe(100)
    expect(await differing()).not.toContain(depositNo)
  })

  test('paid twice, each further payment is a refund of its own and none is credited; one voucher pays one', async () => {
    const { token, memberId } = await site.member()
    const [anna, bert] = [await desk(site, 'finance'), await desk(site, 'finance')]
    const depositNo = await order(site, token, 100)
    const again = payment(site, depositNo)
    await callBack(site, payment(site, depositNo))
    await Promise.all(
      [again, again, payment(site, depositNo, { amount_fen: '2500' })].map(each =>
        callBack(site, each),
      ),
    )
    const opened = await openRefunds(depositNo)
    expect(opened.map(each => each.amountFen).toSorted()).toEqual([100_00n, 25_00n])
    expect((await deposits(token))[0]).toMatchObject({
      state: 2,
      stage: 'paid_again',
      amount: 100,
      refund: 125,
    })
    const listed = await bert.call('POST /api/console/refunds/list', { state: 1, q: depositNo })
    expect(listed.data.total).toBe(2)
    const [first, second] = opened.map(each => each.refundNo)
    const record = (refund_no: string | undefined) =>
      anna.call('POST /api/console/refunds/record', { refund_no: refund_no ?? '', voucher: 'W-1' })
    expect((await record(first)).code).toBe(200)
    expect(await record(second)).toMatchObject({
      code: 409,
      message: `该凭证号已用于退款 ${first}，请核对`,
    })
    await bert.call('POST /api/console/refunds/confirm', { refund_no: first ?? '', voucher: 'W-1' })
    expect(await stage(depositNo)).toBe('paid_again')
    const standings = (await shown(depositNo)).progress.payments.map(each => each.standing)
    expect(standings.toSorted()).toEqual(['credited', 'refunded', 'refunding'])
    expect(await balanceOf(site, token)).toBe(100)
    expect(await letters(memberId)).toEqual([
      '存款已到账',
      '重复付款待退款',
      '重复付款待退款',
      '存款退款完成',
    ])
  })
})
