import { Button, Input, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { emptyOf, shapeOf, variantOf, withPart, type Schema, type Shape } from './schema.ts'
import { optionLabel, pathLabel, scaleOf, settingHint, settingLabel } from './settingLabels.ts'
import css from './schemaForm.module.css'

type Issues = ReadonlyMap<string, string>
type Field = {
  schema: Schema
  value: unknown
  path: string
  issues: Issues
  disabled: boolean
  onChange: (value: unknown) => void
}

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
  long,
}: {
  schema: Schema
  value: unknown
  issues: Issues
  disabled: boolean
  onChange: (value: unknown) => void
  /** Fields of several lines, with what stands below them. */
  long?: Record<string, (value: string) => ReactNode>
}) {
  const shape = shapeOf(schema)
  if (shape.kind !== 'group')
    return <Part {...{ schema, value, issues, disabled, onChange }} path="" />
  return (
    <div className={css.form}>
      {shape.fields.map(([name, field]) => {
        const own = (value as Record<string, unknown>)[name]
        const change = (next: unknown) => onChange(withPart(value, [name], next))
        const below = long?.[name]
        if (below) {
          const text = own as string
          return (
            <div key={name} className={css.wide}>
              <label className={css.field}>
                <Name path={name} />
                <Input.TextArea
                  value={text}
                  rows={7}
                  disabled={disabled}
                  maxLength={16_000}
                  onChange={event => change(event.target.value)}
                />
                <Issue issues={issues} path={name} />
              </label>
              {below(text)}
            </div>
          )
        }
        return (
          <Part
            key={name}
            schema={field}
            value={own}
            path={name}
            issues={issues}
            disabled={disabled}
            onChange={change}
          />
        )
      })}
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
          onChange={next => onChange(variantOf(shape.variants.find(each => each.name === next)!))}
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

function Table({
  shape,
  value,
  path,
  issues,
  disabled,
  onChange,
}: Field & { shape: Extract<Shape, { kind: 'rows' }> }) {
  const rows = (value ?? []) as unknown[]
  const item = shapeOf(shape.item)
  // What a row is about stands before its figures.
  const columns: [string, Schema][] =
    item.kind === 'group'
      ? item.fields.toSorted(
          ([, a], [, b]) => Number(b.enum !== undefined) - Number(a.enum !== undefined),
        )
      : [['', shape.item]]
  return (
    <div className={css.wide}>
      {path && <Name path={path} />}
      <div className={css.scroll}>
        <table
          className={css.table}
          aria-label={path ? settingLabel(path) : shape.fixed ? '等级' : '列表'}
        >
          <thead>
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
            {rows.map((row, index) => {
              const at = path ? `${path}.${index}` : String(index)
              const set = (name: string, next: unknown) =>
                onChange(withPart(rows, name ? [index, name] : [index], next))
              return (
                <tr key={index}>
                  <td>{path || !shape.fixed ? index + 1 : `VIP${index + 1}`}</td>
                  {columns.map(([name, inner]) => {
                    const own = name ? `${at}.${name}` : at
                    return (
                      <td
                        key={name}
                        className={
                          name.endsWith('Fen')
                            ? css.amount
                            : name.endsWith('Day')
                              ? css.day
                              : css.cell
                        }
                      >
                        <Control
                          schema={inner}
                          shape={shapeOf(inner)}
                          value={name ? (row as Record<string, unknown>)[name] : row}
                          path={own}
                          issues={issues}
                          disabled={disabled}
                          onChange={next => set(name, next)}
                        />
                        <Issue issues={issues} path={own} />
                      </td>
                    )
                  })}
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
            })}
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

/** Thousands apart, and no decimals where there are none: what is being typed stays as it is. */
function grouped(
  value: number | undefined,
  { userTyping, input }: { userTyping: boolean; input: string },
): string {
  if (userTyping) return input
  const [whole = '', part = ''] = String(value ?? '').split('.')
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${/[1-9]/.test(part) ? `.${part}` : ''}`
}

function Control({ shape, value, path, issues, disabled, onChange }: Field & { shape: Shape }) {
  const status = issues.has(path) ? ('error' as const) : ('' as const)
  const label = pathLabel(path)
  const scale = scaleOf(path)
  switch (shape.kind) {
    case 'switch':
      return (
        <span>
          <Switch
            aria-label={label}
            checked={value === shape.on}
            disabled={disabled}
            onChange={on => onChange(on ? shape.on : shape.off)}
          />
        </span>
      )
    case 'choice':
      return (
        <Select<string>
          aria-label={label}
          status={status}
          value={(value as string | null) ?? ''}
          disabled={disabled}
          popupMatchSelectWidth={false}
          options={[
            ...(shape.nullable ? [{ value: '', label: '不限' }] : []),
            ...shape.options.map(option => ({ value: option, label: optionLabel(option) })),
          ]}
          onChange={next => onChange(next === '' ? null : next)}
        />
      )
    case 'texts':
      return (
        <Select
          aria-label={label}
          status={status}
          mode="tags"
          open={false}
          suffixIcon={null}
          maxCount={shape.max}
          value={value as string[]}
          disabled={disabled}
          placeholder="输入后按回车"
          onChange={onChange}
        />
      )
    case 'number':
      return (
        <InputNumber<number>
          aria-label={label}
          status={status}
          className={css.number!}
          controls={false}
          disabled={disabled}
          value={value === null || value === undefined ? null : (value as number) / scale}
          placeholder={shape.nullable ? '不限' : ''}
          onChange={next =>
            onChange(
              next === null
                ? shape.nullable
                  ? null
                  : 0
                : scale === 1
                  ? next
                  : Math.round(next * scale),
            )
          }
          formatter={grouped}
          parser={text => Number((text ?? '').replace(/,/g, ''))}
          {...(scale === 100 ? { precision: 2 } : shape.whole ? { precision: 0 } : {})}
        />
      )
    default:
      return (
        <Input
          aria-label={label}
          status={status}
          value={(value as string | undefined) ?? ''}
          disabled={disabled}
          maxLength={shape.kind === 'text' ? shape.max : undefined}
          onChange={event => onChange(event.target.value)}
        />
      )
  }
}
