// The numbers, hours and days that schemas hold, each by its path: `cashier.withdrawal.minFen`,
// `redpacket.tiers[].claims`, `activity.bonus.by_vip.fen[]`.
import { z } from 'zod'

export type Leaf = {
  path: string
  kind: 'number' | 'hour' | 'day' | 'minute'
  /** As a value names it, without the rule: `*` stands for each row of a list. */
  keys: string[]
  min?: number
  max?: number
  whole?: boolean
  preset?: unknown
}

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  discriminator?: string
  left?: z.ZodType
  right?: z.ZodType
  defaultValue?: unknown
}
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def
const takes = (schema: z.ZodType, value: string) => schema.safeParse(value).success

/** What a text holds is told by what it takes. */
function textKind(schema: z.ZodType): Leaf['kind'] | null {
  if (['天平', 'text', '天平'.repeat(20)].some(text => takes(schema, text))) return null
  if (takes(schema, '08:00')) return 'hour'
  if (takes(schema, '2026-01-31')) return 'day'
  return takes(schema, '2026-01-31 04:00') ? 'minute' : null
}

type At = { path: string; keys: string[]; preset?: unknown }

function numberAt(schema: z.ZodType, at: At): Leaf[] {
  const { minimum: min, maximum: max, type } = z.toJSONSchema(schema, { unrepresentable: 'any' })
  const isOpen = min === undefined || max === undefined || min === Number.MIN_SAFE_INTEGER
  if (isOpen) throw new Error(`${at.path} has no limits`)
  return [{ ...at, kind: 'number', min, max, whole: type === 'integer' }]
}

function textAt(schema: z.ZodType, at: At): Leaf[] {
  const kind = textKind(schema)
  return kind ? [{ ...at, kind }] : []
}

const under = ({ path, keys }: At, name: string): At => ({
  path: `${path}.${name}`,
  keys: [...keys, name],
})
const rowsOf = ({ path, keys }: At): At => ({ path: `${path}[]`, keys: [...keys, '*'] })

/** One of several kinds of thing is named by its kind; what may be empty keeps its own name. */
function variantAt(option: z.ZodType, discriminator: string | undefined, at: At): Leaf[] {
  if (discriminator === undefined) return leavesAt(option, at)
  const literal = defOf(option).shape?.[discriminator] as z.ZodLiteral
  return leavesAt(option, { ...at, path: `${at.path}.${String(literal.value)}` })
}

const PLAIN = ['boolean', 'enum', 'literal', 'null', 'unknown', 'bigint']

/** Fails at a kind of schema that it does not know, so that no number is passed over. */
function leavesAt(schema: z.ZodType, at: At): Leaf[] {
  const def = defOf(schema)
  switch (def.type) {
    case 'number':
      return numberAt(schema, at)
    case 'string':
      return textAt(schema, at)
    case 'object':
      return Object.entries(def.shape!).flatMap(([name, each]) => leavesAt(each, under(at, name)))
    case 'array':
      return leavesAt(def.element!, rowsOf(at))
    case 'record':
      return leavesAt(def.valueType!, under(at, '*'))
    case 'union':
      return def.options!.flatMap(option => variantAt(option, def.discriminator, at))
    case 'intersection':
      return [def.left!, def.right!].flatMap(side => leavesAt(side, at))
    case 'default':
    case 'prefault':
      return leavesAt(def.innerType!, { ...at, preset: def.defaultValue })
    case 'optional':
    case 'nullable':
      return leavesAt(def.innerType!, at)
  }
  if (PLAIN.includes(def.type)) return []
  throw new Error(`${at.path}: a schema of type ${def.type} is not walked`)
}

export const leavesOf = (name: string, schema: z.ZodType): Leaf[] =>
  leavesAt(schema, { path: name, keys: [] })
