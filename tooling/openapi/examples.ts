// Example values made from a schema: the same schema gives the same example, and the contract's
// own zod schema has accepted it.
import type { z } from 'zod'
import type { Json } from './schemas.ts'

/** What of a JSON Schema an example depends on. */
type Schema = {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  /** The places of a tuple. */
  prefixItems?: Schema[]
  additionalProperties?: Schema
  propertyNames?: Schema
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Texts for fields of these names; the first that the schema's pattern allows is used. */
const BY_NAME: readonly [name: RegExp, value: string][] = [
  [/^(api_)?token$/, '0123456789abcdef0123456789abcdef'],
  [/pay_?pass/i, '888888'],
  [/password|^confirmpass$|^old$|secret$/i, 'secret1'],
  [/^(username|q|member)$/, 'demo888'],
  [/^name$/, 'Example'],
  [/^(player|players|unknown)$/, '10001'],
  [/^(realname|bank_owner)$/, '张三'],
  [/^nickname$/, 'Player 1'],
  [/mobile/, '13800138000'],
  [/email/, 'demo@example.com'],
  [/^amount$/, '100.00'],
  [/^sourcetype$/, 'userbalance'],
  [/^(targettype|venue|platname|plat_name|platform_name|api_type|code)$/, 'FG'],
  [/^(paytype|method)$/, 'card'],
  [/^type$/, '1'],
  [/^categor/, 'concise'],
  [/^currency$/, 'CNY'],
  [/bank_no/, '6222020200012345678'],
  [/bank_address/, '北京朝阳支行'],
  [/^(bank|bank_name)$/, '中国工商银行'],
  [/^rtp_exact$/, '15092/15625'],
  [/_percent$|^odds$|^max_win$/, '96.59'],
  [/^(deposit_no|out_trade_no|bet_id|ref|.*_no|.*_id)$/, 'T2026071800000001'],
  [/game_?code|^games$/, 'lobby'],
  [/_at$|^(from|until|to|at|.*_from|.*_until|usetime|server_time)$/, '2026-07-18 12:00:00'],
  [/day$|_on$|^(date|from|to|until|played|start_time|end_time)$/, '2026-07-18'],
  [/month/, '2026-07'],
  [/^role$/, 'support'],
  [/address|^allowed$/, '203.0.113.7'],
  [/url$|^src$/, 'https://example.com/'],
  [/^(pic|ico|avatar|banner|image|.*_img)$/, '/pictures/example.webp'],
  [/^remark$|reason$|note$/, 'checked'],
]

/** Payloads that the sandbox takes as they are; the contract's schema must accept them too. */
const PAYLOADS: Record<string, unknown> = {
  'POST /api/login': { name: 'demo888', password: 'demo888', code: '8888' },
  'POST /api/register': {
    name: 'example1',
    password: 'secret1',
    confirmPass: 'secret1',
    realname: '张三',
    paypassword: '888888',
    code: '8888',
    pid: '',
  },
  'POST /api/getPayRange': { type: 'card' },
  'POST /api/gamelistBycode': { gamecode: 'fgdz' },
  'GET /api/game/list': { category: 'concise' },
  'POST /api/withdraw': { amount: '100.00', bank: 1, password: '888888' },
  'POST /api/console/login': { name: 'admin', password: 'admin888' },
  launch: {
    player: '10001',
    game_code: '',
    lobby_url: 'https://example.com/',
    lang: 'zh-CN',
  },
}

/** For patterns that no name suggests a text for. */
const BY_PATTERN = [
  'text',
  '2026-07-18 12:00:00',
  '2026-07-18',
  '2026-07',
  '1',
  'a1',
  'A-1',
  'zh-CN',
  'q7Zk1xV0T9bLw3Ye',
  '/pictures/example.webp',
]
const BY_FORMAT: Record<string, string> = {
  'date-time': '2026-07-18T04:00:00Z',
  date: '2026-07-18',
  uri: 'https://example.com/',
}
const NUMBERS: Record<string, number> = { per_page: 10, percent: 0.5, rebate_percent: 0.5 }

function textFor({ format, pattern = '', maxLength = Infinity }: Schema, name: string): string {
  const formatted = BY_FORMAT[format ?? '']
  if (formatted) return formatted
  const allowed = new RegExp(pattern, 'u')
  const named = BY_NAME.filter(([names]) => names.test(name)).map(([, value]) => value)
  const found = [...named, ...BY_PATTERN].find(
    text => text.length <= maxLength && allowed.test(text),
  )
  if (found === undefined) throw new Error(`no example text for ${name}: ${pattern}`)
  return found
}

function numberFor(schema: Schema, name: string, type: 'integer' | 'number'): number {
  const { minimum = -Infinity, maximum = Infinity } = schema
  const usual = NUMBERS[name] ?? (type === 'integer' ? 1 : 100)
  return Math.min(maximum, Math.max(minimum, usual))
}

const isArray = ({ type, items }: Schema) =>
  items !== undefined || typesOf({ type }).includes('array')
const typesOf = ({ type }: Pick<Schema, 'type'>) => [type ?? []].flat()

const listFor = ({ items, prefixItems }: Schema, name: string, value: Again) => {
  if (prefixItems) return prefixItems.map(each => value(each, name))
  return items ? [value(items, name)] : []
}

/** One entry under the first key that the schema allows. */
function recordFor({ propertyNames, additionalProperties }: Schema, value: Again): Json {
  if (!additionalProperties) return {}
  const [key] = propertyNames?.enum ?? []
  return { [typeof key === 'string' ? key : 'key']: value(additionalProperties, '') }
}

const fieldsFor = (properties: Record<string, Schema>, value: Again): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([field, child]) => [field, value(child, field)]),
  )

/** The value of a schema that names its JSON type only; an integer may also be called a number. */
function plainFor(schema: Schema, name: string): unknown {
  const types = typesOf(schema)
  if (types.includes('boolean')) return true
  if (types.includes('integer')) return numberFor(schema, name, 'integer')
  if (types.includes('string')) return textFor(schema, name)
  if (types.includes('number')) return numberFor(schema, name, 'number')
  return types.includes('null') ? null : 'text'
}

type Again = (schema: Schema, name: string) => unknown

/** A small value that fits the schema; references are looked up in `components`. */
function exampleOf(schema: Schema, components: Json, name = ''): unknown {
  const value: Again = (next, as) => exampleOf(next, components, as)
  const { $ref, anyOf, properties } = schema
  if ($ref) return value(components[$ref.slice($ref.lastIndexOf('/') + 1)] as Schema, name)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum.find(each => each !== '')
  const present = anyOf?.find(({ type }) => type !== 'null')
  if (present) return value(present, name)
  if (properties) return fieldsFor(properties, value)
  if (isArray(schema)) return listFor(schema, name, value)
  if (typesOf(schema).includes('object')) return recordFor(schema, value)
  return plainFor(schema, name)
}

/** The value, then the value without one or two of its fields. */
function* smaller(value: unknown): Generator<unknown> {
  yield value
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return
  const without = (...gone: string[]) =>
    Object.fromEntries(Object.entries(value).filter(([field]) => !gone.includes(field)))
  const fields = Object.keys(value)
  for (const field of fields) yield without(field)
  for (const [n, field] of fields.entries())
    for (const other of fields.slice(n + 1)) yield without(field, other)
}

/** The largest example that the contract accepts. */
export function acceptedExample(
  what: string,
  zodSchema: z.ZodType,
  schema: Json,
  components: Json,
): unknown {
  const whole = PAYLOADS[what] ?? exampleOf(schema as Schema, components)
  for (const value of smaller(whole)) if (zodSchema.safeParse(value).success) return value
  const { error } = zodSchema.safeParse(whole)
  throw new Error(
    `${what}: no example that its schema accepts; add a hint to tooling/openapi/examples.ts. ${String(error)}`,
  )
}
