// What `bench -- calls` sends to each member call, where the schema alone does not say it.
import { calls, type Call, type CallName } from '@tianping/contract'
import { z } from 'zod'
import { PASSWORD } from './callSite.ts'

type Json = { type?: string; enum?: unknown[]; const?: unknown; anyOf?: Json[]; minimum?: number }

/** Payloads by which a call does its usual work; `n` differs from request to request. */
const usual: Partial<Record<CallName, (n: number) => object>> = {
  'POST /api/login': n => ({ name: `bench${n % 32}`, password: PASSWORD, code: 'x' }),
  'POST /api/gettransrecord': () => ({ type: 1, date: 4 }),
  'POST /api/betrecord': () => ({ date: 4 }),
  'POST /api/transfer': () => ({ sourcetype: 'userbalance', targettype: 'FG', amount: '1' }),
  'POST /api/money/bring': () => ({ plat_name: 'FG', amount: '1' }),
  'POST /api/money/before': () => ({ plat_name: 'FG' }),
  'POST /api/recharge': () => ({ paytype: 'alipay', amount: '100' }),
  'POST /api/getGameUrl': () => ({ plat_name: 'FG' }),
  'POST /api/article': () => ({ type: 1 }),
  'POST /api/search': () => ({ q: '百家' }),
  'POST /api/getcard': () => ({ type: 1 }),
  'POST /api/uptransferstatus': () => ({ transferstatus: 0 }),
  'POST /api/onboarding/show': () => ({ show: 1 }),
  'POST /api/getPayRange': () => ({ paytype: 'alipay' }),
  'POST /api/outcome': () => ({ key: 'bench-no-such-key' }),
  'POST /api/activitydeatil': () => ({ id: 1 }),
}

/** Calls after which a member's session or account is no longer what it was. */
const ENDING =
  /Password|exclude|timeout|closing\/ask|sessions\/end|protection\/(limit|return|earlier)|safety\/.*(remove|begin|confirm|recovery|ask)|recover$/
/** Calls that end the session itself. */
const LAST = /\/logoff$/

/** When a call is sent: those that change nothing first, 0; those that end the session last, 2. */
export function rankOf(name: string): 0 | 1 | 2 {
  if (LAST.test(name)) return 2
  return ENDING.test(name) ? 1 : 0
}

function simple(schema: Json): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const first = schema.anyOf?.[0]
  if (first) return simple(first)
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  return { boolean: true, array: [], object: {} }[schema.type ?? ''] ?? '1'
}

/** The least that the schema takes. */
function leastOf({ takes }: Call): object {
  const { properties = {}, required = [] } = z.toJSONSchema(takes, {
    io: 'input',
    unrepresentable: 'any',
  }) as { properties?: Record<string, Json>; required?: string[] }
  return Object.fromEntries(required.map(name => [name, simple(properties[name] ?? {})]))
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1')
const BOUNDARY = 'bench'
const form =
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n` +
  `content-type: image/png\r\n\r\n${PICTURE}\r\n--${BOUNDARY}--\r\n`

export type Sent = { method: 'GET' | 'POST'; path: string; body: string; type?: string }

/** The request of a call; its payload may differ from one to the next. */
export function sentTo(name: CallName): (n: number) => Sent {
  const spec: Call = calls[name]
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  const url = path.replace(':code', 'FG')
  if (spec.upload)
    return () => ({
      method,
      path: url,
      body: form,
      type: `multipart/form-data; boundary=${BOUNDARY}`,
    })
  const bodyOf = usual[name] ?? (() => leastOf(spec))
  const least = usual[name] ? '' : JSON.stringify(bodyOf(0))
  return n => ({ method, path: url, body: least || JSON.stringify(bodyOf(n)) })
}
