import type { ConsoleGiven } from '@tianping/contract/console'
import {
  LATE_MINUTES,
  ledgerLiabilities,
  liabilities,
  type LiabilityItem,
} from '@tianping/contract/figures/facts'
import { roundYuan } from '@tianping/money'
import { endOfDay, parseBeijing } from '@tianping/money/day'
import type { EChartsCoreOption } from 'echarts/core'
import { frame, hues, type Colours } from '../../../parts/chart/frame.ts'
import { yuan } from '../../../ui/values/Money.tsx'

export type OwedDay = ConsoleGiven<'POST /api/console/figures/liability/days'>['days'][number]

const MINUTE_MS = 60_000
const TOTAL = '合计'
export const items = Object.keys(liabilities) as LiabilityItem[]
const isOfLedger = (item: LiabilityItem) =>
  (ledgerLiabilities as readonly LiabilityItem[]).includes(item)

/** Whether a finished day was counted so late that it may carry a part of the next day. */
export const isLate = ({ day, counted_at }: OwedDay, today: string): boolean =>
  counted_at !== '' &&
  day < today &&
  parseBeijing(counted_at) - endOfDay(day).getTime() > LATE_MINUTES * MINUTE_MS

/** How an amount reads that may be unknown. */
export const amountText = (value: unknown): string =>
  typeof value === 'number' ? yuan(roundYuan(value)) : '—'

const rowsOfLegend = (c: Colours) => {
  const mark = { icon: 'roundRect', itemWidth: 12, itemHeight: 8, itemGap: 14 }
  const row = { left: 0, type: 'scroll', ...mark, inactiveColor: c.line }
  const named = (of: (item: LiabilityItem) => boolean) =>
    items.filter(of).map(item => liabilities[item].label)
  const shared = { ...row, textStyle: { color: c.ink, fontSize: 12 } }
  return [
    { ...shared, top: 0, data: named(isOfLedger) },
    { ...shared, top: 22, data: named(item => !isOfLedger(item) && liabilities[item].counts) },
    {
      ...shared,
      top: 44,
      data: [TOTAL, liabilities.wagering.label],
      // No debt, and often larger than all of them: drawn for whoever asks.
      selected: { [liabilities.wagering.label]: false },
    },
  ]
}

/**
 * What was owed day by day: debts above one another and their sum, which has a point only where
 * every item is known. An unknown item is left out and never drawn as 0. The legend has a row for
 * balances, one for what waits, one for sums.
 */
export function daysOption(days: readonly OwedDay[], c: Colours): EChartsCoreOption {
  const base = frame(
    days.map(each => each.day.slice(5)),
    c,
    true,
  )
  const line = (name: string, colour: string, data: (number | null)[], type: string) => ({
    name,
    type: 'line',
    symbolSize: 5,
    lineStyle: { width: 2, type, color: colour },
    itemStyle: { color: colour },
    data,
  })
  return {
    ...base,
    grid: { ...(base.grid as object), top: 78 },
    legend: rowsOfLegend(c),
    tooltip: { ...(base.tooltip as object), valueFormatter: amountText },
    series: [
      ...items
        .filter(item => liabilities[item].counts)
        .map((item, at) => ({
          name: liabilities[item].label,
          type: 'bar',
          stack: 'owed',
          barMaxWidth: 18,
          itemStyle: { color: hues[at] },
          data: days.map(each => each[item]),
        })),
      line(
        TOTAL,
        c.ink,
        days.map(each => each.total),
        'solid',
      ),
      line(
        liabilities.wagering.label,
        c.amber,
        days.map(each => each.wagering),
        'dashed',
      ),
    ],
  }
}
