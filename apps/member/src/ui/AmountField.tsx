import { useId, useState, type ReactNode } from 'react'
import { FieldError } from './Field.tsx'
import { groupThousands } from './Money.tsx'

type Props = {
  label: string
  /** Digits with at most one point and two decimals; empty while nothing is typed. */
  value: string
  onChange: (value: string) => void
  aside?: ReactNode
  /** Right of the figure: the button for the maximum. */
  end?: ReactNode
  error?: string | null | undefined
  note?: ReactNode
  placeholder?: string
}

/** What may stand in an amount: digits, one point, two decimals, at most nine digits before it. */
export function amountTyped(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, 9)
  return rest.length === 0 ? digits : `${digits || '0'}.${rest.join('').slice(0, 2)}`
}

/** The amount that leads a money form. It reads in thousands while nobody types in it. */
export function AmountField({ label, value, onChange, aside, end, error, note, placeholder = '0.00' }: Props) {
  const id = useId()
  const [typing, setTyping] = useState(false)
  return (
    <div className="field">
      <span className="label"><label htmlFor={id}>{label}</label>{aside}</span>
      <div className={error ? 'amount amount--bad' : 'amount'}>
        <span aria-hidden="true">¥</span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={typing ? value : groupThousands(value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : note !== undefined ? `${id}-note` : undefined}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          onChange={event => onChange(amountTyped(event.target.value))}
        />
        {end}
      </div>
      {error ? <FieldError id={`${id}-error`} text={error} /> : note !== undefined && <p className="note" id={`${id}-note`}>{note}</p>}
    </div>
  )
}

/** Round sums to take with one touch; `value` marks the one that stands in the field. */
export const QuickSums = ({ sums, value, onChoose, label = '快捷金额' }: {
  sums: readonly { label: string; value: string }[]
  value: string
  onChoose: (value: string) => void
  label?: string
}) => (
  <div className="quick" role="group" aria-label={label}>
    {sums.map(sum => (
      <button key={sum.label} type="button" aria-pressed={sum.value === value} onClick={() => onChoose(sum.value)}>{sum.label}</button>
    ))}
  </div>
)
