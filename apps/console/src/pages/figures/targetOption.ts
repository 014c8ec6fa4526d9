import { figureFacts, type TargetFigure } from '@tianping/contract/figures/facts'
import { roundYuan } from '@tianping/money'
import type { EChartsCoreOption } from 'echarts/core'
import { frame, type Colours } from '../../parts/chart/frame.ts'

type Way = {
  /** Days of the month. */
  days: number
  /** The figure summed up to each day so far. */
  sums: number[]
  target: number | null
  figure: TargetFigure
}

/** What was reached up to each day, and the straight way to the target where there is one. */
export function targetOption({ days, sums, target, figure }: Way, c: Colours): EChartsCoreOption {
  const labels = Array.from({ length: days }, (_, n) => String(n + 1))
  const way =
    target === null
      ? []
      : [
          {
            name: '目标进度',
            type: 'line',
            symbol: 'none',
            lineStyle: { width: 2, type: 'dashed', color: c.amber },
            itemStyle: { color: c.amber },
            data: labels.map((_, n) => roundYuan((target * (n + 1)) / days)),
          },
        ]
  return {
    ...frame(labels, c, figureFacts[figure].unit === 'yuan'),
    series: [
      {
        name: '累计',
        type: 'bar',
        barMaxWidth: 18,
        itemStyle: { color: c.brand },
        data: sums,
      },
      ...way,
    ],
  }
}
