import { expect, test } from 'vitest'
import { webAddress } from '../../../src/app/wallet/webAddress.ts'
import { bankOfNumber } from '@tianping/contract/cards/bins'
import { methods } from '@tianping/contract/payments'
import { inFours, regrouped } from '../../../src/ui/field/grouped.ts'
import {
  enabledMethods,
  grouped,
  offersOf,
  payType,
  rangeType,
  redirects,
} from '../../../src/pages/recharge/methods.ts'
import { afterTransfer } from '../../../src/pages/transfer/estimate.ts'
import { PLATFORM } from '@tianping/contract/wallet/rules'

const of = (key: string) => enabledMethods({ [key]: 1 })[0]!

test('only enabled methods show, in the order of the server', () => {
  expect(
    enabledMethods({ usdt: 1, card: 1, wechat: 0, zh_ylsm: 1, unheard: 1, rengong: 1 }).map(
      ({ key }) => key,
    ),
  ).toEqual(['usdt', 'card', 'zh_ylsm', 'rengong'])
})

test('methods stand under their headings in the server’s order; one under maintenance shows, one switched off does not', () => {
  const facts = (method: string, maintenance: 0 | 1) => ({
    method,
    min_price: 100,
    max_price: 1_000,
    minutes: 3,
    fee: 0,
    maintenance,
    back_at: '',
    why: '',
  })
  const options = {
    methods: [facts('wechat', 1), facts('alipay', 0), facts('card', 0)],
    last: '',
    note: '',
    cards: [],
  }
  const offers = offersOf({ wechat: 0, card: 1, alipay: 1, zh_ylsm: 1, usdt: 0 }, options)
  expect(
    grouped(offers).map(({ group, offers: run }) => [group, run.map(({ key }) => key)]),
  ).toEqual([
    ['手机支付', ['wechat']],
    ['银行', ['card']],
    ['手机支付', ['alipay', 'zh_ylsm']],
  ])
  expect(offers.map(({ closed }) => closed)).toEqual([true, false, false, false])
  const labels = Object.values(methods).map(({ label }) => label)
  expect(new Set(labels).size, 'no two entries alike').toBe(labels.length)
})

test('a card’s number stands in fours and names its bank; taking away a space means the digit beside it', () => {
  expect(['62170000123', '13900139000', 'a@b.cn'].map(inFours)).toEqual([
    '6217 0000 123',
    '13900139000',
    'a@b.cn',
  ])
  expect(regrouped('6217 000', '6217000', 4, false)).toEqual({ value: '621000', caret: 3 })
  expect(regrouped('6217 000', '6217000', 4, true)).toEqual({ value: '621700', caret: 4 })
  expect(regrouped('6217 000', '6217 9000', 6, false)).toEqual({ value: '62179000', caret: 6 })
  const banks = ['中国银行', '演示建设银行', '中国工商银行']
  expect(
    ['6217 0000', '621660', '622202', '622', '6222x2', '999999'].map(number =>
      bankOfNumber(number, banks),
    ),
  ).toEqual(['演示建设银行', '中国银行', '中国工商银行', undefined, undefined, undefined])
  expect(bankOfNumber('621700', ['中国工商银行'])).toBe(undefined)
})

test('card is asked for and paid as bank, wechat is sent as wxpay', () => {
  expect([of('card'), of('wechat'), of('usdt'), of('zh_wxgue')].map(payType)).toEqual([
    'bank',
    'wxpay',
    'usdt',
    'zh_wxgue',
  ])
  expect(rangeType(of('card'), 'TRC20')).toBe('bank')
  expect(rangeType(of('wechat'), 'TRC20')).toBe('wechat')
  expect(rangeType(of('usdt'), 'ERC20')).toBe('usdt-erc20')
})

test("only zh_ methods send the browser to the provider's page", () => {
  expect([of('zh_ylsm'), of('alipay'), of('card')].map(redirects)).toEqual([true, false, false])
})

test('the browser goes to web pages only', () => {
  const base = 'https://site.example/'
  expect(webAddress('https://pay.example/x', base)).toBe('https://pay.example/x')
  expect(webAddress('/sandbox-pay/D1', base)).toBe('https://site.example/sandbox-pay/D1')
  expect(
    ['javascript:alert(1)', 'data:text/html,x', ''].map(text => webAddress(text, base)),
  ).toEqual([null, null, null])
})

const wallet = (platname: string, balance: number) => ({
  platname,
  name: platname,
  balance,
  barred: false,
})

test('a transfer shows what both wallets hold after it, and nothing when the source holds less', () => {
  const [platform, live] = [wallet(PLATFORM, 10_000), wallet('LIVE', 1_200.1)]
  expect(afterTransfer(platform, live, 500_00n)).toEqual({ source: 9_500_00n, target: 1_700_10n })
  expect(afterTransfer(live, platform, 1_200_11n)).toBe(null)
  expect(afterTransfer(platform, live, 0n)).toBe(null)
  expect(afterTransfer(platform, platform, 1n)).toBe(null)
})
