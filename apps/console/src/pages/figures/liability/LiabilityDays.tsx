import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LIABILITY_DAYS, liabilities } from '@tianping/contract/figures/facts'
import type { ConsoleGiven } from '@tianping/contract/console'
import { beijingDay } from '@tianping/money/day'
import { useMemo } from 'react'
import { call } from '../../../app/api.ts'
import { Chart } from '../../../parts/chart/Chart.tsx'
import { useColours } from '../../../parts/chart/frame.ts'
import { Card } from '../../../ui/Room.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { Unloaded } from '../../shared/Unloaded.tsx'
import { SheetButton } from '../SheetButton.tsx'
import { SpanPick } from '../SpanPick.tsx'
import { useSpan } from '../useSpan.ts'
import { daysOption, isLate, items, type OwedDay } from './daysOption.ts'
import css from '../figures.module.css'

export const LIABILITY_DAYS_CALL = 'POST /api/console/figures/liability/days'
const name = LIABILITY_DAYS_CALL
type History = ConsoleGiven<typeof name>

const debts = items.filter(item => liabilities[item].counts)

/** What was owed at the end of each day, by default of the last thirty. */
export function LiabilityDays() {
  const [span, set] = useSpan({}, LIABILITY_DAYS)
  const history = useQuery({
    queryKey: [name, span],
    queryFn: ({ signal }) => call(name, span, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Card
      title="每日负债"
      extra={
        <span className={css.span}>
          <SpanPick span={span} onChange={set} />
          {history.data && <SheetButton name={name} sent={span} rows={history.data.days.length} />}
        </span>
      }
    >
      {history.data ? <Days given={history.data} /> : <Unloaded query={history} />}
    </Card>
  )
}

function Days({ given: { days, from, kept_from } }: { given: History }) {
  const colours = useColours()
  const option = useMemo(() => daysOption(days, colours), [days, colours])
  const today = beijingDay(Date.now())
  return (
    <>
      <Chart tall option={option} label="每日负债" onDay={() => {}} />
      <p className={css.note}>
        每天 24:00 的数，今天为此刻。钱包、场馆与待付款由账本按日计算，返水与奖金按各笔的时间计算。
        未结算投注、代理佣金与流水要求无法事后推算，
        {kept_from === '' ? '尚未开始保存' : `自 ${kept_from} 起每天零点后首次运行时保存`}
        ，统计时点为保存的时刻，晚于零点十分的以黄色标出。
        {(kept_from === '' || kept_from > from) && '此前的日子'}
        {kept_from !== '' && kept_from <= from && '系统整天没有运行的日子'}
        无法得知，记为“—”，不画入图中。
      </p>
      <div className={css.scroll}>
        <table className={css.plain} aria-label="每日负债">
          <thead>
            <tr>
              <th>日期</th>
              {debts.map(item => (
                <th key={item}>{liabilities[item].label}</th>
              ))}
              <th>合计</th>
              <th>{liabilities.wagering.label}</th>
              <th data-text="">统计时点</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(day => (
              <Day key={day.day} owed={day} today={today} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Day({ owed, today }: { owed: OwedDay; today: string }) {
  return (
    <tr>
      <td>{owed.day === today ? `${owed.day}（此刻）` : owed.day}</td>
      {debts.map(item => (
        <td key={item}>
          <Known amount={owed[item]} />
        </td>
      ))}
      <td>
        <Known amount={owed.total} strong />
      </td>
      <td>
        <Known amount={owed.wagering} />
      </td>
      <td data-text="" className={isLate(owed, today) ? css.late : css.none}>
        {owed.counted_at || '—'}
      </td>
    </tr>
  )
}

const Known = ({ amount, strong = false }: { amount: number | null; strong?: boolean }) =>
  amount === null ? <span className={css.none}>—</span> : <Money amount={amount} strong={strong} />
