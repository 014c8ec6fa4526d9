import { beijingDay, isDay } from '@tianping/money/day'
import { Button, Input, Popover } from 'antd'
import { useState, type ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { inSight } from './inSight.ts'
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
  /** The server refused what stands there. */
  wrong?: boolean
  /** Of whose calendar the day is. */
  zone?: string
}

export const BEIJING = '北京时间'

/** One Beijing day, typed or pressed. What is typed counts once it is a day. */
export function DayField({ zone = BEIJING, ...field }: DayFieldProps) {
  const { value, label = '', disabled = false } = field
  return (
    <TypedField
      {...field}
      counts={isDay}
      placeholder="年-月-日"
      picker={take => (
        <CalendarButton
          name={`${label}日历`}
          days={[value]}
          zone={zone}
          disabled={disabled}
          onPress={take}
        />
      )}
    />
  )
}

type TypedProps = Omit<DayFieldProps, 'zone'> & {
  /** Whether a text is a whole value. */
  counts: (text: string) => boolean
  placeholder: string
  /** The button that opens what is pressed instead. */
  picker: (take: (text: string) => void) => ReactNode
}

/** A date that is typed or pressed. */
export function TypedField({
  value,
  onChange,
  label,
  prefix,
  width = 160,
  disabled = false,
  wrong = false,
  counts,
  placeholder,
  picker,
}: TypedProps) {
  const [typed, type] = useState<string | null>(null)
  const take = (text: string) => {
    const written = text.trim()
    const whole = written === '' || counts(written)
    type(whole ? null : text)
    if (whole) onChange(written)
  }
  return (
    <Input
      {...(label ? { 'aria-label': label } : {})}
      inputMode="numeric"
      placeholder={placeholder}
      maxLength={10}
      style={{ width, maxWidth: '100%' }}
      value={typed ?? value}
      status={statusOf(typed, wrong)}
      prefix={prefix && <small className={css.prefix}>{prefix}</small>}
      allowClear
      disabled={disabled}
      onChange={event => take(event.target.value)}
      onBlur={() => type(null)}
      suffix={picker(take)}
    />
  )
}

const statusOf = (typed: string | null, wrong: boolean) => {
  if (typed !== null) return 'warning'
  return wrong ? 'error' : ''
}

type CalendarProps = { days: readonly string[]; zone: string; onPress: (day: string) => void }

/** Opens a month to press a day of; `days` are pressed already. */
export const CalendarButton = ({
  name,
  disabled,
  onPress,
  ...calendar
}: CalendarProps & { name: string; disabled: boolean }) => (
  <PickerButton name={name} disabled={disabled} onPress={onPress}>
    {press => <Calendar {...calendar} onPress={press} />}
  </PickerButton>
)

type PickerProps = {
  name: string
  disabled: boolean
  onPress: (text: string) => void
  children: (press: (text: string) => void) => ReactNode
}

/** Opens what one presses a date of, and closes with the press. */
export function PickerButton({ name, disabled, onPress, children }: PickerProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      align={inSight}
      open={open}
      onOpenChange={setOpen}
      content={children(text => {
        onPress(text)
        setOpen(false)
      })}
    >
      <Button
        size="small"
        type="text"
        tabIndex={-1}
        disabled={disabled}
        aria-label={name}
        icon={<Icon name="activity" size={14} />}
      />
    </Popover>
  )
}

function Calendar({ days, zone, onPress }: CalendarProps) {
  const today = beijingDay(new Date())
  return (
    <div>
      <Month
        first={(days.at(-1) || today).slice(0, 7)}
        today={today}
        within={day => days.includes(day)}
        onPress={onPress}
      />
      {zone && <p className={css.hint}>{zone}</p>}
    </div>
  )
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** A Beijing moment `YYYY-MM-DD HH:mm`; empty for none, midnight where no time is typed. */
export function MomentField({
  value,
  onChange,
  label,
  disabled = false,
  wrong = false,
}: Pick<DayFieldProps, 'value' | 'onChange' | 'label' | 'disabled' | 'wrong'>) {
  const [day = '', time = ''] = value.slice(0, 16).split(' ')
  const [typed, type] = useState<string | null>(null)
  return (
    <span className={css.moment}>
      <DayField
        label={label}
        value={day}
        wrong={wrong}
        disabled={disabled}
        onChange={next => onChange(next === '' ? '' : `${next} ${time || '00:00'}`)}
      />
      <Input
        aria-label={`${label ?? ''}时间`}
        inputMode="numeric"
        placeholder="时:分"
        maxLength={5}
        style={{ flex: '0 0 70px' }}
        disabled={disabled || day === ''}
        value={typed ?? time}
        status={statusOf(typed, wrong)}
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
