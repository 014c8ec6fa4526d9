import { useId, useState, type ChangeEvent, type HTMLAttributes, type ReactNode } from 'react'
import { IconButton } from '../Button.tsx'
import { Icon } from '../picture/Icon.tsx'
import type { IconName } from '../picture/icons.ts'
import { inFours, regrouped } from './grouped.ts'

type FieldProps = {
  /**
   * Stands above the field; without it `placeholder` or `name` is the field's name for those who
   * listen.
   */
  label?: string
  /** Right of the label: a limit, a link. */
  aside?: ReactNode
  error?: string | null | undefined
  note?: ReactNode
}
type InputProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  /** The name read out when no label is shown. */
  name?: string
  placeholder?: string
  /** `null` leaves out the icon a field has by itself. */
  icon?: IconName | null
  type?: 'text' | 'password' | 'tel' | 'email' | 'date'
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  maxLength?: number
  readOnly?: boolean
  min?: string
  max?: string
  /** Shows the digits of a card in fours; the value has no spaces. */
  inGroups?: boolean
  /** Right inside the field: a button, a picture. */
  end?: ReactNode
}

/** The error at a field, read out when it appears. */
export const FieldError = ({ id, text }: { id?: string; text: string }) => (
  <p className="error" id={id} role="alert">
    <Icon name="warn" size={16} />
    {text}
  </p>
)

type Remark = Pick<FieldProps, 'error' | 'note'>

/** Below a field: its error, else its note. `described` names the one that shows. */
export function FieldNote({ id, error, note }: Remark & { id: string }) {
  if (error) return <FieldError id={`${id}-error`} text={error} />
  if (note === undefined) return null
  return (
    <p className="note" id={`${id}-note`}>
      {note}
    </p>
  )
}

/** The id of what describes a field, for those who listen. */
export function described(id: string, { error, note }: Remark): string | undefined {
  if (error) return `${id}-error`
  return note === undefined ? undefined : `${id}-note`
}

function Frame({
  id,
  label,
  aside,
  error,
  note,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      {label !== undefined && (
        <span className="label">
          <label htmlFor={id}>{label}</label>
          {aside}
        </span>
      )}
      {children}
      <FieldNote id={id} error={error} note={note} />
    </div>
  )
}

/** One line of text to type. */
export function TextField({
  label,
  aside,
  error,
  note,
  value,
  onChange,
  name,
  icon,
  end,
  inGroups = false,
  type = 'text',
  placeholder,
  ...rest
}: InputProps) {
  const id = useId()
  const shown = inGroups ? inFours(value) : value
  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    if (!inGroups) return onChange(target.value)
    const forward = (nativeEvent as InputEvent).inputType === 'deleteContentForward'
    const at = target.selectionStart ?? target.value.length
    const next = regrouped(shown, target.value, at, forward)
    // Written here, where the caret is known; what React writes afterwards is the same.
    target.value = inFours(next.value)
    target.setSelectionRange(next.caret, next.caret)
    onChange(next.value)
  }
  return (
    <Frame id={id} label={label} aside={aside} error={error} note={note}>
      <div className={error ? 'input input--bad' : 'input'}>
        {icon && <Icon name={icon} size={20} className="faint" />}
        <input
          {...rest}
          id={id}
          type={type}
          value={shown}
          placeholder={placeholder}
          aria-label={label === undefined ? (name ?? placeholder) : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, { error, note })}
          onChange={change}
        />
        {end}
      </div>
    </Frame>
  )
}

/** A password, hidden until the member asks to see it. Set `key` anew to hide it again. */
export function PasswordField({ icon = 'lock', ...props }: Omit<InputProps, 'type' | 'end'>) {
  const [seen, setSeen] = useState(false)
  const eye = (
    <IconButton
      icon={seen ? 'eye' : 'eye-off'}
      label={seen ? '隐藏密码' : '显示密码'}
      onClick={() => setSeen(!seen)}
    />
  )
  return <TextField {...props} icon={icon} type={seen ? 'text' : 'password'} end={eye} />
}

type AreaProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  maxLength: number
  rows?: number
}

/** Several lines of text to type; how many characters are left shows once few are. */
export function TextArea({
  label,
  aside,
  error,
  note,
  value,
  onChange,
  placeholder,
  maxLength,
  rows = 4,
}: AreaProps) {
  const id = useId()
  const left = maxLength - [...value].length
  return (
    <Frame
      id={id}
      label={label}
      aside={left < maxLength / 5 ? `还可输入 ${left} 字` : aside}
      error={error}
      note={note}
    >
      <div className={error ? 'input input--area input--bad' : 'input input--area'}>
        <textarea
          id={id}
          rows={rows}
          value={value}
          placeholder={placeholder}
          maxLength={maxLength}
          aria-label={label === undefined ? placeholder : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(id, { error, note })}
          onChange={event => onChange(event.target.value)}
        />
      </div>
    </Frame>
  )
}

type SelectProps = FieldProps & {
  value: string | undefined
  placeholder: string
  onOpen: () => void
  icon?: IconName
}

/** A field that opens a picker instead of taking text. */
export function SelectField({
  label,
  aside,
  error,
  note,
  value,
  placeholder,
  onOpen,
  icon,
}: SelectProps) {
  const id = useId()
  return (
    <Frame id={id} label={label} aside={aside} error={error} note={note}>
      <button
        type="button"
        id={id}
        className={error ? 'input input--bad input--select' : 'input input--select'}
        aria-haspopup="listbox"
        aria-label={`${label ?? placeholder}：${value ?? placeholder}`}
        aria-describedby={described(id, { error, note })}
        onClick={onOpen}
      >
        {icon && <Icon name={icon} size={20} className="faint" />}
        <span className={value === undefined ? 'value hint cut' : 'value cut'}>
          {value ?? placeholder}
        </span>
        <span className="icon-btn">
          <Icon name="down" size={20} />
        </span>
      </button>
    </Frame>
  )
}
