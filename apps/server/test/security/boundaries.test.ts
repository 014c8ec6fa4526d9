// Every call of the contract with every field at the edges of its type, and of other types.
import { calls, type Call } from '@tianping/contract'
import { consoleCalls } from '@tianping/contract/console'
import { describe, expect, test } from 'vitest'
import { acceptedExample } from '../../../../tooling/openapi/examples.ts'
import { schemaOf, type Json } from '../../../../tooling/openapi/schemas.ts'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk } from '../console/support.ts'

const { site, clock } = await openCashier()
/** So that a call's throttle lets most of its payloads through. */
const PACE_MS = 20_000

const EDGES = [2 ** 15 - 1, 2 ** 31 - 1, Number.MAX_SAFE_INTEGER]
const INTEGERS = EDGES.flatMap<unknown>(edge => [edge, edge + 1, -edge - 2]).concat(
  [0, -1, 1.5, 1e308],
  ['', '-1', '32768', '2147483648', '999999999999999', '9223372036854775808', '1e9'],
)
const TEXTS: unknown[] = ['', ' ', '0', '-1', '0.01', '1e400', '2147483648'].concat(
  ['9223372036854775808', '92233720368547758.08', '%', "'", '\\', '\0', '\ud800', '\u202e天平'],
  [
    '0000-00-00',
    '0000-01-01',
    '9999-12-31',
    '2026-02-30',
    '2026-13',
    '9999-12',
    '0001-01-01 00:00',
  ],
  ['9999-12-31 23:59', 'x'.repeat(20_000), '&'.repeat(15_000)],
)
const OTHERS = [2 ** 31, null, true, [], {}, ['x'], [2 ** 31], { x: 1 }]

type Fields = Record<string, unknown>

function valuesFor({ type }: Json): unknown[] {
  const types = [type].flat()
  if (types.includes('integer')) return [...INTEGERS, ...OTHERS]
  return types.includes('string') ? [...TEXTS, ...OTHERS] : [...INTEGERS, ...TEXTS, ...OTHERS]
}

/**
 * What gets through to the call, and of what the contract refuses one of each type: all others are
 * refused the same way, before anything of the call runs.
 */
function telling({ takes }: Call, field: string, bodies: Fields[]): Fields[] {
  const refused = new Set<string>()
  return bodies.filter(body => {
    if (takes.safeParse(body).success) return true
    const type = typeof body[field]
    return !refused.has(type) && refused.add(type)
  })
}

/** A payload that the contract accepts, then ones that differ from it in a single field. */
function payloads(name: string, spec: Call): Fields[] {
  const components: Json = {}
  const schema = schemaOf(spec.takes, 'input', components)
  const accepted = acceptedExample(name, spec.takes, schema, components) as Fields
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  return [
    accepted,
    ...fields.flatMap(([field, type]) => {
      const bodies = valuesFor(type).map(value => ({ ...accepted, [field]: value }))
      return telling(spec, field, bodies)
    }),
  ]
}

const asQuery = (body: Fields) =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      field,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

type Said = { statusCode: number; body: string }
const codeOf = ({ body }: Said) => (JSON.parse(body) as { code: number }).code
/** 502 tells of the venue of this test, where nobody listens. */
const isFailure = (said: Said) =>
  said.statusCode >= 500 || (codeOf(said) >= 500 && codeOf(said) !== 502)

/** Sends each payload; answers the ones that broke the call, with what it said. */
async function breaking(
  name: string,
  spec: Call,
  send: (body: Fields) => Promise<Said>,
  enter: () => Promise<void>,
) {
  const failures: string[] = []
  for (const body of payloads(name, spec)) {
    const said = await send(body)
    if (isFailure(said)) failures.push(`${JSON.stringify(body).slice(0, 300)}: ${said.body}`)
    if (codeOf(said) === 401) await enter()
    clock.advance(PACE_MS)
  }
  return failures
}

let token = ''
const enterAsMember = async () => {
  token = (await site.member()).token
}
await enterAsMember()

let cookie = ''
const enterAsAdmin = async () => {
  cookie = (await desk(site, 'admin')).cookie
}
await enterAsAdmin()

const memberCalls = Object.entries<Call>(calls).filter(([, spec]) => !spec.upload)
const asAddress = (n: number) => [10, n >> 16, n >> 8, n].map(part => part & 255).join('.')

describe('no value of any field breaks a call', () => {
  let sent = 0
  const send = (name: string) => (body: Fields) => {
    const [method, url] = name.split(' ') as ['GET' | 'POST', string]
    return site.app.inject({
      method,
      url,
      ...(method === 'GET' ? { query: asQuery(body) } : { payload: body }),
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': asAddress(++sent) },
    })
  }
  test.each(memberCalls)('%s', async (name, spec) => {
    expect(await breaking(name, spec, send(name), enterAsMember)).toEqual([])
  })
  test.each(Object.entries<Call>(consoleCalls))('%s', async (name, spec) => {
    const call = (body: Fields) => consoleCall(site, name, body, { cookie })
    expect(await breaking(name, spec, call, enterAsAdmin)).toEqual([])
  })
})
