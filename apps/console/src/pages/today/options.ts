import type { EChartsCoreOption } from 'echarts/core'
import { roundYuan } from '@tianping/money'
import { frame, hues, type Colours } from '../../parts/chart/frame.ts'
import type { Figures } from './useFigures.ts'

const labelsOf = (days: Figures['days']) => days.map(d => d.day.slice(5))

export function moneyOption(days: Figures['days'], c: Colours): EChartsCoreOption {
  return {
    ...frame(labelsOf(days), c, true),
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
    ...frame(labelsOf(days), c, false),
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
    ...frame(labelsOf(days), c, true),
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
