import { addMonths, beijingMonth } from '@tianping/money/day'
import { Button } from 'antd'
import { useState } from 'react'
import { isMonth, monthsOf } from './calendar.ts'
import { BEIJING, PickerButton, TypedField } from './DayField.tsx'
import css from './days.module.css'

type MonthFieldProps = {
  /** `YYYY-MM`; empty for none. */
  value: string
  onChange: (month: string) => void
  label?: string
}

/** One Beijing month, typed or pressed. What is typed counts once it is a month. */
export const MonthField = ({ value, ...field }: MonthFieldProps) => (
  <TypedField
    {...field}
    value={value}
    counts={isMonth}
    placeholder="年-月"
    picker={take => (
      <PickerButton name={`${field.label ?? ''}月历`} disabled={false} onPress={take}>
        {press => <Year chosen={value} onPress={press} />}
      </PickerButton>
    )}
  />
)

const YEAR = 12

/** The months of a year to press, with the way to the years beside it. */
function Year({ chosen, onPress }: { chosen: string; onPress: (month: string) => void }) {
  const current = beijingMonth(Date.now())
  const [shown, turn] = useState(chosen || current)
  return (
    <div>
      <div className={css.month}>
        <Button
          size="small"
          type="text"
          aria-label="上一年"
          onClick={() => turn(addMonths(shown, -YEAR))}
        >
          ‹
        </Button>
        <b aria-live="polite">{Number(shown.slice(0, 4))}年</b>
        <Button
          size="small"
          type="text"
          aria-label="下一年"
          onClick={() => turn(addMonths(shown, YEAR))}
        >
          ›
        </Button>
      </div>
      <div className={`${css.days} ${css.months}`}>
        {monthsOf(shown).map(month => (
          <button
            key={month}
            type="button"
            aria-label={`${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`}
            aria-pressed={month === chosen}
            data-today={month === current}
            onClick={() => onPress(month)}
          >
            {Number(month.slice(5))}月
          </button>
        ))}
      </div>
      <p className={css.hint}>{BEIJING}</p>
    </div>
  )
}
