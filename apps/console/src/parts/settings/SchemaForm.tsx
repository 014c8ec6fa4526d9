import { Button, Input, InputNumber, Select, Switch } from 'antd'
import { useDeferredValue, type ReactNode } from 'react'
import { groupThousands } from '@tianping/money'
import { BEIJING, CalendarButton, DayField, MomentField } from '../../ui/days/DayField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { emptyOf, shapeOf, variantOf, withPart, type Schema, type Shape } from './schema.ts'
import { optionLabel, pathLabel, scaleOf, settingHint, settingLabel } from './settingLabels.ts'
import css from './schemaForm.module.css'

/** The first rows of a form are drawn before the other fields, which take as long again. */
const FIRST = 10

type Issues = ReadonlyMap<string, string>
type Field = {
  schema: Schema
  value: unknown
  path: string
  issues: Issues
  disabled: boolean
  onChange: (value: unknown) => void
}

/** Controls of a page's own for fields of a setting, by the field's name. */
export type OwnControls = Record<
  string,
  (field: Pick<Field, 'value' | 'disabled' | 'onChange'>) => ReactNode
>

/**
 * A form for any setting: its schema says which fields there are, and the server checks them again.
 * Amounts are typed in yuan.
 */
export function SchemaForm({
  schema,
  value,
  issues,
  disabled,
  onChange,
  own,
  wide = [],
}: {
  schema: Schema
  value: unknown
  issues: Issues
  disabled: boolean
  onChange: (value: unknown) => void
  own?: OwnControls
  /** Fields of those that take the whole width. */
  wide?: readonly string[]
}) {
  const shape = shapeOf(schema)
  const drawn = useDeferredValue(Infinity, FIRST)
  if (shape.kind !== 'group')
    return <Part {...{ schema, value, issues, disabled, onChange }} path="" />
  return (
    <div className={css.form}>
      {shape.fields.slice(0, drawn).map(([name, field]) => {
        const part = (value as Record<string, unknown>)[name]
        const change = (next: unknown) => onChange(withPart(value, [name], next))
        const control = own?.[name]
        if (control)
          return (
            <div key={name} className={`${css.field} ${wide.includes(name) ? css.wide : ''}`}>
              <Name path={name} />
              {control({ value: part, disabled, onChange: change })}
              <Issue issues={issues} path={name} />
            </div>
          )
        return (
          <Part
            key={name}
            schema={field}
            value={part}
            path={name}
            issues={issues}
            disabled={disabled}
            onChange={change}
          />
        )
      })}
      {shape.fields.length > drawn && <div className={css.coming} />}
    </div>
  )
}

const Name = ({ path }: { path: string }) => (
  <span className={css.name}>
    {settingLabel(path)}
    {settingHint(path) && <small>{settingHint(path)}</small>}
  </span>
)
const Issue = ({ issues, path }: { issues: Issues; path: string }) =>
  issues.has(path) ? <em className={css.issue}>{issues.get(path)}</em> : null

/** One part of a value: a group, a table of rows, or a single field under its name. */
function Part(field: Field) {
  const shape = shapeOf(field.schema)
  const { path, value, issues, disabled, onChange } = field
  if (shape.kind === 'group') {
    return (
      <fieldset className={css.group}>
        <legend>
          {/^(TRC20|ERC20)$/.test(settingLabel(path)) ? settingLabel(path) : <Name path={path} />}
        </legend>
        {shape.fields.map(([name, inner]) => (
          <Part
            key={name}
            schema={inner}
            value={(value as Record<string, unknown>)[name]}
            path={`${path}.${name}`}
            issues={issues}
            disabled={disabled}
            onChange={next => onChange(withPart(value, [name], next))}
          />
        ))}
        <Issue issues={issues} path={path} />
      </fieldset>
    )
  }
  if (shape.kind === 'union')
    return (
      <fieldset className={css.group}>
        <legend>
          <Name path={path} />
        </legend>
        <Variant {...field} shape={shape} />
      </fieldset>
    )
  if (shape.kind === 'rows')
    return shapeOf(shape.item).kind === 'union' ? (
      <Things {...field} shape={shape} />
    ) : (
      <Table {...field} shape={shape} />
    )
  return (
    <label className={css.field}>
      <Name path={path} />
      <Control {...field} shape={shape} />
      <Issue issues={issues} path={path} />
    </label>
  )
}

/** What kind of thing it is, and the fields of that kind. */
function Variant({
  shape,
  value,
  path,
  issues,
  disabled,
  onChange,
}: Field & { shape: Extract<Shape, { kind: 'union' }> }) {
  const kind = (value as { kind: string }).kind
  const variant = shape.variants.find(each => each.name === kind)
  return (
    <>
      <label className={css.field}>
        <Name path={`${path}.kind`} />
        <Select
          aria-label={pathLabel(`${path}.kind`)}
          value={kind}
          disabled={disabled}
          popupMatchSelectWidth={false}
          options={shape.variants.map(each => ({
            value: each.name,
            label: optionLabel(each.name),
          }))}
          onChange={next => {
            const chosen = shape.variants.find(each => each.name === next)
            if (chosen) onChange(variantOf(chosen))
          }}
        />
      </label>
      {Object.entries(variant?.schema.properties ?? {})
        .filter(([name]) => name !== 'kind')
        .map(([name, inner]) => (
          <Part
            key={`${kind}/${name}`}
            schema={inner}
            value={(value as Record<string, unknown>)[name]}
            path={`${path}.${name}`}
            issues={issues}
            disabled={disabled}
            onChange={next => onChange(withPart(value, [name], next))}
          />
        ))}
      <Issue issues={issues} path={path} />
    </>
  )
}

/** A list of things of several kinds, one below the other. */
function Things({
  shape,
  value,
  path,
  issues,
  disabled,
  onChange,
}: Field & { shape: Extract<Shape, { kind: 'rows' }> }) {
  const rows = (value ?? []) as unknown[]
  const item = shapeOf(shape.item) as Extract<Shape, { kind: 'union' }>
  return (
    <div className={css.wide}>
      <Name path={path} />
      {rows.map((row, index) => (
        <div key={index} className={css.thing}>
          <div className={css.group}>
            <Variant
              schema={shape.item}
              shape={item}
              value={row}
              path={`${path}.${index}`}
              issues={issues}
              disabled={disabled}
              onChange={next => onChange(withPart(rows, [index], next))}
            />
          </div>
          {!disabled && (
            <Button
              type="text"
              size="small"
              aria-label={`删除第 ${index + 1} 项`}
              icon={<Icon name="close" size={14} />}
              onClick={() => onChange(rows.filter((_, other) => other !== index))}
            />
          )}
        </div>
      ))}
      <Issue issues={issues} path={path} />
      {rows.length < shape.max && !disabled && (
        <Button size="small" onClick={() => onChange([...rows, emptyOf(shape.item)])}>
          增加一项
        </Button>
      )}
    </div>
  )
}

/** The columns of a table; what a row is about stands before its figures. */
function columnsOf(item: Schema): [string, Schema][] {
  const shape = shapeOf(item)
  if (shape.kind !== 'group') return [['', item]]
  return shape.fields.toSorted(
    ([, a], [, b]) => Number(b.enum !== undefined) - Number(a.enum !== undefined),
  )
}

function tableLabel(path: string, fixed: boolean): string {
  if (path) return settingLabel(path)
  return fixed ? '等级' : '列表'
}

type RowsField = Field & { shape: Extract<Shape, { kind: 'rows' }> }

/** A table of more columns than this needs the whole page. */
const MANY = 7

function Table(field: RowsField) {
  const { shape, value, path, issues, disabled, onChange } = field
  const rows = (value ?? []) as unknown[]
  const columns = columnsOf(shape.item)
  return (
    <div className={css.wide}>
      {path && <Name path={path} />}
      <div className={css.scroll}>
        <table
          className={css.table}
          data-wide={columns.length > MANY}
          aria-label={tableLabel(path, shape.fixed)}
        >
          <thead hidden={rows.length === 0}>
            <tr>
              <th aria-label="序号" />
              {columns.map(([name]) => (
                <th key={name}>
                  {settingLabel(name)}
                  {settingHint(name) && <small>{settingHint(name)}</small>}
                </th>
              ))}
              {!shape.fixed && <th aria-label="删除" />}
            </tr>
          </thead>
          <tbody>
            {rows.map((_, index) => (
              <Row key={index} field={field} rows={rows} index={index} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      <Issue issues={issues} path={path} />
      {!shape.fixed && rows.length < shape.max && !disabled && (
        <Button
          size="small"
          onClick={() => onChange([...rows, rows.at(-1) ?? emptyOf(shape.item)])}
        >
          增加一行
        </Button>
      )}
    </div>
  )
}

function Row({
  field: { shape, path, issues, disabled, onChange },
  rows,
  index,
  columns,
}: {
  field: RowsField
  rows: unknown[]
  index: number
  columns: [string, Schema][]
}) {
  const at = path ? `${path}.${index}` : String(index)
  return (
    <tr>
      <td>{path || !shape.fixed ? index + 1 : `VIP${index + 1}`}</td>
      {columns.map(([name, schema]) => (
        <Cell
          key={name}
          name={name}
          schema={schema}
          value={name ? (rows[index] as Record<string, unknown>)[name] : rows[index]}
          path={name ? `${at}.${name}` : at}
          issues={issues}
          disabled={disabled}
          onChange={next => onChange(withPart(rows, name ? [index, name] : [index], next))}
        />
      ))}
      {!shape.fixed && (
        <td>
          <Button
            type="text"
            size="small"
            aria-label={`删除第 ${index + 1} 行`}
            disabled={disabled}
            icon={<Icon name="close" size={14} />}
            onClick={() => onChange(rows.filter((_, other) => other !== index))}
          />
        </td>
      )}
    </tr>
  )
}

/** A text that may be longer than this gets room to be read. */
const LONG = 100

function cellClass(name: string, shape: Shape) {
  if (name.endsWith('Fen')) return css.amount
  if (shape.kind === 'text') return (shape.max ?? 0) > LONG ? css.long : css.text
  return name.endsWith('Day') ? css.day : css.cell
}

function Cell({ name, ...field }: Field & { name: string }) {
  const shape = shapeOf(field.schema)
  return (
    <td className={cellClass(name, shape)}>
      <Control {...field} shape={shape} />
      <Issue issues={field.issues} path={field.path} />
    </td>
  )
}

/** Thousands apart, and no decimals where there are none: what is being typed stays as it is. */
function grouped(
  value: number | undefined,
  { userTyping, input }: { userTyping: boolean; input: string },
): string {
  if (userTyping) return input
  const [whole = '', part = ''] = String(value ?? '').split('.')
  return `${groupThousands(whole)}${/[1-9]/.test(part) ? `.${part}` : ''}`
}

type Of<K extends Shape['kind']> = Field & { shape: Extract<Shape, { kind: K }> }

/** What every control of a field has: its name, and whether something is wrong with its value. */
const common = ({ issues, path, disabled }: Field) => ({
  'aria-label': pathLabel(path),
  status: issues.has(path) ? ('error' as const) : ('' as const),
  disabled,
})

function Control({ shape, ...field }: Field & { shape: Shape }) {
  switch (shape.kind) {
    case 'switch':
      return <Toggle {...field} shape={shape} />
    case 'choice':
      return <Choice {...field} shape={shape} />
    case 'texts':
      return <Texts {...field} shape={shape} />
    case 'number':
      return <Figure {...field} shape={shape} />
    case 'day':
      return <DayField {...picked(field)} zone="" />
    case 'minute':
      return <MomentField {...picked(field)} />
    default:
      return <Written {...field} max={shape.kind === 'text' ? shape.max : undefined} />
  }
}

/** A day or a minute that is picked. A day's name says whose calendar is meant. */
const picked = ({ path, value, issues, disabled, onChange }: Field) => ({
  label: pathLabel(path),
  value: (value as string | undefined) ?? '',
  wrong: issues.has(path),
  disabled,
  onChange,
})

/** A longer text than this is written in several lines. */
const LONG_TEXT = 1_000

function Written({ max, ...field }: Field & { max: number | undefined }) {
  const input = {
    ...common(field),
    value: (field.value as string | undefined) ?? '',
    maxLength: max,
    onChange: (event: { target: { value: string } }) => field.onChange(event.target.value),
  }
  return (max ?? 0) > LONG_TEXT ? (
    <Input.TextArea {...input} autoSize={{ minRows: 6, maxRows: 20 }} />
  ) : (
    <Input {...input} />
  )
}

const Toggle = ({ shape, path, value, disabled, onChange }: Of<'switch'>) => (
  <span>
    <Switch
      aria-label={pathLabel(path)}
      checked={value === shape.on}
      disabled={disabled}
      onChange={on => onChange(on ? shape.on : shape.off)}
    />
  </span>
)

const Choice = ({ shape, ...field }: Of<'choice'>) => (
  <Select<string>
    {...common(field)}
    value={(field.value as string | null) ?? ''}
    popupMatchSelectWidth={false}
    options={[
      ...(shape.nullable ? [{ value: '', label: '不限' }] : []),
      ...shape.options.map(option => ({ value: option, label: optionLabel(option) })),
    ]}
    onChange={next => field.onChange(next === '' ? null : next)}
  />
)

/** What a list of texts takes at least, where a row leaves it nothing. */
const TEXTS_WIDTH = 180

function Texts({ shape: { max, days }, ...field }: Of<'texts'>) {
  const texts = field.value as string[]
  const select = (
    <Select
      {...common(field)}
      style={{ minWidth: TEXTS_WIDTH, flex: 1 }}
      mode="tags"
      open={false}
      suffixIcon={null}
      maxCount={max}
      value={texts}
      placeholder={days ? '年-月-日' : '输入后按回车'}
      onChange={field.onChange}
    />
  )
  if (!days) return select
  return (
    <span className={css.days}>
      {select}
      <CalendarButton
        name={`${pathLabel(field.path)}日历`}
        days={texts}
        zone={BEIJING}
        disabled={field.disabled || texts.length >= max}
        onPress={day => field.onChange(texts.includes(day) ? texts : [...texts, day].toSorted())}
      />
    </span>
  )
}

function decimalsOf(scale: number, whole: boolean): { precision?: number } {
  if (scale === 100) return { precision: 2 }
  return whole ? { precision: 0 } : {}
}

/** A number as the setting keeps it: amounts are typed in yuan and kept in fen. */
function figureOf(typed: number | null, scale: number, nullable: boolean): number | null {
  if (typed === null) return nullable ? null : 0
  return scale === 1 ? typed : Math.round(typed * scale)
}

function Figure({ shape: { nullable, whole }, ...field }: Of<'number'>) {
  const { value, path, onChange } = field
  const scale = scaleOf(path)
  return (
    <InputNumber<number>
      {...common(field)}
      className={css.number}
      controls={false}
      value={value === null || value === undefined ? null : (value as number) / scale}
      placeholder={nullable ? '不限' : ''}
      onChange={next => onChange(figureOf(next, scale, nullable))}
      formatter={grouped}
      parser={text => Number((text ?? '').replace(/,/g, ''))}
      {...decimalsOf(scale, whole)}
    />
  )
}
