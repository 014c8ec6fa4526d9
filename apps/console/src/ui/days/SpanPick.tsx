import { addMonths, beijingDay } from '@tianping/money/day'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { dayWords, presetsOf, pressed, spanWords, weeksOf, type Span } from './calendar.ts'
import css from './days.module.css'

const noSpan: Span = { from: '', to: '' }

/** Beijing days from–to to narrow a list by. One press is one day, a second one makes it a span. */
export function SpanPick({
  value,
  label,
  onChange,
}: {
  value: Span
  label: string
  onChange: (span: Span) => void
}) {
  const [open, setOpen] = useState(false)
  const today = beijingDay(new Date())
  const none = value.from === '' && value.to === ''
  const choose = (span: Span, done: boolean) => {
    onChange(span)
    if (done) setOpen(false)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      content={<Days value={value} today={today} onChoose={choose} />}
    >
      <Button aria-label={`${label}日期`} type={none ? 'default' : 'primary'} ghost={!none}>
        {label}
        {none ? '日期' : `：${spanWords(value, today)}`}
      </Button>
    </Popover>
  )
}

function Days({
  value,
  today,
  onChoose,
}: {
  value: Span
  today: string
  onChoose: (span: Span, done: boolean) => void
}) {
  const [month, turn] = useState((value.to || value.from || today).slice(0, 7))
  return (
    <div className={css.pick}>
      <div className={css.presets}>
        {presetsOf(today).map(({ name, ...span }) => (
          <Button key={name} size="small" type="text" onClick={() => onChoose(span, true)}>
            {name}
          </Button>
        ))}
        <Button size="small" type="text" onClick={() => onChoose(noSpan, true)}>
          不限
        </Button>
      </div>
      <div>
        <div className={css.month}>
          <Button
            size="small"
            type="text"
            aria-label="上个月"
            onClick={() => turn(addMonths(month, -1))}
          >
            ‹
          </Button>
          <b aria-live="polite">
            {Number(month.slice(0, 4))}年{Number(month.slice(5))}月
          </b>
          <Button
            size="small"
            type="text"
            aria-label="下个月"
            onClick={() => turn(addMonths(month, 1))}
          >
            ›
          </Button>
        </div>
        <Month
          month={month}
          value={value}
          today={today}
          onPress={day => onChoose(pressed(value, day), false)}
        />
        <p className={css.hint}>
          {dayWords(value.from)} 至 {dayWords(value.to)} · 北京时间
        </p>
      </div>
    </div>
  )
}

function Month({
  month,
  value: { from, to },
  today,
  onPress,
}: {
  month: string
  value: Span
  today: string
  onPress: (day: string) => void
}) {
  const within = (day: string) => (from || to) !== '' && day >= from && (to === '' || day <= to)
  return (
    <div className={css.days}>
      {[...'一二三四五六日'].map(name => (
        <small key={name}>{name}</small>
      ))}
      {weeksOf(month).map(day => (
        <button
          key={day}
          type="button"
          aria-label={dayWords(day)}
          aria-pressed={within(day)}
          data-other={!day.startsWith(month)}
          data-today={day === today}
          onClick={() => onPress(day)}
        >
          {Number(day.slice(8))}
        </button>
      ))}
    </div>
  )
}
