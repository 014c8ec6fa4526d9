import { depositStages, type DepositStage } from '@tianping/contract/stages'
import { expect, test } from 'vitest'
import { filterOf, noFilter, rangeLabel, sentOf } from '../../../src/app/records/filters.ts'
import { resultFen, stakedFen, statusLabel } from '../../../src/pages/betRecord/labels.ts'
import {
  isVoid,
  signOf,
  stageText,
  stateLabel,
  wayIcon,
} from '../../../src/pages/transRecord/labels.ts'

test('without a choice lists show 30 days of all venues', () => {
  expect(sentOf(noFilter)).toEqual({ date: 4, api_type: '' })
  expect(rangeLabel(noFilter)).toBe('近30天')
  const days = { from: '2026-03-01', to: '2026-03-31' }
  expect(rangeLabel(filterOf(days))).toBe('2026-03-01 至 2026-03-31')
  expect(sentOf(filterOf(days))).toEqual({ date: 4, api_type: '', ...days })
  expect(filterOf({ from: '', to: '' })).toBe(noFilter)
  expect(sentOf({ date: '1', platname: 'LIVE' })).toEqual({ date: 1, api_type: 'LIVE' })
})

test('deposits and withdrawals: 1 pending review, 2 approved, 3 rejected, 0 undefined', () => {
  for (const type of ['1', '2'] as const)
    expect([1, 2, 3, 0].map(state => stateLabel(type, state).text)).toEqual([
      '待审核',
      '通过',
      '拒绝',
      '—',
    ])
})

test('a deposit tells its stage with the amount that matters, and nothing where the server tells none', () => {
  expect(stageText({})).toBe('')
  const told = (stage: DepositStage) => stageText({ stage, paid: 480, refund: 20.5 })
  expect(depositStages.map(told)).toEqual([
    '待支付',
    '已付款待确认',
    '金额不符（已收 ¥480.00，审核中）',
    '已到账',
    '超时到账',
    '未通过',
    '已超时',
    '待退款 ¥20.50',
    '重复付款（待退款 ¥20.50）',
    '退款完成 ¥20.50',
  ])
})

test('transfers: 0 failed, 1 success, 2 pending settlement, 3 undefined', () => {
  for (const type of ['3', '4'] as const)
    expect([0, 1, 2, 3].map(state => stateLabel(type, state).text)).toEqual([
      '失败',
      '成功',
      '待结算',
      '—',
    ])
})

test('bets: 0 invalid, 1 settled, 2 unsettled', () => {
  expect([0, 1, 2, 9].map(status => statusLabel(status).text)).toEqual([
    '无效注单',
    '已结算',
    '未结算',
    '—',
  ])
})

test('what came of nothing greys: a rejected deposit, a failed transfer', () => {
  expect([isVoid('1', 3), isVoid('3', 0), isVoid('1', 1), isVoid('3', 2)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('deposits come in, withdrawals go out, transfers carry no sign', () => {
  expect((['1', '2', '3', '4'] as const).map(signOf)).toEqual(['+', '−', '', ''])
})

test('a settled bet shows its payout less its stake; any other has no result', () => {
  expect(resultFen({ bet_amount: 200, win_loss: 390, status: 1 })).toBe(190_00n)
  expect(resultFen({ bet_amount: 20.1, win_loss: 0, status: 1 })).toBe(-20_10n)
  expect(resultFen({ bet_amount: 200, win_loss: 0, status: 2 })).toBe(null)
  expect(resultFen({ bet_amount: 200, win_loss: 200, status: 0 })).toBe(null)
})

test('a void bet was never staked', () => {
  expect(
    stakedFen([
      { bet_amount: 200, win_loss: 0, status: 1 },
      { bet_amount: 0.1, win_loss: 0, status: 2 },
      { bet_amount: 50, win_loss: 50, status: 0 },
    ]),
  ).toBe(200_10n)
})

test('every way the server names has its icon', () => {
  expect(
    ['银行卡', '支付宝', '微信', 'USDT-TRC20', 'USDT-ERC20', '云闪付', '充值赠送', '人工'].map(
      wayIcon,
    ),
  ).toEqual(['bank', 'wallet', 'chat', 'usdt', 'usdt', 'scan', 'gift', 'user'])
})
