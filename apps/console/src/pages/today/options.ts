import type { EChartsCoreOption } from 'echarts/core'
import { roundYuan } from '@tianping/money'
import { yuan } from '../../ui/values/Money.tsx'
import type { Figures } from './useFigures.ts'

export type Colours = {
  ink: string
  line: string
  surface: string
  brand: string
  good: string
  bad: string
  amber: string
}

/** Told apart by people who see few colours, and on both grounds. */
const hues = [
  '#2f6fde',
  '#e8963a',
  '#20a37b',
  '#b05cd6',
  '#d6576f',
  '#6b7fa3',
  '#8a9a2b',
  '#1ba0c4',
  '#c0793c',
]

const short = (value: number) =>
  Math.abs(value) >= 10_000
    ? `${(value / 10_000).toFixed(Math.abs(value) >= 100_000 ? 0 : 1)}万`
    : String(value)

function frame(days: Figures['days'], c: Colours, money: boolean): EChartsCoreOption {
  return {
    animation: false,
    aria: { enabled: false },
    textStyle: { fontFamily: 'inherit', color: c.ink },
    grid: { left: 8, right: 12, top: 34, bottom: 4, containLabel: true },
    legend: {
      top: 0,
      left: 0,
      type: 'scroll',
      icon: 'roundRect',
      itemWidth: 12,
      itemHeight: 8,
      textStyle: { color: c.ink, fontSize: 12 },
    },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      backgroundColor: c.surface,
      borderColor: c.line,
      textStyle: { color: c.ink, fontSize: 12 },
      confine: true,
      valueFormatter: (value: unknown) =>
        money ? yuan(roundYuan(Number(value))) : String(value as number),
    },
    xAxis: {
      type: 'category',
      data: days.map(d => d.day.slice(5)),
      axisLine: { lineStyle: { color: c.line } },
      axisTick: { show: false },
      axisLabel: { color: c.ink, fontSize: 11, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      splitLine: { lineStyle: { color: c.line } },
      axisLabel: { color: c.ink, fontSize: 11, formatter: money ? short : '{value}' },
      ...(money ? {} : { minInterval: 1 }),
    },
  }
}

export function moneyOption(days: Figures['days'], c: Colours): EChartsCoreOption {
  return {
    ...frame(days, c, true),
    series: [
      {
        name: '存款',
        type: 'bar',
        itemStyle: { color: c.good },
        barMaxWidth: 18,
        data: days.map(d => d.deposits),
      },
      {
        name: '取款',
        type: 'bar',
        itemStyle: { color: c.amber },
        barMaxWidth: 18,
        data: days.map(d => d.withdrawals),
      },
      {
        name: '净入金',
        type: 'line',
        itemStyle: { color: c.brand },
        lineStyle: { width: 2 },
        symbolSize: 5,
        data: days.map(d => roundYuan(d.deposits - d.withdrawals)),
      },
    ],
  }
}

export function memberOption(days: Figures['days'], c: Colours): EChartsCoreOption {
  return {
    ...frame(days, c, false),
    series: [
      {
        name: '活跃',
        type: 'bar',
        itemStyle: { color: c.brand },
        barMaxWidth: 18,
        data: days.map(d => d.active_members),
      },
      {
        name: '新增',
        type: 'line',
        itemStyle: { color: c.good },
        lineStyle: { width: 2 },
        symbolSize: 5,
        data: days.map(d => d.new_members),
      },
    ],
  }
}

/** What members turned over at each venue, or what the house won there, day by day. */
export function venueOption(
  { days, play, venues }: Figures,
  what: 'valid' | 'result',
  c: Colours,
): EChartsCoreOption {
  const own = new Map(
    play.map(p => [
      `${p.venue_id}/${p.day}`,
      what === 'valid' ? p.valid : roundYuan(p.stake - p.payout),
    ]),
  )
  const shown = venues.filter(venue => play.some(p => p.venue_id === venue.venue_id))
  return {
    ...frame(days, c, true),
    series: shown.map(venue => ({
      name: venue.name,
      type: 'bar',
      stack: 'venues',
      barMaxWidth: 22,
      itemStyle: { color: hues[(venue.venue_id - 1) % hues.length] },
      data: days.map(d => own.get(`${venue.venue_id}/${d.day}`) ?? 0),
    })),
  }
}
