import './browser.ts'
import { expect, test } from 'vitest'
import type { Figure, Why } from '@tianping/contract'
import { Refused } from '../../src/app/api.ts'
import { explanationOf, refusalExplained, wayOf } from '../../src/app/explain/explain.ts'

const figure = (label: string, unit: Figure['unit'], value: number | string): Figure => ({
  name: label,
  label,
  unit,
  value,
})
const why = (rule: string, part: Partial<Why> = {}): Why => ({
  rule,
  rule_version: 0,
  inputs: [],
  missing: [],
  ...part,
})
const refused = (data: unknown) => new Refused(400, '不行', 'token', true, data)

test('a refusal reads as its rule with the version, what it looked at, what is missing, and where one goes from there', () => {
  const told = refusalExplained(
    refused({
      rule: 'turnover',
      missing: 120,
      why: why('turnover', {
        rule_version: 3,
        inputs: [figure('流水要求', 'yuan', 1_500), figure('未完成的要求', 'count', 2)],
        missing: [figure('还需有效投注', 'yuan', 120)],
      }),
    }),
  )
  expect(told).toEqual({
    rule: '取款流水要求（第 3 版）',
    inputs: [
      { label: '流水要求', value: '¥1,500.00' },
      { label: '未完成的要求', value: '2' },
    ],
    missing: [{ label: '还需有效投注', value: '¥120.00' }],
    points: [],
    next: { label: '查看流水稽核', href: '#/wageringAudit' },
  })
})

test('the conditions of an activity are listed in words, met or not, in the place of their figures', () => {
  const told = refusalExplained(
    refused({
      conditions: [
        {
          kind: 'deposit',
          text: '今日存款满500元',
          met: false,
          needed: 500,
          found: 100,
          missing: '还差400.00元',
        },
        { kind: 'min_vip', text: 'VIP2以上', met: true, missing: '' },
      ],
      why: why('activity_conditions', {
        inputs: [figure('今日存款', 'yuan', 100)],
        missing: [figure('今日存款', 'yuan', 400)],
      }),
    }),
  )
  expect(told?.points).toEqual([
    { text: '今日存款满500元', met: false, note: '还差400.00元' },
    { text: 'VIP2以上', met: true, note: '' },
  ])
  expect(told?.inputs).toEqual([])
})

test('where the message says it all there is nothing to explain', () => {
  expect(refusalExplained(null)).toBeNull()
  expect(refusalExplained(new Error('lost'))).toBeNull()
  for (const data of [
    null,
    'x',
    {},
    { rule: 'turnover' },
    { why: 'x' },
    { why: why('agent_already') },
    { why: why('form', { inputs: [figure('填写内容', 'text', '')] }) },
  ]) {
    expect(refusalExplained(refused(data))).toBeNull()
  }
})

test('every unit has its own writing; a rule without a name is shown by its figures', () => {
  const units = [
    ['yuan', 12.5],
    ['usdt', 3],
    ['count', 7],
    ['times', 3],
    ['level', 4],
    ['percent', 0.6],
    ['clock', '10:00'],
    ['date', '2026-11-20'],
    ['time', '2026-11-20 10:00:00'],
    ['text', '甲'],
  ] as const
  const told = explanationOf(
    why('brand_new_rule', { inputs: units.map(([unit, value]) => figure(unit, unit, value)) }),
  )
  expect(explanationOf(why('factor'))).toMatchObject({
    rule: '双重验证',
    next: { label: '账户安全', href: '#/safety' },
  })
  expect(told.rule).toBe('系统规则')
  expect(told.inputs.map(({ value }) => value)).toEqual([
    '¥12.50',
    '3.00 USDT',
    '7',
    '3 倍',
    'VIP4',
    '0.6%',
    '10:00',
    '2026-11-20',
    '2026-11-20 10:00:00',
    '甲',
  ])
})

test('a one-time payment password shows the way to change it, and nothing else does', () => {
  const once = new Refused(400, '', 'token', true, null, 'pay_password.must_change')
  expect(wayOf(once)).toEqual({ label: '修改支付密码', href: '#/password?type=2&once=1' })
  expect(wayOf(refused(null))).toBeNull()
  expect(wayOf(null)).toBeNull()
})
