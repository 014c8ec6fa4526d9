// What no payment provider can be is refused in its field, in the order of the form.
import { expect, test } from 'vitest'
import type { Refusal } from '../../../src/kernel/http/refusal.ts'
import { sandboxValue } from '../../../src/areas/providers/registry.ts'
import { refuseValue } from '../../../src/areas/providers/rule.ts'
import {
  configHash,
  isProviderCode,
  type ProviderValue,
} from '../../../src/areas/providers/setting.ts'

const sound: ProviderValue = {
  ...sandboxValue,
  adapter: 'form-md5',
  endpoint: 'https://pay.provider.example/api',
  merchant: 'M10001',
  key: 1,
  methods: ['alipay'],
  minFen: 100_00,
  maxFen: 100_00,
  payoutMinFen: 100_00,
  payoutMaxFen: 100_00,
}

/** The field and the sentence of the refusal; empty where the value is taken. */
function refused(
  change: Partial<ProviderValue>,
  mode: 'sandbox' | 'production' = 'production',
  code = 'alpha',
) {
  try {
    refuseValue({ mode, providerHosts: [] }, code, { ...sound, ...change })
    return []
  } catch (error) {
    const { said, data } = error as Refusal
    return [(data as { field: string }).field, said.text]
  }
}

test('a provider is taken at its bounds, and refused beyond them', () => {
  expect(refused({})).toEqual([])
  expect(refused({ payoutMinFen: 0, payoutMaxFen: 0 })).toEqual([])
  expect(refused({ minFen: 100_01 })).toEqual(['min_price', '最低金额不能高于最高金额'])
  const payouts = ['payout_min_price', '付款最低金额不能高于最高金额']
  expect(refused({ payoutMinFen: 100_01 })).toEqual(payouts)
  // Whoever sends nothing out has no least amount either.
  expect(refused({ payoutMinFen: 100_01, payoutMaxFen: 0 })).toEqual([])
  expect(refused({ adapter: 'card-psp' })).toEqual([
    'payout_max_price',
    '该接口类型没有付款接口，付款最高金额须为 0',
  ])
  expect(refused({ adapter: 'card-psp', payoutMaxFen: 0 })).toEqual([])
})

test('its address is whole and outside, its merchant named, its methods those of a gateway', () => {
  const whole = ['endpoint', '接口地址须为完整的 https 地址，不含账号、参数和锚点']
  for (const endpoint of ['', 'pay.example', 'http://pay.example/', 'https://pay.example/?a=1'])
    expect(refused({ endpoint }), endpoint).toEqual(whole)
  expect(refused({ endpoint: 'https://10.0.0.1/' })).toEqual(['endpoint', '接口地址不能指向内网'])
  expect(refused({ endpoint: 'http://pay.example/' }, 'sandbox')).toEqual([])
  expect(refused({ merchant: '' })).toEqual(['merchant', '请填写商户号'])
  for (const method of ['card', 'usdt'] as const)
    expect(refused({ methods: ['alipay', method] }), method).toEqual([
      'methods',
      '银行卡转账和 USDT 不经支付通道',
    ])
  // The first field of the form that is wrong is said.
  expect(refused({ endpoint: '', merchant: '', minFen: 100_01 })).toEqual(whole)
})

test('the sandbox is a provider of its own name, in a sandbox alone', () => {
  const own = ['adapter', '沙盒接口仅用于沙盒环境']
  const sandbox = { adapter: 'sandbox', endpoint: '', merchant: '' } as const
  expect(refused(sandbox, 'sandbox', 'sandbox')).toEqual([])
  expect(refused(sandbox, 'production', 'sandbox')).toEqual(own)
  expect(refused(sandbox, 'sandbox', 'alpha')).toEqual(own)
  expect(refused({}, 'sandbox', 'sandbox')).toEqual(own)
})

test('a code is two to twenty-four letters, digits and hyphens, and none of those with a meaning', () => {
  for (const code of ['ab', `a${'b'.repeat(23)}`, 'a-1'])
    expect(isProviderCode(code), code).toBe(true)
  for (const code of ['a', `a${'b'.repeat(24)}`, '1a', 'aB', 'a_b', 'chain', 'bank', 'batch'])
    expect(isProviderCode(code), code).toBe(false)
})

test('a test order proves where orders go, as whom and by which key, and nothing else', () => {
  const proved = configHash(sound)
  expect(configHash({ ...sound, name: '别名', weight: 0, maxFen: 1_000_00, live: false })).toBe(
    proved,
  )
  const other: Partial<ProviderValue>[] = [
    { adapter: 'form-rsa' },
    { endpoint: 'https://pay.other.example/api' },
    { merchant: 'M10002' },
    { key: 2 },
  ]
  for (const change of other)
    expect(configHash({ ...sound, ...change }), JSON.stringify(change)).not.toBe(proved)
})
