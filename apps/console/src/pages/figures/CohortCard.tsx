import type { ConsoleGiven } from '@tianping/contract/console'
import { cohortMeasures, type CohortMeasure } from '@tianping/contract/figures/facts'
import { Segmented } from 'antd'
import type { CSSProperties } from 'react'
import { Opens } from '../../ui/values/Opens.tsx'
import { Card } from '../../ui/Room.tsx'
import { Signed } from '../../ui/values/Money.tsx'
import type { MembersShown } from './MemberParts.tsx'
import type { Span } from '../../ui/days/calendar.ts'
import css from './figures.module.css'

type Cohort = ConsoleGiven<'POST /api/console/figures/retention'>['cohorts'][number]
export type Unit = 'week' | 'month'
type Asked = Span & { unit: Unit; measure: CohortMeasure }

const called = { week: '周', month: '月' } as const
const broughtIn = {
  title: '累计 NGR',
  show: (value: number) => <Signed amount={value} />,
}

/** The members of a cohort, or those of them who were there in a later week or month. */
function membersOf(asked: Asked, begins: string, at: number | undefined): MembersShown {
  const title = `${begins} 首存的会员`
  const sent = { ...asked, begins }
  const name = 'POST /api/console/figures/cohort/list'
  if (at === undefined) return { title, parts: { name, sent } }
  return {
    title: `${title} · 第 ${at} ${called[asked.unit]}`,
    parts: { name, sent: { ...sent, at }, ...(asked.measure === 'ngr' && { part: broughtIn }) },
  }
}

type CardProps = {
  cohorts: Cohort[]
  asked: Asked
  set: (next: Partial<Asked>) => void
  onOpen: (members: MembersShown) => void
}

/** How many members of each cohort stay; each cell opens them. */
export function CohortCard({ cohorts, asked, set, onOpen }: CardProps) {
  const { from, to, unit, measure } = asked
  return (
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
            options={Object.entries(called).map(([value, label]) => ({
              value: value as Unit,
              label,
            }))}
            onChange={next => set({ unit: next })}
          />
        </span>
      }
    >
      <Cohorts
        cohorts={cohorts}
        unit={unit}
        measure={measure}
        onOpen={(begins, at) => onOpen(membersOf({ from, to, unit, measure }, begins, at))}
      />
    </Card>
  )
}

type CohortProps = {
  cohorts: Cohort[]
  unit: Unit
  measure: CohortMeasure
  /** Without a step the whole cohort. */
  onOpen: (begins: string, at?: number) => void
}

function Cohorts({ cohorts, unit, measure, onOpen }: CohortProps) {
  const steps = Math.max(0, ...cohorts.map(each => each.values.length))
  const step = called[unit]
  if (cohorts.length === 0) return <p className={css.note}>这段时间没有首次存款的会员</p>
  return (
    <>
      <div className={css.scroll}>
        <table className={`${css.plain} ${css.heat}`} aria-label="留存">
          <thead>
            <tr>
              <th>首存{step}</th>
              <th>人数</th>
              {Array.from({ length: steps }, (_, at) => (
                <th key={at}>
                  第 {at} {step}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ begins, members, values }) => (
              <tr key={begins}>
                <td>{begins}</td>
                <td>
                  <Opens onClick={() => onOpen(begins)}>{members}</Opens>
                </td>
                {values.map((value, at) => (
                  <Cell
                    key={at}
                    value={value}
                    members={members}
                    measure={measure}
                    onOpen={() => onOpen(begins, at)}
                  />
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

type CellProps = { value: number; members: number; measure: CohortMeasure; onOpen: () => void }

function Cell({ value, members, measure, onOpen }: CellProps) {
  if (measure === 'ngr')
    return (
      <td>
        <Opens onClick={onOpen}>
          <Signed amount={value} />
        </Opens>
      </td>
    )
  const percent = (value / members) * 100
  return (
    <td
      data-heat=""
      style={{ '--heat': Math.round(percent * 0.6) } as CSSProperties}
      title={`${value} 人`}
    >
      <Opens calm onClick={onOpen}>
        {percent.toFixed(0)}%
      </Opens>
    </td>
  )
}
