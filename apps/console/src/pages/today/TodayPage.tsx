import { beijing } from '@tianping/money/day'
import { useOperator } from '../../app/session/operator.ts'
import { useToday } from '../../app/useToday.ts'
import { Below } from '../shared/Below.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { Charts } from './Charts.tsx'
import { DailyJobs } from './DailyJobs.tsx'
import { DepositQueue, WithdrawalQueue } from './QueueCard.tsx'
import { MonthGoals } from './MonthGoals.tsx'
import { TodayFigures } from './TodayFigures.tsx'
import { Waits } from './Waits.tsx'
import css from './today.module.css'

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
      <Day today={today} />
    </Room>
  )
}

/** When the figures came, in Beijing time; 0 stands for not yet. */
const updatedText = (at: number): string => (at === 0 ? '' : `更新于 ${beijing(at).slice(11)}`)

type DayProps = { today: ReturnType<typeof useToday> }

/** Each part asks for itself, and none waits for the figures of the day. */
function Day({ today }: DayProps) {
  const { may } = useOperator()
  const { data } = today
  return (
    <>
      {data ? <Waits today={data} /> : <Unloaded query={today} />}
      {may('reconciliation.read') && <DailyJobs />}
      {data && may('figure.read') && <TodayFigures today={data} />}
      {may('figure.read') && <MonthGoals />}
      <div className={css.queues}>
        {may('deposit.read') && <DepositQueue waiting={data?.deposits_pending} />}
        {may('withdrawal.read') && <WithdrawalQueue waiting={data?.withdrawals_pending} />}
      </div>
      {may('figure.read') && (
        <Below>
          <Charts />
        </Below>
      )}
    </>
  )
}
