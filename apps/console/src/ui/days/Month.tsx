import { addMonths } from '@tianping/money/day'
import { Button } from 'antd'
import { useState } from 'react'
import { dayWords, weeksOf } from './calendar.ts'
import css from './days.module.css'

type MonthProps = {
  /** The month that is shown first, `YYYY-MM`. */
  first: string
  today: string
  within: (day: string) => boolean
  onPress: (day: string) => void
}

/** A month of Beijing days to press, with the way to the months beside it. */
export function Month({ first, today, within, onPress }: MonthProps) {
  const [month, turn] = useState(first)
  return (
    <>
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
    </>
  )
}
