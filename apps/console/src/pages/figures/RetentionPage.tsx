import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cohortMeasures, funnelSteps, type CohortMeasure } from '@tianping/contract/figures/facts'
import type { ConsoleGiven } from '@tianping/contract/console'
import { addDays, beijingDay } from '@tianping/money/day'
import { Segmented } from 'antd'
import type { CSSProperties } from 'react'
import { call } from '../../app/api.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Signed } from '../../ui/values/Money.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { FigureTabs } from './FigureTabs.tsx'
import { SpanPick } from './SpanPick.tsx'
import { useSpan } from './useSpan.ts'
import css from './figures.module.css'

const name = 'POST /api/console/figures/retention'
type Retention = ConsoleGiven<typeof name>
type Unit = 'week' | 'month'
/** Weeks that are shown at first. */
const WEEKS = 12

/** How far new members come, and how many of them stay. */
export default function RetentionPage() {
  const begins = addDays(beijingDay(Date.now()), -7 * WEEKS)
  const [asked, set] = useSpan({ unit: 'week' as Unit, measure: 'active' as CohortMeasure })
  const shown = new URLSearchParams(location.hash.split('?')[1]).has('from')
    ? asked
    : { ...asked, from: begins }
  const { from, to, unit, measure } = shown
  const sent = { from, to, unit, measure }
  const retention = useQuery({
    queryKey: [name, sent],
    queryFn: ({ signal }) => call(name, sent, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Room
      title={<FigureTabs current="retention" />}
      tools={
        <>
          <SpanPick span={{ from, to }} onChange={set} />
          <Refresh busy={retention.isFetching} onClick={() => void retention.refetch()} />
        </>
      }
    >
      {retention.data ? (
        <>
          <Funnel steps={retention.data.funnel} />
          <Card
            title="留存"
            extra={
              <span className={css.span}>
                <Segmented<CohortMeasure>
                  size="small"
                  value={measure}
                  options={Object.entries(cohortMeasures).map(([value, label]) => ({
                    value: value as CohortMeasure,
                    label,
                  }))}
                  onChange={next => set({ measure: next })}
                />
                <Segmented<Unit>
                  size="small"
                  value={unit}
                  options={[
                    { value: 'week', label: '周' },
                    { value: 'month', label: '月' },
                  ]}
                  onChange={next => set({ unit: next })}
                />
              </span>
            }
          >
            <Cohorts cohorts={retention.data.cohorts} unit={unit} measure={measure} />
          </Card>
        </>
      ) : (
        <Unloaded query={retention} />
      )}
    </Room>
  )
}

function Funnel({ steps }: { steps: Retention['funnel'] }) {
  const first = steps[0]?.members ?? 0
  const share = (part: number, whole: number) =>
    whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`
  return (
    <Card title="转化漏斗">
      <ol className={css.steps}>
        {steps.map(({ step, members }, at) => (
          <li key={step}>
            <span>{funnelSteps[step]}</span>
            <span className={css.bar}>
              <span style={{ width: first === 0 ? 0 : `${(members / first) * 100}%` }} />
            </span>
            <small>
              {members.toLocaleString('zh-CN')} 人{at > 0 && ` · ${share(members, first)}`}
            </small>
          </li>
        ))}
      </ol>
      <p className={css.note}>
        这段时间注册的会员，至今走到每一步的人数与占注册的比例。页面访问没有统计。
      </p>
    </Card>
  )
}

type CohortProps = { cohorts: Retention['cohorts']; unit: Unit; measure: CohortMeasure }

function Cohorts({ cohorts, unit, measure }: CohortProps) {
  const steps = Math.max(0, ...cohorts.map(each => each.values.length))
  const called = unit === 'week' ? '周' : '月'
  if (cohorts.length === 0) return <p className={css.note}>这段时间没有首次存款的会员</p>
  return (
    <>
      <div className={css.scroll}>
        <table className={`${css.plain} ${css.heat}`} aria-label="留存">
          <thead>
            <tr>
              <th>首存{called}</th>
              <th>人数</th>
              {Array.from({ length: steps }, (_, step) => (
                <th key={step}>
                  第 {step} {called}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ begins, members, values }) => (
              <tr key={begins}>
                <td>{begins}</td>
                <td>{members}</td>
                {values.map((value, step) => (
                  <Cell key={step} value={value} members={members} measure={measure} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={css.note}>
        {measure === 'ngr'
          ? '首次存款以来每位会员累计带来的净收入。'
          : '首次存款的会员中，之后每一期仍有活动的比例；自我排除的会员计入人数。'}
      </p>
    </>
  )
}

function Cell({ value, members, measure }: { value: number; members: number; measure: string }) {
  if (measure === 'ngr')
    return (
      <td>
        <Signed amount={value} />
      </td>
    )
  const percent = (value / members) * 100
  return (
    <td
      data-heat=""
      style={{ '--heat': Math.round(percent * 0.6) } as CSSProperties}
      title={`${value} 人`}
    >
      {percent.toFixed(0)}%
    </td>
  )
}
