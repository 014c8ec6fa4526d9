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
    const negative = (bars[at]?.by ?? 0) < 0
    if (at === bars.length - 1) return negative ? c.bad : c.good
    return negative ? '#e3a19b' : c.good
  }
  const labelOf = (at: number) => (bars[at]?.by ? short(roundYuan(bars[at].by)) : '')
  // A bar that ends below zero has nothing above it: what carries it holds its label.
  const part = (values: number[], shows: (at: number) => boolean, clear = false) => ({
    type: 'bar',
    stack: 'bar',
    barMaxWidth: 64,
    silent: clear,
    label: {
      show: true,
      position: clear ? 'insideBottom' : 'top',
      color: c.ink,
      fontSize: 11,
      formatter: ({ dataIndex: at }: { dataIndex: number }) => (shows(at) ? labelOf(at) : ''),
    },
    data: values.map((value, at) => ({
      value,
      itemStyle: { color: clear ? 'transparent' : colour(at) },
    })),
  })
  const isAbove = (at: number) => (bars[at]?.high ?? 0) > 0
  const base = frame(
    waterfallNames.map(name => figureFacts[name].label.replace(/ .*/, '')),
    c,
    true,
  )
  return {
    ...base,
    xAxis: { ...(base.xAxis as object), axisLabel: { color: c.ink, fontSize: 11, interval: 0 } },
    legend: { show: false },
    tooltip: { show: false },
    grid: { left: 8, right: 12, top: 24, bottom: 4, containLabel: true },
    media: [{ query: { maxWidth: 480 }, option: { xAxis: { axisLabel: { rotate: 60 } } } }],
    series: [
      part(restsOf(above), () => false, true),
      part(restsOf(below), at => !isAbove(at), true),
      part(partsOf(below), () => false),
      part(partsOf(above), isAbove),
    ],
  }
}

type Drawn = { rest: number; part: number }
const restsOf = (bars: Drawn[]) => bars.map(({ rest }) => rest)
const partsOf = (bars: Drawn[]) => bars.map(({ part }) => part)

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
