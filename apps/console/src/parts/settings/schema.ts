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
}

export type Shape =
  | { kind: 'group'; fields: [string, Schema][] }
  | { kind: 'rows'; item: Schema; fixed: boolean; max: number }
  | { kind: 'texts'; max: number }
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

/** What kind of field a part of a schema asks for. */
export function shapeOf(schema: Schema): Shape {
  const properties = fieldsOf(schema)
  if (properties.length > 0) return { kind: 'group', fields: properties }
  const variants = (schema.oneOf ?? []).flatMap(way =>
    typeof way.properties?.['kind']?.const === 'string'
      ? [{ name: way.properties['kind'].const, schema: way }]
      : [],
  )
  if (variants.length > 0) return { kind: 'union', variants }
  if (schema.enum) return { kind: 'choice', options: schema.enum, nullable: false }
  if (schema.type === 'boolean') return { kind: 'switch', on: true, off: false }
  const ways = schema.anyOf
  if (ways?.every(way => way.const === 0 || way.const === 1))
    return { kind: 'switch', on: 1, off: 0 }
  const given = ways?.find(way => way.type !== 'null')
  if (given && ways?.some(way => way.type === 'null')) {
    const shape = shapeOf(given)
    return shape.kind === 'number' || shape.kind === 'choice' ? { ...shape, nullable: true } : shape
  }
  if (schema.type === 'array' && schema.items) {
    const max = schema.maxItems ?? 100
    return schema.items.type === 'string' && !schema.items.enum
      ? { kind: 'texts', max }
      : { kind: 'rows', item: schema.items, fixed: schema.minItems === schema.maxItems, max }
  }
  if (schema.type === 'integer' || schema.type === 'number')
    return {
      kind: 'number',
      min: schema.minimum,
      max: schema.maximum,
      whole: schema.type === 'integer',
      nullable: false,
    }
  return { kind: 'text', max: schema.maxLength }
}

const fieldsOf = (schema: Schema): [string, Schema][] => [
  ...Object.entries(schema.properties ?? {}),
  ...(schema.allOf ?? []).flatMap(fieldsOf),
]

/** A new row of a list: the least that its numbers may be, and nothing where nothing is allowed. */
export function emptyOf(schema: Schema): unknown {
  const shape = shapeOf(schema)
  switch (shape.kind) {
    case 'group':
      return Object.fromEntries(shape.fields.map(([name, field]) => [name, emptyOf(field)]))
    case 'rows':
      return Array.from({ length: shape.fixed ? shape.max : 0 }, () => emptyOf(shape.item))
    case 'texts':
      return []
    case 'union':
      return variantOf(shape.variants[0]!)
    case 'choice':
      return shape.nullable ? null : shape.options[0]
    case 'switch':
      return shape.off
    case 'number':
      return shape.nullable ? null : Math.max(shape.min ?? 0, 0)
    case 'text':
      return ''
  }
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
