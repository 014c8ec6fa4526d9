import { settingFormats } from '@tianping/contract/facts'

/** What a form needs of a JSON Schema (draft 2020-12, as the server writes it). */
export type Schema = {
  type?: string | undefined
  properties?: Record<string, Schema>
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  enum?: string[]
  const?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
  /** What the server takes where nothing is said. */
  default?: unknown
}

export type Shape =
  | { kind: 'group'; fields: [string, Schema][] }
  | { kind: 'rows'; item: Schema; fixed: boolean; max: number }
  | { kind: 'texts'; max: number; days: boolean }
  | { kind: 'choice'; options: string[]; nullable: boolean }
  /** One of several kinds of thing, told apart by their field `kind`. */
  | { kind: 'union'; variants: { name: string; schema: Schema }[] }
  | { kind: 'switch'; on: unknown; off: unknown }
  | {
      kind: 'number'
      min: number | undefined
      max: number | undefined
      whole: boolean
      nullable: boolean
    }
  | { kind: 'text'; max: number | undefined }
  | { kind: 'day' }
  | { kind: 'minute' }

/** What kind of field a part of a schema asks for. */
export function shapeOf(schema: Schema): Shape {
  const fields = fieldsOf(schema)
  if (fields.length > 0) return { kind: 'group', fields }
  return (
    unionOf(schema) ?? choiceOf(schema) ?? nullableOf(schema) ?? listOf(schema) ?? plainOf(schema)
  )
}

/** One of several kinds of thing, where the schema tells them apart by `kind`. */
function unionOf({ oneOf = [] }: Schema): Shape | null {
  const variants = oneOf.flatMap(way => {
    const name = way.properties?.['kind']?.const
    return typeof name === 'string' ? [{ name, schema: way }] : []
  })
  return variants.length > 0 ? { kind: 'union', variants } : null
}

function choiceOf({ enum: options, type, anyOf }: Schema): Shape | null {
  if (options) return { kind: 'choice', options, nullable: false }
  if (type === 'boolean') return { kind: 'switch', on: true, off: false }
  if (anyOf?.every(way => way.const === 0 || way.const === 1))
    return { kind: 'switch', on: 1, off: 0 }
  return null
}

/** What the schema asks for where it also takes nothing. */
function nullableOf({ anyOf = [] }: Schema): Shape | null {
  const given = anyOf.find(way => way.type !== 'null')
  if (!given || !anyOf.some(way => way.type === 'null')) return null
  const shape = shapeOf(given)
  return shape.kind === 'number' || shape.kind === 'choice' ? { ...shape, nullable: true } : shape
}

function listOf({ type, items, minItems, maxItems }: Schema): Shape | null {
  if (type !== 'array' || !items) return null
  const max = maxItems ?? 100
  return items.type === 'string' && !items.enum
    ? { kind: 'texts', max, days: items.format === settingFormats.day }
    : { kind: 'rows', item: items, fixed: minItems === maxItems, max }
}

function plainOf({ type, format, minimum, maximum, maxLength }: Schema): Shape {
  if (type === 'integer' || type === 'number')
    return {
      kind: 'number',
      min: minimum,
      max: maximum,
      whole: type === 'integer',
      nullable: false,
    }
  if (format === settingFormats.day) return { kind: 'day' }
  return format === settingFormats.minute ? { kind: 'minute' } : { kind: 'text', max: maxLength }
}

const fieldsOf = (schema: Schema): [string, Schema][] => [
  ...Object.entries(schema.properties ?? {}),
  ...(schema.allOf ?? []).flatMap(fieldsOf),
]

/** What a new field of each kind holds: as little as it may. */
const empty: { [K in Shape['kind']]: (shape: Extract<Shape, { kind: K }>) => unknown } = {
  group: ({ fields }) => Object.fromEntries(fields.map(([name, field]) => [name, emptyOf(field)])),
  rows: ({ item, fixed, max }) => Array.from({ length: fixed ? max : 0 }, () => emptyOf(item)),
  texts: () => [],
  union: ({ variants: [first] }) => first && variantOf(first),
  choice: ({ nullable, options: [first] }) => (nullable ? null : first),
  switch: ({ off }) => off,
  number: ({ nullable, min }) => (nullable ? null : Math.max(min ?? 0, 0)),
  text: () => '',
  day: () => '',
  minute: () => '',
}

/**
 * A new row of a list: the usual numbers, or the least that they may be, and nothing where nothing
 * is allowed.
 */
export function emptyOf(schema: Schema): unknown {
  if (typeof schema.default === 'number') return schema.default
  const shape = shapeOf(schema)
  // The function of a kind takes the shapes of this kind; the compiler cannot pair the two.
  const make = empty[shape.kind] as (shape: Shape) => unknown
  return make(shape)
}

/** A new thing of one kind. */
export const variantOf = ({ name, schema }: { name: string; schema: Schema }): unknown => ({
  ...Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([field]) => field !== 'kind')
      .map(([field, own]) => [field, emptyOf(own)]),
  ),
  kind: name,
})

/** `value` with the part at `path` replaced; nothing is changed in place. */
export function withPart(value: unknown, path: (string | number)[], part: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return part
  if (Array.isArray(value))
    return value.map((each, index) =>
      index === key ? withPart(each, rest, part) : (each as unknown),
    )
  const fields = (value ?? {}) as Record<string, unknown>
  return { ...fields, [key]: withPart(fields[key], rest, part) }
}

export type Difference = { path: string; before: unknown; after: unknown }

/** The leaves in which two values differ, by path. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [was, is] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter(path => was.get(path) !== is.get(path))
    .map(path => ({ path, before: was.get(path), after: is.get(path) }))
}

/**
 * Without the mark of the row that was changed, and without what is new and says nothing. A letter
 * names its segment twice, and `'0'` where it is for none.
 */
export const readDifferences = (before: unknown, after: unknown): Difference[] =>
  differences(before ?? {}, after).filter((each, _, all) => {
    const isNew = each.before === undefined
    const isTwice = each.path === 'segment' && all.some(({ path }) => path === 'segment_id')
    const isNone = each.after === '' || (each.path === 'segment_id' && each.after === '0')
    return each.path !== 'seen' && !(isNew && (isTwice || isNone))
  })

function leavesOf(
  value: unknown,
  path = '',
  into = new Map<string, unknown>(),
): Map<string, unknown> {
  if (value !== null && typeof value === 'object')
    for (const [key, each] of Object.entries(value))
      leavesOf(each, path ? `${path}.${key}` : key, into)
  else into.set(path, value)
  return into
}
