import { roundYuan } from '@tianping/money'
import { theme } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { useMemo } from 'react'
import { yuan } from '../../ui/values/Money.tsx'

export type Colours = {
  /** The names of fonts: the width of `inherit` cannot be measured. */
  font: string
  ink: string
  line: string
  surface: string
  brand: string
  good: string
  bad: string
  amber: string
}

/** The colours of the theme, for drawings. */
export function useColours(): Colours {
  const { token } = theme.useToken()
  return useMemo(
    () => ({
      font: token.fontFamily,
      ink: token.colorTextSecondary,
      line: token.colorBorderSecondary,
      surface: token.colorBgElevated,
      brand: token.colorPrimary,
      good: token.colorSuccess,
      bad: token.colorError,
      amber: token.colorWarning,
    }),
    [token],
  )
}

/** Told apart by people who see few colours, and on both grounds. */
export const hues = [
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

/** Amounts beside an axis or above a bar: 12.3万. */
export const short = (value: number) =>
  Math.abs(value) >= 10_000
    ? `${(value / 10_000).toFixed(Math.abs(value) >= 100_000 ? 0 : 1)}万`
    : String(value)

/** Axes, legend and tooltip of a drawing over `labels`. */
export function frame(labels: string[], c: Colours, money: boolean): EChartsCoreOption {
  return {
    animation: false,
    aria: { enabled: false },
    textStyle: { fontFamily: c.font, color: c.ink },
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
      data: labels,
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
