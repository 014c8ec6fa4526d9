import { beijingDay } from '@tianping/money/day'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { dayWords, presetsOf, pressed, spanWords, type Span } from './calendar.ts'
import { inSight } from './inSight.ts'
import { Month } from './Month.tsx'
import css from './days.module.css'

const noSpan: Span = { from: '', to: '' }

/**
 * Beijing days from–to to narrow a list by. One press is one day, a second one makes it a span
 * unless the list takes one day only.
 */
export function SpanPick({
  value,
  label,
  oneDay = false,
  onChange,
}: {
  value: Span
  label: string
  oneDay?: boolean
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
      align={inSight}
      open={open}
      onOpenChange={setOpen}
      content={<Days {...{ value, today, oneDay }} onChoose={choose} />}
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
  oneDay,
  onChoose,
}: {
  value: Span
  today: string
  oneDay: boolean
  onChoose: (span: Span, done: boolean) => void
}) {
  const { from, to } = value
  const presets = presetsOf(today).filter(each => !oneDay || each.from === each.to)
  return (
    <div className={css.pick}>
      <div className={css.presets}>
        {presets.map(({ name, ...span }) => (
          <Button key={name} size="small" type="text" onClick={() => onChoose(span, true)}>
            {name}
          </Button>
        ))}
        <Button size="small" type="text" onClick={() => onChoose(noSpan, true)}>
          不限
        </Button>
      </div>
      <div>
        <Month
          first={(to || from || today).slice(0, 7)}
          today={today}
          within={day => (from || to) !== '' && day >= from && (to === '' || day <= to)}
          onPress={day => onChoose(oneDay ? { from: day, to: day } : pressed(value, day), oneDay)}
        />
        <p className={css.hint}>
          {oneDay ? dayWords(from) : `${dayWords(from)} 至 ${dayWords(to)}`} · 北京时间
        </p>
      </div>
    </div>
  )
}
