import { expect, test } from 'vitest'
import { webAddress } from '../../../src/app/wallet/webAddress.ts'
import {
  enabledMethods,
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
