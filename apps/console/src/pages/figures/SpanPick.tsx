import { Select } from 'antd'
import { DayPick } from '../../parts/list/DayPick.tsx'
import { presets, type Span } from './span.ts'
import css from './figures.module.css'

/** The days of a report: one of the usual spans, or any two days. */
export function SpanPick({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const usual = presets(Date.now())
  const chosen = usual.find(each => each.span.from === span.from && each.span.to === span.to)
  return (
    <span className={css.span}>
      <Select
        aria-label="时段"
        value={chosen?.key ?? 'own'}
        style={{ width: 104 }}
        options={[
          ...usual.map(({ key, label }) => ({ value: key, label })),
          ...(chosen ? [] : [{ value: 'own', label: '自定义' }]),
        ]}
        onChange={key => {
          const next = usual.find(each => each.key === key)
          if (next) onChange(next.span)
        }}
      />
      <DayPick label="从" value={span.from} onChange={from => onChange({ ...span, from })} />
      <DayPick label="到" value={span.to} onChange={to => onChange({ ...span, to })} />
    </span>
  )
}
