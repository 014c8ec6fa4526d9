import type { MediaSize } from '@tianping/contract/media/facts'
import { Button, Input, InputNumber, Modal, Select, Switch } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { Failed } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { DayField, MomentField } from '../../ui/days/DayField.tsx'
import { MonthField } from '../../ui/days/MonthField.tsx'
import { PictureField } from '../media/PictureField.tsx'
import { RichText } from '../richText/RichText.tsx'
import { TargetField } from '../targets/TargetField.tsx'
import { ActionError } from './ActionError.tsx'
import css from './decision.module.css'

export type EditField = {
  name: string
  /** What the call names it, where several fields stand for one value. */
  sentAs?: string
  label: string
  kind:
    | 'text'
    | 'long'
    | 'rich'
    | 'picture'
    | 'target'
    | 'moment'
    | 'day'
    | 'month'
    | 'number'
    | 'switch'
    | 'choice'
    | 'several'
  max?: number
  rows?: number
  /** What one types first. */
  focus?: boolean
  options?: { value: string | number; label: string }[]
  /** Of a picture: which of its sizes is shown, and the field that says what it shows. */
  size?: MediaSize
  alt?: string
  /** Shown only while this holds. */
  when?: (values: EditValues) => boolean
}
export type EditValues = Record<string, string | number>

type EditDialogProps = {
  title: string
  draft: string
  fields: EditField[]
  initial: EditValues
  /** What saving will do, in figures where there are any. */
  sentence?: (values: EditValues) => ReactNode
  preview?: (values: EditValues) => ReactNode
  /** What is said under the fields, over the buttons. */
  below?: (values: EditValues) => ReactNode
  confirm: string
  /** Another way to end with what was typed; only where `when` holds. */
  also?:
    | {
        text: string
        when: (values: EditValues) => boolean
        busy: boolean
        run: (values: EditValues) => void
      }
    | undefined
  /** Two fields abreast, for a long form. */
  abreast?: boolean
  /** What it does cannot be undone: the button is red. */
  danger?: boolean | undefined
  busy: boolean
  error: Error | null
  onSave: (values: EditValues) => void
  onClose: () => void
}

/**
 * A small form over a list. What was typed is kept until it is saved, whatever becomes of the
 * dialog.
 */
export function EditDialog({
  title,
  draft,
  fields,
  initial,
  sentence,
  preview,
  below,
  confirm,
  also,
  abreast,
  danger = false,
  busy,
  error,
  onSave,
  onClose,
}: EditDialogProps) {
  const [kept, keep] = useDraft(draft)
  const values = { ...initial, ...(kept ? (JSON.parse(kept) as EditValues) : {}) }
  const set = (part: EditValues) => keep(JSON.stringify({ ...values, ...part }))
  const { form, wrong } = useWrongField(error)
  return (
    <Modal
      open
      title={title}
      width={widthOf({ preview, abreast })}
      centered
      destroyOnHidden
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <form
        ref={form}
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (!busy) onSave(values)
        }}
      >
        <div className={preview ? css.beside : css.form}>
          <div className={abreast ? css.abreast : css.form}>
            {fields
              .filter(field => field.when?.(values) ?? true)
              .map(field => (
                <LabelledControl
                  key={field.name}
                  field={field}
                  value={values[field.name] ?? ''}
                  wrong={(field.sentAs ?? field.name) === wrong}
                  onChange={value => set({ [field.name]: value })}
                  onPicture={picture => set(pictured(field, values, picture))}
                />
              ))}
          </div>
          {preview?.(values)}
        </div>
        {sentence && <p className={css.sentence}>{sentence(values)}</p>}
        {below?.(values)}
        {error && <ActionError error={error} />}
        <Buttons {...{ values, confirm, also, danger, busy, onClose }} />
      </form>
    </Modal>
  )
}

type ButtonsProps = Pick<EditDialogProps, 'confirm' | 'also' | 'danger' | 'busy' | 'onClose'>

const Buttons = ({
  values,
  confirm,
  also,
  danger = false,
  busy,
  onClose,
}: ButtonsProps & { values: EditValues }) => (
  <div className={css.buttons}>
    <Button onClick={onClose}>取消</Button>
    {also?.when(values) && (
      <Button loading={also.busy} disabled={busy} onClick={() => also.run(values)}>
        {also.text}
      </Button>
    )}
    <Button type="primary" danger={danger} htmlType="submit" loading={busy}>
      {confirm}
    </Button>
  </div>
)

type ControlProps = {
  field: EditField
  value: string | number
  onChange: (value: string | number) => void
}

/** A rule names one field, a value of the wrong form all of them. */
type Wrong = { field?: string; fields?: string[] }

/** The field that a refusal names is marked, and has the focus. */
function useWrongField(error: Error | null) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error)
      form.current?.querySelector<HTMLElement>('[data-wrong] :is(input, textarea)')?.focus()
  }, [error])
  const data = error instanceof Failed ? (error.data as Wrong | null) : null
  return { form, wrong: data?.field ?? data?.fields?.[0] }
}

const widthOf = ({ preview, abreast }: Pick<EditDialogProps, 'preview' | 'abreast'>) => {
  if (preview) return 940
  return abreast ? 760 : 500
}

type Pictured = { src: string; alt: string }
type LabelledProps = ControlProps & {
  /** The refusal that shows is about it. */
  wrong: boolean
  /** A picture of the library was chosen. */
  onPicture: (picture: Pictured) => void
}

/** The address of a picture, and what it shows where nobody has written that yet. */
const pictured = ({ name, alt }: EditField, values: EditValues, of: Pictured): EditValues =>
  alt && !values[alt] ? { [name]: of.src, [alt]: of.alt } : { [name]: of.src }

/** What is several controls, which a label cannot hold. */
function Several({
  field: { kind, ...field },
  value,
  onChange,
  onPicture,
}: Omit<LabelledProps, 'wrong'>) {
  const common = { label: field.label, value: String(value), onChange }
  if (kind === 'rich') return <RichText {...common} max={field.max ?? 16_000} />
  if (kind === 'target') return <TargetField {...common} />
  return (
    <PictureField
      {...common}
      size={field.size ?? 'banner'}
      onChange={(src, picture) => (picture ? onPicture({ src, alt: picture.alt }) : onChange(src))}
    />
  )
}

function LabelledControl({ onPicture, wrong, ...control }: LabelledProps) {
  const { field, value, onChange } = control
  if (field.kind === 'rich' || field.kind === 'target' || field.kind === 'picture')
    return (
      <div className={css.label} data-wrong={wrong || undefined}>
        <span>{field.label}</span>
        <Several {...control} onPicture={onPicture} />
      </div>
    )
  return (
    <label className={css.label} data-wrong={wrong || undefined}>
      <span>{field.label}</span>
      <Control field={field} value={value} onChange={onChange} />
    </label>
  )
}

/** One of some options, or several of them joined by commas. */
function Choice({ field, value, onChange }: ControlProps) {
  const options = field.options ?? []
  if (field.kind === 'choice') return <Select value={value} options={options} onChange={onChange} />
  return (
    <Select
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      value={String(value).split(',').filter(Boolean)}
      options={options}
      onChange={next => onChange(next.join(','))}
    />
  )
}

/** What is picked from a calendar. */
const dated = { moment: MomentField, day: DayField, month: MonthField } as const
const isDated = (kind: EditField['kind']): kind is keyof typeof dated => Object.hasOwn(dated, kind)

function Control({ field, value, onChange }: ControlProps) {
  if (isDated(field.kind)) {
    const Dated = dated[field.kind]
    return <Dated value={String(value)} onChange={onChange} />
  }
  switch (field.kind) {
    case 'number':
      return (
        <InputNumber<number>
          value={value as number}
          min={0}
          precision={0}
          style={{ width: 140 }}
          onChange={next => onChange(next ?? 0)}
        />
      )
    case 'switch':
      return (
        <span>
          <Switch checked={value === 1} onChange={on => onChange(on ? 1 : 0)} />
        </span>
      )
    case 'choice':
    case 'several':
      return <Choice field={field} value={value} onChange={onChange} />
    case 'long':
      return (
        <Input.TextArea
          value={value as string}
          rows={field.rows ?? 4}
          maxLength={field.max}
          onChange={event => onChange(event.target.value)}
        />
      )
    default:
      return (
        <Input
          value={value as string}
          maxLength={field.max}
          autoFocus={field.focus ?? false}
          onChange={event => onChange(event.target.value)}
        />
      )
  }
}
