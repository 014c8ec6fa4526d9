import '../browser.ts'
import { expect, test } from 'vitest'
import { spanOf } from '../../../src/app/activitySpan.ts'
import { articleTitles, paths, titleOf } from '../../../src/app/routes/paths.ts'
import { clubs } from '../../../src/app/clubs.ts'
import { idOf, isHeaded, unsaidOf } from '../../../src/pages/activityInfo/useActivity.ts'
import { short } from '../../../src/pages/fanshui/RebateRow.tsx'
import { slotTabs } from '../../../src/pages/concise/useSlots.ts'

test('every route has its page', async () => {
  const { pages } = await import('../../../src/app/routes/pages.ts')
  expect(Object.keys(paths).filter(path => !(path in pages))).toEqual([])
})

test('an activity is asked for by its number only', () => {
  expect([idOf('12'), idOf(''), idOf('1e3'), idOf('-1'), idOf('x')]).toEqual([
    12,
    null,
    null,
    null,
    null,
  ])
})

test('a rebate names its time by year, day and minute', () => {
  expect(short('2026-11-20 00:12:33')).toBe('2026-11-20 00:12')
})

test('the slots stand in four tabs, OB first', () => {
  expect(slotTabs.map(({ key }) => key)).toEqual(['obgdy', 'fgdz', 'pp', 'ae'])
})

test('help articles carry the titles of their types', () => {
  expect(articleTitles).toEqual({
    '7': '关于我们',
    '1': '常见问题',
    '2': '隐私政策',
    '3': '免责声明',
    '4': '联系我们',
    '5': '代理加盟',
    '8': '责任博彩',
  })
  expect(titleOf('/boutBallBetInfo', 'type=8')).toBe('责任博彩')
})

test('terms are 5 and privacy is 6', () => {
  expect([titleOf('/abouts', 'type=5'), titleOf('/abouts', 'type=6')]).toEqual([
    '规则与条款',
    '隐私政策',
  ])
})

test('two clubs, each with a page of the encyclopedia over https', () => {
  expect(Object.keys(clubs)).toEqual(['1', '2'])
  for (const club of Object.values(clubs))
    expect(new URL(club.encyclopedia).protocol).toBe('https:')
})

test('an activity says when it runs; without bounds it runs for good', () => {
  expect(spanOf({ start_time: '', end_time: '' })).toBe('长期有效')
  expect(spanOf({ start_time: '2026-11-01', end_time: '2026-12-31' })).toBe(
    '2026-11-01 至 2026-12-31',
  )
  expect(spanOf({ start_time: '2026-11-01', end_time: '' })).toBe('2026-11-01 起')
  expect(spanOf({ start_time: '', end_time: '2026-12-31' })).toBe('至 2026-12-31')
})

test('an operator who writes headings and rules into the text does not read them twice', () => {
  expect([isHeaded('<h3>活动内容</h3>'), isHeaded(' <h2>x</h2>'), isHeaded('<p>x</p>')]).toEqual([
    true,
    true,
    false,
  ])
  expect(
    unsaidOf({ terms: ['首存满100元', '5倍流水'], content: '<li>首存满100元</li>', memo: '' }),
  ).toEqual(['5倍流水'])
})
