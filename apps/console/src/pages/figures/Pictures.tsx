import { figureFacts } from '@tianping/contract/figures/facts'
import { useMemo } from 'react'
import { Chart } from '../../parts/chart/Chart.tsx'
import { useColours } from '../../parts/chart/frame.ts'
import { useSpan } from './useSpan.ts'
import { dailyOption, waterfallOption, type Report } from './options.ts'

/** The picture of a span. A press on a day narrows the report to it. */
export function Pictures({ report, form }: { report: Report; form: 'waterfall' | 'daily' }) {
  const colours = useColours()
  const [, set] = useSpan({})
  const option = useMemo(
    () => (form === 'daily' ? dailyOption : waterfallOption)(report, colours),
    [report, form, colours],
  )
  return (
    <Chart
      tall
      option={option}
      label={form === 'daily' ? '每日 GGR 与 NGR' : `从 ${figureFacts.ggr.label} 到 NGR`}
      onDay={at => {
        const day = form === 'daily' ? report.days[at]?.day : undefined
        if (day) set({ from: day, to: day })
      }}
    />
  )
}
