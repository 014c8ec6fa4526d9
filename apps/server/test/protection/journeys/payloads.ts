// What any call of the contract may be sent: made from its schema, so that a new call joins by
// itself, and one whose schema cannot be read fails the test.
import { calls, type CallName } from '@tianping/contract'
import { z } from 'zod'
import { below, chance, pick, PASSWORD } from './world.ts'

type Json = {
  type?: string | string[]
  anyOf?: Json[]
  oneOf?: Json[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Json>
  items?: Json
  minimum?: number
  maximum?: number
}

/** What a field of this name is usually filled with; anything else is chance. */
const usual: Record<string, () => unknown> = {
  password: () => PASSWORD,
  pay_pass: () => '888888',
  amount: () => String(1 + below(900)),
  page: () => 1,
  range: () => 1 + below(4),
  days: () => String(1 + below(42)),
  code: () => 'abcd',
}
const words = ['', '1', '7', '测试', 'wrong', '2026-11-20', '0', 'FG', 'sms']

function madeOf(schema: Json): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return madeOf(pick(choices))
  const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type
  return ofType(type, schema)
}

const makers: Record<string, (schema: Json) => unknown> = {
  object: ({ properties = {} }) =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, field]) =>
        chance(0.15)
          ? []
          : [[name, chance(0.7) ? (usual[name]?.() ?? madeOf(field)) : madeOf(field)]],
      ),
    ),
  array: ({ items = {} }) => Array.from({ length: below(3) }, () => madeOf(items)),
  string: () => pick(words),
  number: () => below(100),
  integer: ({ minimum = 0 }) => Math.max(minimum, below(40) - 1),
  boolean: () => chance(0.5),
  null: () => null,
}

function ofType(type: string | undefined, schema: Json): unknown {
  if (type === undefined) return pick(words)
  const maker = makers[type]
  if (!maker) throw new Error(`a payload of type ${type} cannot be made`)
  return maker(schema)
}

const schemas = new Map<CallName, Json>()
export function anyPayload(name: CallName): object {
  const found = schemas.get(name)
  const schema =
    found ?? (z.toJSONSchema(calls[name].takes, { io: 'input', unrepresentable: 'any' }) as Json)
  if (!found) schemas.set(name, schema)
  return makers['object']?.(schema) as object
}
