import { useQuery } from '@tanstack/react-query'
import { beijingMonth } from '@tianping/money/day'
import { call } from '../../app/api.ts'
import { href } from '../../app/address.ts'
import { goalsCall } from '../../parts/goals/goals.ts'
import { GoalTable } from '../../parts/goals/GoalTable.tsx'
import { Card } from '../../ui/Room.tsx'

/** This month against its targets; nothing while none is set. */
export function MonthGoals() {
  const month = beijingMonth(Date.now())
  const goals = useQuery({
    queryKey: [goalsCall, month],
    queryFn: ({ signal }) => call(goalsCall, { month }, signal),
    staleTime: 60_000,
    meta: { inPlace: true },
  })
  if (!goals.data?.rows.some(each => each.target !== null)) return null
  return (
    <Card
      title={`本月目标（已过 ${goals.data.passed} / ${goals.data.days} 天）`}
      extra={<a href={href('/figures')}>经营报表</a>}
    >
      <GoalTable goals={goals.data} onlySet />
    </Card>
  )
}
