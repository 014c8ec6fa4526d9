import { commitOf, redPacketFen, sha256, toHex } from '@tianping/fairness'
import { packetHoursText } from '@tianping/contract/ruleTexts'
import { standardRules } from '@tianping/contract/site/facts'
import { parseBeijing } from '@tianping/money/day'
import { expect, test } from 'vitest'
import {
  countdown,
  actionOf,
  hoursOf,
  lackOf,
  left,
  overlayOf,
  rangeOf,
  runsOf,
  standingOf,
  type Info,
} from '../../../src/pages/hongbao/stages.ts'
import { verify } from '../../../src/pages/hongbao/verify.ts'

const claim: Info['claim'] = {
  day: '2026-11-20',
  state: 'open',
  counts_from: '2026-11-19 12:00:00',
  counts_until: '2026-11-20 10:00:00',
  opens_at: '2026-11-20 10:00:00',
  closes_at: '2026-11-20 12:00:00',
  counted: 6800,
  earned: 3,
  tier: 1,
  next: { day_flow: 10_000, recharge: 5, missing: 3_200 },
  rule_version: 1,
  commit: '',
  why: { rule: 'red_packet_claims', rule_version: 1, inputs: [], missing: [] },
}
const tier = (day_flow: number, flow_money: number, dates = ['2026-01-01', '2026-12-31']) => ({
  start_time: dates[0]!,
  end_time: dates[1]!,
  day_flow,
  flow_money,
  recharge: 1,
  amount_min: 1,
  amount_max: 8.88,
  turnover_times: 1,
})

test('without claims left nothing is called, whatever the hour is', () => {
  for (const state of ['before', 'open', 'after', 'ended', 'not_started', 'no_activity'] as const) {
    for (const sendnums of [0, -1])
      expect(actionOf({ sendnums, claim: { ...claim, state } })).toBe('short')
  }
})

test('with claims left the hour decides between claiming, not started and ended', () => {
  const action = (state: typeof claim.state) =>
    actionOf({ sendnums: 2, claim: { ...claim, state } })
  expect(action('open')).toBe('claim')
  expect([action('before'), action('not_started'), action('no_activity')]).toEqual([
    'waiting',
    'waiting',
    'waiting',
  ])
  expect([action('after'), action('ended')]).toEqual(['ended', 'ended'])
  expect(action('closed')).toBe('closed')
})

test('a claim refused by the hours means their overlay, any other refusal none', () => {
  const overlay = (rule: string, state: string) => overlayOf({ rule, state, rule_version: 1 })
  expect([overlay('red_packet_hours', 'after'), overlay('red_packet_dates', 'ended')]).toEqual([
    'ended',
    'ended',
  ])
  expect([
    overlay('red_packet_hours', 'before'),
    overlay('red_packet_dates', 'not_started'),
  ]).toEqual(['waiting', 'waiting'])
  expect([
    overlay('red_packet_times', 'open'),
    overlay('red_packet_deposit', 'open'),
    overlayOf(null),
  ]).toEqual([null, null, null])
})

test('the remaining claims are never shown below zero', () => {
  expect([left({ sendnums: -2 }), left({ sendnums: 0 }), left({ sendnums: 3 })]).toEqual([0, 0, 3])
})

test('the refusal says what is missing', () => {
  expect(
    lackOf({
      acquirednum: 0,
      claim: { ...claim, earned: 0, next: { day_flow: 1000, recharge: 1, missing: 800 } },
    }),
  ).toBe('再存 ¥800，即可领取 1 次')
  expect(lackOf({ acquirednum: 3, claim })).toBe('今日 3 次已领完，再存 ¥3,200，即可领取 5 次')
  expect(lackOf({ acquirednum: 3, claim: { ...claim, next: null } })).toBe(
    '今日 3 次已全部领取，明日再来',
  )
  expect(lackOf({ acquirednum: 2, claim })).toBe('今日红包已发完，明天请早')
})

test('the countdown runs in hours, minutes and seconds and stops at zero', () => {
  expect(countdown(6_138_000)).toBe('01:42:18')
  expect(countdown(999)).toBe('00:00:01')
  expect(countdown(-5_000)).toBe('00:00:00')
})

test('the hours are Beijing time', () => {
  expect(parseBeijing('2026-11-20 10:00:00')).toBe(Date.UTC(2026, 10, 20, 2))
  expect(packetHoursText(standardRules)).toBe('每日 10:00–12:00（北京时间）')
  expect(hoursOf({ opens_at: '2026-11-20 09:30:00', closes_at: '2026-11-20 11:00:00' })).toBe(
    '每日 09:30–11:00（北京时间）',
  )
})

test('a tier reads as its deposits, without an upper end where it has none', () => {
  expect(rangeOf(tier(1000, 4999.99))).toEqual(['1,000 –', '4,999.99'])
  expect(rangeOf(tier(50_000, 99_999_999))).toEqual(['50,000 以上'])
})

test('the own tier and what the next one lacks are marked', () => {
  const info = { claim, rules: [tier(1000, 4999.99), tier(5000, 9999.99), tier(10_000, 49_999.99)] }
  expect(standingOf(info, 0)).toBeNull()
  expect(standingOf(info, 1)).toEqual({ text: '当前档位', own: true })
  expect(standingOf(info, 2)).toEqual({ text: '还差 ¥3,200', own: false })
})

test('rules of the same dates share one entry of the table', () => {
  const runs = runsOf([tier(1, 2), tier(3, 4), tier(5, 6, ['2027-01-01', '2027-02-01'])])
  expect(runs.map(run => [run.from, run.rules.map(({ at }) => at)])).toEqual([
    ['2026-01-01', [0, 1]],
    ['2027-01-01', [2]],
  ])
})

/** A chain of three days, drawn on its last. */
function published(change: Partial<Parameters<typeof verify>[0]> = {}) {
  const seed = new Uint8Array(32).fill(7)
  const anchor = sha256(sha256(sha256(seed)))
  const draw = { serverSeed: seed, clientSeed: '42.lucky', nonce: 1 }
  return {
    id: 'p1',
    day: '2026-11-20',
    anchor_day: '2026-11-18',
    amount_min: 2,
    amount_max: 18.88,
    rule_version: 1,
    reveals_at: '2026-11-20 12:00:00',
    redpacketmoney: redPacketFen(draw, { minFen: 200, maxFen: 1888 }) / 100,
    commit: commitOf(seed),
    server_seed: toHex(seed),
    client_seed: draw.clientSeed,
    nonce: draw.nonce,
    anchor: toHex(anchor),
    ...change,
  }
}

test('a draw that was paid as it was drawn verifies in every part', () => {
  expect(verify(published())).toMatchObject({ commit: true, chain: true, amount: true })
})

test('a changed amount, seed, order or chain is found', () => {
  expect(verify(published({ redpacketmoney: 18.89 })).amount).toBe(false)
  expect(verify(published({ server_seed: '08'.repeat(32) }))).toMatchObject({
    commit: false,
    chain: false,
  })
  expect(verify(published({ nonce: 2 })).amount).toBe(false)
  expect(verify(published({ anchor_day: '2026-11-17' })).chain).toBe(false)
  expect(verify(published({ anchor_day: '2020-01-01' })).chain).toBe(false)
})
