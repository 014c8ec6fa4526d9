import { useQuery } from '@tanstack/react-query'
import {
  figureFacts,
  TARGET_MONTHS_AHEAD,
  targetFigures,
  type TargetFigure,
} from '@tianping/contract/figures/facts'
import { addDays, addMonths, beijingDay, beijingMonth } from '@tianping/money/day'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { goalsCall, type Goals } from '../../parts/goals/goals.ts'
import { GoalTable } from '../../parts/goals/GoalTable.tsx'
import { Card } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { useOpens, type Opened } from './Behind.tsx'
import { SheetButton } from './SheetButton.tsx'
import { TargetPicture } from './TargetPicture.tsx'
import type { Span } from '../../ui/days/calendar.ts'
import css from './figures.module.css'

const MONTHS_BACK = 12
const fields: EditField[] = targetFigures.map(name => ({
  name,
  label: `${figureFacts[name].label}（${figureFacts[name].unit === 'yuan' ? '元' : '数量'}，留空为不设）`,
  kind: 'text',
  max: 16,
}))

const typedOf = ({ rows }: Goals): EditValues =>
  Object.fromEntries(
    rows.map(({ figure, target }) => [figure, target === null ? '' : String(target)]),
  )

type TargetsProps = {
  month: string
  onMonth: (month: string) => void
  onOpen: (opened: Opened) => void
}

/** What a month should bring in, what it has brought in, and the way there. */
export function Targets({ month, onMonth, onOpen }: TargetsProps) {
  const { may } = useOperator()
  const goals = useQuery({
    queryKey: [goalsCall, month],
    queryFn: ({ signal }) => call(goalsCall, { month }, signal),
  })
  const { what, start, form } = useEdited<Goals>({
    draft: row => `targets/${row.month}`,
    action: (row, v) =>
      callOnce('POST /api/console/figures/targets/set', {
        month: row.month,
        targets: row.rows.map(({ figure, target }) => ({
          figure,
          target: String(v[figure] ?? '')
            .replaceAll(',', '')
            .trim(),
          seen: target,
        })),
      }),
    done: '已保存',
    stale: goalsCall,
  })
  const { data } = goals
  return (
    <Card
      title="月度目标"
      extra={
        <span className={css.span}>
          <MonthSelect month={month} onChange={onMonth} />
          {data && <SheetButton name={goalsCall} sent={{ month }} rows={data.rows.length} />}
          {data?.open && may('target.write') && (
            <Button onClick={() => start(data)}>设定目标</Button>
          )}
        </span>
      }
    >
      {data ? <Shown goals={data} onOpen={onOpen} /> : <Unloaded query={goals} />}
      {what && form && (
        <EditDialog
          title={`设定 ${what.month} 的目标`}
          fields={fields}
          initial={typedOf(what)}
          abreast
          sentence={() => '修改记入审计日志。月份结束后目标不能再改。'}
          confirm="保存目标"
          {...form}
        />
      )}
    </Card>
  )
}

function MonthSelect({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const current = beijingMonth(Date.now())
  const months = Array.from({ length: MONTHS_BACK + TARGET_MONTHS_AHEAD + 1 }, (_, n) =>
    addMonths(current, TARGET_MONTHS_AHEAD - n),
  )
  const known = months.includes(month) ? months : [month, ...months]
  return (
    <Select
      aria-label="目标月份"
      value={month}
      style={{ width: 110 }}
      options={known.map(value => ({ value, label: value }))}
      onChange={onChange}
    />
  )
}

/** Figures whose days add up to the month. */
const drawn = targetFigures.filter(each => each !== 'active')

/** The days of a month that have begun. */
function spanOf(month: string): Span {
  const [today, last] = [beijingDay(Date.now()), addDays(`${addMonths(month, 1)}-01`, -1)]
  return { from: `${month}-01`, to: last < today ? last : today }
}

function Shown({ goals, onOpen }: { goals: Goals } & Pick<TargetsProps, 'onOpen'>) {
  const [figure, draw] = useState<TargetFigure>('ngr')
  const opens = useOpens()
  const open = (of: TargetFigure) => opens(of) && onOpen({ figure: of, span: spanOf(goals.month) })
  return (
    <>
      <GoalTable goals={goals} onOpen={open} />
      <p className={css.note}>
        {`已过 ${goals.passed} / ${goals.days} 天（北京时间）。竖线为按天数应达到的位置；`}
        活跃会员在一个月内只计一次，前期增长较快。
      </p>
      {goals.passed > 0 && (
        <>
          <Segmented<TargetFigure>
            className={css.choices}
            size="small"
            aria-label="图表项目"
            value={figure}
            options={drawn.map(value => ({ value, label: figureFacts[value].label }))}
            onChange={draw}
          />
          <TargetPicture goals={goals} figure={figure} />
        </>
      )}
    </>
  )
}
