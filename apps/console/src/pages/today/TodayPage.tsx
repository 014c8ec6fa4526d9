import { lazy, Suspense } from 'react'
import { beijing } from '@tianping/money/day'
import { useOperator } from '../../app/session/operator.ts'
import { useToday } from '../../app/useToday.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { DailyJobs } from './DailyJobs.tsx'
import { DepositQueue, WithdrawalQueue } from './QueueCard.tsx'
import { MonthGoals } from './MonthGoals.tsx'
import type { Today } from './today.ts'
import { TodayFigures } from './TodayFigures.tsx'
import { Waits } from './Waits.tsx'
import css from './today.module.css'

/** Charts come after the work: their code is as large as all the rest. */
const Charts = lazy(() => import('./Charts.tsx'))

/** What waits for a person, and how the day stands. Every waiting item opens with one press. */
export default function TodayPage() {
  const today = useToday()
  return (
    <Room
      title="今日"
      tools={
        <>
          <span className={css.asOf}>{updatedText(today.dataUpdatedAt)}</span>
          <Refresh busy={today.isFetching && !today.data} onClick={() => void today.refetch()} />
        </>
      }
    >
      {today.data ? <Day today={today.data} /> : <Unloaded query={today} />}
    </Room>
  )
}

/** When the figures came, in Beijing time; 0 stands for not yet. */
const updatedText = (at: number): string => (at === 0 ? '' : `更新于 ${beijing(at).slice(11)}`)

function Day({ today }: { today: Today }) {
  const { may } = useOperator()
  return (
    <>
      <Waits today={today} />
      {may('reconciliation.read') && <DailyJobs />}
      {may('figure.read') && <TodayFigures today={today} />}
      {may('figure.read') && <MonthGoals />}
      <div className={css.queues}>
        {may('deposit.read') && <DepositQueue waiting={today.deposits_pending} />}
        {may('withdrawal.read') && <WithdrawalQueue waiting={today.withdrawals_pending} />}
      </div>
      {may('figure.read') && (
        <Suspense
          fallback={
            <Card title="趋势">
              <Waiting />
            </Card>
          }
        >
          <Charts />
        </Suspense>
      )}
    </>
  )
}
