import { useId, type ChangeEvent, type ReactNode } from 'react'
import { groupThousands } from '@tianping/money'
import { described, FieldNote } from './Field.tsx'

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

/** Of a text up to the caret: how many characters of the amount itself stand there. */
const lengthOf = (text: string) => text.replaceAll(',', '').length

/**
 * Where the caret stands in `shown` when `length` characters of the amount itself are to its left.
 */
export function caretAfter(shown: string, length: number): number {
  let at = 0
  for (let left = length; at < shown.length && left > 0; at++) if (shown[at] !== ',') left--
  return at
}

/**
 * What an edit makes of an amount: `shown` stood in the field, `text` stands there now with the
 * caret at `caret`. Taking away a comma means the digit beside it: the one behind for Backspace,
 * the one ahead for Delete.
 */
export function edited(
  shown: string,
  text: string,
  caret: number,
  forward: boolean,
): { value: string; caret: number } {
  const before = shown.replaceAll(',', '')
  const behind = text.slice(0, caret)
  const comma =
    text.length === shown.length - 1 && shown[caret] === ',' && text.replaceAll(',', '') === before
  if (comma) {
    const length = lengthOf(behind)
    const value = forward
      ? before.slice(0, length) + before.slice(length + 1)
      : before.slice(0, length - 1) + before.slice(length)
    const typed = amountTyped(value)
    return { value: typed, caret: caretAfter(groupThousands(typed), forward ? length : length - 1) }
  }
  const value = amountTyped(text)
  return {
    value,
    caret: caretAfter(groupThousands(value), Math.min(value.length, amountTyped(behind).length)),
  }
}

/**
 * The amount that leads a money form, in thousands also while it is typed; the caret stays with the
 * digit it follows.
 */
export function AmountField({
  label,
  value,
  onChange,
  aside,
  end,
  error,
  note,
  placeholder = '0.00',
}: Props) {
  const id = useId()
  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const next = edited(
      groupThousands(value),
      target.value,
      target.selectionStart ?? target.value.length,
      (nativeEvent as InputEvent).inputType === 'deleteContentForward',
    )
    // Written here, where the caret is known; what React writes afterwards is the same and moves
    // nothing.
    target.value = groupThousands(next.value)
    target.setSelectionRange(next.caret, next.caret)
    onChange(next.value)
  }
  return (
    <div className="field">
      <span className="label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </span>
      <div className={error ? 'amount amount--bad' : 'amount'}>
        <span aria-hidden="true">¥</span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={groupThousands(value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, { error, note })}
          onChange={change}
        />
        {end}
      </div>
      <FieldNote id={id} error={error} note={note} />
    </div>
  )
}

/** Round sums to take with one touch; `value` marks the one that stands in the field. */
export const QuickSums = ({
  sums,
  value,
  onChoose,
  label = '快捷金额',
}: {
  sums: readonly { label: string; value: string }[]
  value: string
  onChoose: (value: string) => void
  label?: string
}) => (
  <div className="quick" role="group" aria-label={label}>
    {sums.map(sum => (
      <button
        key={sum.label}
        type="button"
        aria-pressed={sum.value === value}
        onClick={() => onChoose(sum.value)}
      >
        {groupThousands(sum.label)}
      </button>
    ))}
  </div>
)
