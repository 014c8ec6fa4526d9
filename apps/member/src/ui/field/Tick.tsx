import { useId, type ReactNode } from 'react'
import { described, FieldNote } from './Field.tsx'

type Props = {
  label: ReactNode
  value: boolean
  onChange: (value: boolean) => void
  error?: string | null | undefined
  note?: ReactNode
}

/** A statement that the member confirms by a tick. */
export function Tick({ label, value, onChange, error, note }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label className="confirm">
        <input
          type="checkbox"
          checked={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, { error, note })}
          onChange={event => onChange(event.target.checked)}
        />
        {label}
      </label>
      <FieldNote id={id} error={error} note={note} />
    </div>
  )
}
