import { useQuery } from '@tanstack/react-query'
import { figureFacts, type TargetFigure } from '@tianping/contract/figures/facts'
import { roundYuan } from '@tianping/money'
import { addDays, addMonths, beijingDay } from '@tianping/money/day'
import { useMemo } from 'react'
import { call } from '../../app/api.ts'
import { Chart } from '../../parts/chart/Chart.tsx'
import { useColours } from '../../parts/chart/frame.ts'
import type { Goals } from '../../parts/goals/goals.ts'
import { Unloaded } from '../shared/Unloaded.tsx'
import { targetOption } from './targetOption.ts'
import { useSpan } from './useSpan.ts'

const name = 'POST /api/console/figures/report'

/** A figure summed up day by day, against the straight way to its target. */
export function TargetPicture({ goals, figure }: { goals: Goals; figure: TargetFigure }) {
  const colours = useColours()
  const [, set] = useSpan({})
  const today = beijingDay(Date.now())
  const from = `${goals.month}-01`
  const last = addDays(`${addMonths(goals.month, 1)}-01`, -1)
  const asked = { from, to: last < today ? last : today, compare: 'before' } as const
  const report = useQuery({
    queryKey: [name, asked],
    queryFn: ({ signal }) => call(name, asked, signal),
  })
  const option = useMemo(() => {
    let sum = 0
    const sums = (report.data?.days ?? []).map(day => (sum = roundYuan(sum + day[figure])))
    const target = goals.rows.find(each => each.figure === figure)?.target ?? null
    return targetOption({ days: goals.days, sums, target, figure }, colours)
  }, [report.data, goals, figure, colours])
  if (!report.data) return <Unloaded query={report} />
  return (
    <Chart
      option={option}
      label={`${figureFacts[figure].label}累计与目标`}
      onDay={at => {
        const day = addDays(from, at)
        if (day <= asked.to) set({ from: day, to: day })
      }}
    />
  )
}
