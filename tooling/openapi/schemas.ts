// JSON Schema of the contracts' zod schemas, with what zod alone leaves out: limits behind a
// transform, bigint, and the meaning of shared fields.
import { z } from 'zod'
import * as shared from '../../packages/contract/src/consoleFields.ts'
import * as fields from '../../packages/contract/src/fields.ts'
import * as venue from '../../packages/venue-protocol/src/fields.ts'

export type Json = Record<string, unknown>

const whole = (minimum: number, maximum: number, description: string) => ({
  type: 'integer',
  minimum,
  maximum,
  description,
})
/** An integer, also as digits; the bounds hold for both. */
const digits = (bound?: number) => ({
  type: ['integer', 'string'],
  pattern: '^-?\\d{1,15}$',
  ...(bound ? { minimum: -bound, maximum: bound } : {}),
})
const MOST_FEN = Number(venue.MAX_FEN)

/** Fields whose schema reads better than what zod derives, by identity. */
const REPLACED = new Map<unknown, Json>([
  [fields.yuan, { type: 'number', description: 'Yuan, at most two decimals.' }],
  [fields.int2, digits(2 ** 15 - 1)],
  [fields.int4, digits(2 ** 31 - 1)],
  [fields.int8, digits()],
  [fields.flag, { type: 'integer', enum: [0, 1] }],
  [venue.fen, whole(0, MOST_FEN, 'Money in fen (0.01 yuan).')],
  [venue.positiveFen, whole(1, MOST_FEN, 'Money in fen (0.01 yuan).')],
  [venue.signedFen, whole(-MOST_FEN, MOST_FEN, 'Money in fen (0.01 yuan), of either sign.')],
  [venue.counter, whole(0, Number.MAX_SAFE_INTEGER, 'A version or a cursor.')],
  [venue.queryCounter, whole(0, 999_999_999_999_999, 'A cursor.')],
])

const DESCRIBED = new Map<unknown, string>([
  [fields.time, 'Beijing time.'],
  [fields.page, 'Page, from 1.'],
  [fields.dateRange, '1 today, 2 the last 7 days, 3 the last 15 days, 4 the last 30 days.'],
  [fields.amount, 'Yuan, as text or as a number.'],
  [shared.day, 'A Beijing day, YYYY-MM-DD; empty for no limit.'],
  [shared.moment, 'Beijing time, YYYY-MM-DD HH:mm or with seconds; empty for none.'],
  [venue.instant, 'ISO 8601 in UTC.'],
  [venue.businessDay, 'A day of Asia/Shanghai.'],
])

const LIMITS = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum'] as const

/** The pattern of every text field; it says nothing to a reader. */
const STORABLE = '^[^\\0\\p{Cs}]*$'

/** A payload's field is often a transform into a narrower schema: its limits hold for both. */
function addLimits(schema: Json, target: z.core.$ZodType): void {
  const narrow = z.toJSONSchema(target, { io: 'input', unrepresentable: 'any' }) as Json
  for (const limit of LIMITS) {
    const value = narrow[limit]
    if (value === undefined || value === STORABLE) continue
    schema[limit] = value
  }
  const choices = (narrow['anyOf'] as Json[] | undefined)?.map(each => each['const'])
  if (choices?.every(choice => choice !== undefined)) schema['enum'] = choices
}

/** Drops the bounds of every safe integer, which say nothing. */
function dropEmptyBounds(schema: Json): void {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
}

function improve(zodSchema: z.core.$ZodTypes, schema: Json, io: 'input' | 'output'): void {
  const replaced = REPLACED.get(zodSchema)
  if (replaced) {
    for (const key of Object.keys(schema)) delete schema[key]
    Object.assign(schema, replaced)
    return
  }
  const { def } = zodSchema._zod
  if (def.type === 'bigint') schema['type'] = 'integer'
  if (def.type === 'pipe' && io === 'input') addLimits(schema, def.out)
  dropEmptyBounds(schema)
  // Clients must accept fields that a later version adds.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties']
  // A date's format says the same as zod's long pattern.
  if (schema['format'] !== undefined) delete schema['pattern']
  const description = DESCRIBED.get(zodSchema)
  if (description) schema['description'] = description
}

/** Moves `$defs` into the document's components and points references there. */
function hoist(value: unknown, components: Json): unknown {
  if (Array.isArray(value)) return value.map(each => hoist(each, components))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      if (key === '$schema' || key === 'id') return typeof child === 'string' ? [] : [[key, child]]
      if (key === '$ref') return [[key, String(child).replace('#/$defs/', '#/components/schemas/')]]
      if (key !== '$defs') return [[key, hoist(child, components)]]
      for (const [name, schema] of Object.entries(child as Json))
        components[name] = hoist(schema, components)
      return []
    }),
  )
}

/** Schemas that are exported under a name become components of the document. */
export function namedSchemas(modules: Record<string, unknown>[]) {
  const registry = z.registry<{ id: string }>()
  for (const [name, schema] of modules.flatMap(each => Object.entries(each)))
    if (schema instanceof z.ZodObject && !registry.has(schema) && Object.keys(schema.shape).length)
      registry.add(schema, { id: name.charAt(0).toUpperCase() + name.slice(1) })
  return registry
}
export type Named = ReturnType<typeof namedSchemas>

/** JSON Schema of a payload (`input`) or an answer (`output`); named parts go to `components`. */
export function schemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Json,
  named?: Named,
): Json {
  const found = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => improve(zodSchema, jsonSchema as Json, io),
    ...(named ? { metadata: named } : {}),
  })
  return hoist(found, components) as Json
}
