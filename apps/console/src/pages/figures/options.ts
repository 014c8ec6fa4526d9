import { figureFacts, ngrSteps } from '@tianping/contract/figures/facts'
import type { ConsoleGiven } from '@tianping/contract/console'
import { roundYuan } from '@tianping/money'
import type { EChartsCoreOption } from 'echarts/core'
import { frame, short, type Colours } from '../../parts/chart/frame.ts'

export type Report = ConsoleGiven<'POST /api/console/figures/report'>

/** The names of the waterfall's bars, in their order. */
export const waterfallNames = ['ggr', ...ngrSteps, 'ngr'] as const

/** From GGR step by step to NGR: every bar begins where the one before ended. */
export function waterfallOption({ now }: Report, c: Colours): EChartsCoreOption {
  let level = now.ggr
  const steps = ngrSteps.map(name => {
    const by = name === 'fee' ? now[name] : -now[name]
    const from = level
    level = roundYuan(level + by)
    return { by, low: Math.min(from, level), high: Math.max(from, level) }
  })
  const bars = [
    { by: now.ggr, low: Math.min(0, now.ggr), high: Math.max(0, now.ggr) },
    ...steps,
    { by: now.ngr, low: Math.min(0, now.ngr), high: Math.max(0, now.ngr) },
  ]
  // A bar that lies across zero is drawn in two parts, so that stacking keeps its place.
  const above = bars.map(({ low, high }) => ({
    rest: Math.max(0, low),
    part: roundYuan(Math.max(0, high) - Math.max(0, low)),
  }))
  const below = bars.map(({ low, high }) => ({
    rest: Math.min(0, high),
    part: roundYuan(Math.min(0, low) - Math.min(0, high)),
  }))
  const colour = (at: number) => {
    if (at === 0) return c.brand
    if (at === bars.length - 1) return c.good
    return (bars[at]?.by ?? 0) < 0 ? '#e3a19b' : c.good
  }
  const clear = { type: 'bar', stack: 'bar', silent: true, itemStyle: { color: 'transparent' } }
  const part = (values: number[], shown: boolean) => ({
    type: 'bar',
    stack: 'bar',
    barMaxWidth: 64,
    data: values.map((value, at) => ({ value, itemStyle: { color: colour(at) } })),
    ...(shown && {
      label: {
        show: true,
        position: 'top',
        color: c.ink,
        fontSize: 11,
        formatter: ({ dataIndex }: { dataIndex: number }) =>
          bars[dataIndex]?.by ? short(roundYuan(bars[dataIndex].by)) : '',
      },
    }),
  })
  const base = frame(
    waterfallNames.map(name => figureFacts[name].label.replace(/ .*/, '')),
    c,
    true,
  )
  return {
    ...base,
    legend: { show: false },
    tooltip: { show: false },
    grid: { left: 8, right: 12, top: 24, bottom: 4, containLabel: true },
    series: [
      { ...clear, data: above.map(each => each.rest) },
      { ...clear, data: below.map(each => each.rest) },
      part(
        below.map(each => each.part),
        false,
      ),
      part(
        above.map(each => each.part),
        true,
      ),
    ],
  }
}

/** GGR as bars and NGR as a line, day by day. */
export function dailyOption({ days }: Report, c: Colours): EChartsCoreOption {
  return {
    ...frame(
      days.map(each => each.day.slice(5)),
      c,
      true,
    ),
    series: [
      {
        name: 'GGR',
        type: 'bar',
        barMaxWidth: 18,
        itemStyle: { color: c.brand },
        data: days.map(each => each.ggr),
      },
      {
        name: 'NGR',
        type: 'line',
        symbolSize: 5,
        lineStyle: { width: 2 },
        itemStyle: { color: c.good },
        data: days.map(each => each.ngr),
      },
    ],
  }
}
