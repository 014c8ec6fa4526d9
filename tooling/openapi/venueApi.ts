// The document of venue protocol v1.
import {
  calls,
  HEADERS,
  NONCE_MEMORY_MS,
  TIMESTAMP_WINDOW_MS,
  VENUE_CODES,
  VENUE_ERRORS,
} from '@tianping/venue-protocol'
import type { z } from 'zod'
import { found } from './found.ts'
import { commentsIn, type Docs } from './comments.ts'
import { carried, describeFields, documentOf, templateOf, type Placed } from './document.ts'
import { acceptedExample } from './examples.ts'
import { titleOf } from './names.ts'
import { schemaOf, type Json } from './schemas.ts'

const TEXT = `How the platform and a game venue talk: a transfer wallet, a launch and a feed of bets. Requests and answers are signed with HMAC-SHA256; docs/venue-protocol.md defines the signature, retries and the outcome of a call. Money is an integer number of fen (0.01 yuan).`

const TAGS: [name: string, description: string][] = [
  ['players', 'Players, their wallets and sessions.'],
  ['balances', 'Wallets of several players.'],
  ['transfers', 'Money into and out of wallets, at most once per ref.'],
  ['launch', 'Opening a game or the lobby.'],
  ['games', 'What can be played.'],
  ['bets', 'The feed of bets.'],
  ['statement', 'Control totals.'],
  ['health', 'Liveness.'],
]

const SIGNED: Record<keyof typeof HEADERS, string> = {
  merchant: "The merchant's name.",
  keyId: "Which of the merchant's live keys signed.",
  timestamp: `Milliseconds since 1970, within ${TIMESTAMP_WINDOW_MS / 1_000} s of the venue's clock.`,
  nonce: `32 lower-case hex digits, new for every request; remembered for ${NONCE_MEMORY_MS / 1_000} s.`,
  signature:
    'hex(HMAC-SHA256(secret, METHOD \\n path?sorted query \\n timestamp \\n nonce \\n hex(SHA-256(body)))).',
}
const answerHeaders = Object.fromEntries(
  (['keyId', 'timestamp', 'nonce', 'signature'] as const).map(name => [
    HEADERS[name],
    { description: 'Signs the answer.', schema: { type: 'string' } },
  ]),
)

const envelopeOf = (code: Json, data: Json): Json => ({
  type: 'object',
  properties: { code, message: { type: 'string' }, data, request_id: { type: 'string' } },
  required: ['code', 'message', 'data', 'request_id'],
})

type Failure = { code: number; status: number; message: string }
const failures: Failure[] = Object.entries(VENUE_ERRORS).map(([code, error]) => ({
  code: Number(code),
  ...error,
}))
const statuses = [...new Set(failures.map(({ status }) => status))]

/** One response per HTTP status, with the codes that come under it. */
const refusals = Object.fromEntries(
  statuses.map(status => {
    const those = failures.filter(each => each.status === status)
    const codes = those.map(each => each.code)
    const { code, message } = found(those[0], `failure of status ${status}`)
    return [
      `Refused${status}`,
      {
        description: `${those.map(each => `${each.code} ${each.message}`).join('; ')}.`,
        headers: answerHeaders,
        content: {
          'application/json': {
            schema: envelopeOf({ type: 'integer', enum: codes }, { type: 'null' }),
            example: { code, message, data: null, request_id: 'r-1' },
          },
        },
      },
    ]
  }),
)
const refused = Object.fromEntries(
  statuses.map(status => [String(status), { $ref: `#/components/responses/Refused${status}` }]),
)

type VenueCall = { method: string; path: string; input: z.ZodType; answer: z.ZodType }

function operationOf(name: string, spec: VenueCall, docs: Docs, components: Json): Placed {
  const { method, path } = spec
  const { template, names } = templateOf(path)
  const input = schemaOf(spec.input, 'input', components)
  // An answer's zod schema turns JSON integers into bigint: its input is what travels.
  const answer = schemaOf(spec.answer, 'input', components)
  const doc = docs.calls.get(name)
  if (doc) describeFields([input, answer], doc.fields)
  const example = acceptedExample(name, spec.input, input, components)
  const data = acceptedExample(`${name} answer`, spec.answer, answer, components)
  return {
    method,
    path: template,
    operation: {
      operationId: name,
      summary: titleOf(name),
      ...(doc?.text ? { description: doc.text } : {}),
      tags: [path.split('/')[2] ?? ''],
      ...carried(method, names, input, example),
      responses: {
        '200': {
          description: 'Done.',
          headers: answerHeaders,
          content: {
            'application/json': {
              schema: envelopeOf({ const: 0 }, answer),
              examples: {
                success: { value: { code: 0, message: 'ok', data, request_id: 'r-1' } },
              },
            },
          },
        },
        ...refused,
      },
    },
  }
}

/** Venue protocol v1: `calls` of packages/venue-protocol. */
export function venueDocument(): Json {
  const components: Json = {}
  const docs = commentsIn('packages/venue-protocol/src/calls.ts')
  const placed = Object.entries<VenueCall>(calls).map(([name, spec]) =>
    operationOf(name, spec, docs, components),
  )
  const document = documentOf('Tianping venue protocol v1', TEXT, placed, {
    servers: [
      { url: '/', description: 'The base URL of one venue.' },
      {
        url: '/venues/{venue}',
        description: "A venue at the sandbox venue's origin.",
        variables: { venue: { default: 'FG', enum: [...VENUE_CODES] } },
      },
    ],
    tags: TAGS,
    components: {
      schemas: components,
      responses: refusals,
      securitySchemes: Object.fromEntries(
        Object.entries(SIGNED).map(([name, description]) => [
          name,
          {
            type: 'apiKey',
            in: 'header',
            name: HEADERS[name as keyof typeof HEADERS],
            description,
          },
        ]),
      ),
    },
  })
  return {
    ...document,
    security: [Object.fromEntries(Object.keys(SIGNED).map(name => [name, []]))],
  }
}
