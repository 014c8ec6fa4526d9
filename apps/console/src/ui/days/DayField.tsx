import { beijingDay, isDay } from '@tianping/money/day'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { Icon } from '../Icon.tsx'
import { Month } from './Month.tsx'
import css from './days.module.css'

type DayFieldProps = {
  /** `YYYY-MM-DD`; empty for none. */
  value: string
  onChange: (day: string) => void
  label?: string | undefined
  prefix?: string
  width?: number
  disabled?: boolean | undefined
}

/** One Beijing day, typed or pressed. What is typed counts once it is a day. */
export function DayField({
  value,
  onChange,
  label,
  prefix,
  width = 160,
  disabled = false,
}: DayFieldProps) {
  const [open, setOpen] = useState(false)
  const [typed, type] = useState<string | null>(null)
  const take = (text: string) => {
    const written = text.trim()
    const counts = written === '' || isDay(written)
    type(counts ? null : text)
    if (counts) onChange(written)
  }
  return (
    <Input
      {...(label ? { 'aria-label': label } : {})}
      inputMode="numeric"
      placeholder="年-月-日"
      maxLength={10}
      style={{ width }}
      value={typed ?? value}
      status={typed === null ? '' : 'warning'}
      prefix={prefix && <small className={css.prefix}>{prefix}</small>}
      allowClear
      disabled={disabled}
      onChange={event => take(event.target.value)}
      onBlur={() => type(null)}
      suffix={
        <Popover
          trigger="click"
          placement="bottomRight"
          destroyOnHidden
          open={open}
          onOpenChange={setOpen}
          content={
            <Calendar
              value={value}
              onPress={day => {
                take(day)
                setOpen(false)
              }}
            />
          }
        >
          <Button
            size="small"
            type="text"
            tabIndex={-1}
            aria-label={`${label ?? ''}日历`}
            icon={<Icon name="activity" size={14} />}
          />
        </Popover>
      }
    />
  )
}

function Calendar({ value, onPress }: { value: string; onPress: (day: string) => void }) {
  const today = beijingDay(new Date())
  return (
    <div>
      <Month
        first={(value || today).slice(0, 7)}
        today={today}
        within={day => day === value}
        onPress={onPress}
      />
      <p className={css.hint}>北京时间</p>
    </div>
  )
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** A Beijing moment `YYYY-MM-DD HH:mm`; empty for none, midnight where no time is typed. */
export function MomentField({
  value,
  onChange,
  disabled = false,
}: Pick<DayFieldProps, 'value' | 'onChange' | 'disabled'>) {
  const [day = '', time = ''] = value.slice(0, 16).split(' ')
  const [typed, type] = useState<string | null>(null)
  return (
    <span className={css.moment}>
      <DayField
        value={day}
        disabled={disabled}
        onChange={next => onChange(next === '' ? '' : `${next} ${time || '00:00'}`)}
      />
      <Input
        aria-label="时间"
        inputMode="numeric"
        placeholder="时:分"
        maxLength={5}
        style={{ width: 84 }}
        disabled={disabled || day === ''}
        value={typed ?? time}
        status={typed === null ? '' : 'warning'}
        onChange={event => {
          const next = event.target.value
          type(isTime(next) ? null : next)
          if (isTime(next)) onChange(`${day} ${next}`)
        }}
        onBlur={() => type(null)}
      />
    </span>
  )
}
