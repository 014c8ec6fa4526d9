import { beijingDay } from '@tianping/money/day'
import { Select } from 'antd'
import { DayPick } from '../../parts/list/DayPick.tsx'
import { presetsOf, type Span } from '../../ui/days/calendar.ts'
import css from './figures.module.css'

/** The days of a report: one of the usual spans, or any two days. */
export function SpanPick({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const usual = presetsOf(beijingDay(Date.now()))
  const chosen = usual.find(each => each.from === span.from && each.to === span.to)
  return (
    <span className={css.span}>
      <Select
        aria-label="时段"
        value={chosen?.name ?? 'own'}
        style={{ width: 104 }}
        options={[
          ...usual.map(({ name }) => ({ value: name, label: name })),
          ...(chosen ? [] : [{ value: 'own', label: '自定义' }]),
        ]}
        onChange={name => {
          const next = usual.find(each => each.name === name)
          if (next) onChange({ from: next.from, to: next.to })
        }}
      />
      <DayPick label="从" value={span.from} onChange={from => onChange({ ...span, from })} />
      <DayPick label="到" value={span.to} onChange={to => onChange({ ...span, to })} />
    </span>
  )
}
