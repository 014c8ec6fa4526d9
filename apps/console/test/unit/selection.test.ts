import { expect, test } from 'vitest'
import { selectionLines } from '../../src/parts/member/selection.ts'

const lines = (selection: object | string) =>
  selectionLines(typeof selection === 'string' ? selection : JSON.stringify(selection)).map(
    ({ label, text }) => `${label}：${text}`,
  )

test('the selection of a bet is read in lines, without braces', () => {
  expect(lines({ lines: 20 })).toEqual(['线数：20'])
  expect(lines({ lines: [{ odds: '1:11', pick: 'player-pair', stake: 20_000 }] })).toEqual([
    '注项：赔率 1:11，选项 player-pair，投注 ¥200.00',
  ])
  const leg = { home: 'jinsui', away: 'luoxia', price: 164, in_play: false, terms: { home: 174 } }
  expect(lines({ legs: [leg, { pick: '1x2:h' }] })).toEqual([
    '场次 1：主队 jinsui，客队 luoxia，赔率 1.64，滚球 否，盘口参数 主队 174',
    '场次 2：选项 1x2:h',
  ])
  expect(lines({ ways: 243, free_rounds: { ref: 'G1', stake: 100, payout: 0 } })).toEqual([
    '路数：243',
    '赠送旋转：编号 G1，投注 ¥1.00，派彩 ¥0.00',
  ])
})

test('what a venue says in its own words stays as it came', () => {
  expect(lines({ Market: 'FT.HDP', tags: ['a', 'b'], note: null })).toEqual([
    'Market：FT.HDP',
    'tags：a、b',
    'note：—',
  ])
  expect(lines({})).toEqual([])
  expect(lines('大')).toEqual(['投注内容：大'])
})
