// The kit as a venue: an operator connects it like any other one. It notes each request, keeps the
// protocol, and breaks the line where a case asks for it.
import {
  calls,
  HEADERS,
  responseAction,
  signatureMatches,
  signatureOf,
  toWire,
  VENUE_ERRORS,
  VenueRefusal,
  type VenueCallName,
} from '@tianping/venue-protocol'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from '../exchange.ts'
import { answersOf } from './answers.ts'
import { Book } from './book.ts'

/** What happens to the next transfer, after it was done or instead of it. */
export const faults = [
  'dropped before it was done',
  'dropped after it was done',
  'answered with 500 after it was done',
  'answered with half of the JSON',
  'answered with a wrong signature',
  'answered with the nonce of another request',
  'answered unsigned with 401',
  'answered with maintenance, and not done',
] as const
export type Fault = (typeof faults)[number]
const undone: readonly Fault[] = [
  'dropped before it was done',
  'answered with maintenance, and not done',
  'answered unsigned with 401',
]

export type Heard = {
  name: VenueCallName
  input: Record<string, unknown>
  /** Whether a signed final answer about the call went out. */
  told: boolean
  exchange: Exchange
}

type Key = { merchant: string; keyId: string; secret: string }
type Said = { status: number; body: string; headers: Record<string, string> }

const WINDOW_MS = 60_000

/** The fields in a path of the protocol, `/v1/players/:player`; null for another path. */
function fieldsIn(path: string, pattern: string): Record<string, string> | null {
  const [given, wanted] = [path.split('/'), pattern.split('/')]
  const fits = given.length === wanted.length
  if (!fits || wanted.some((part, n) => !part.startsWith(':') && part !== given[n])) return null
  const named = wanted.map((part, n) => [part.slice(1), decodeURIComponent(given[n] ?? '')])
  return Object.fromEntries(named.filter((_, n) => wanted[n]?.startsWith(':')))
}

function routeOf(method: string, path: string) {
  for (const [name, call] of Object.entries(calls)) {
    const fields = method === call.method ? fieldsIn(path, call.path) : null
    if (fields) return { name: name as VenueCallName, fields }
  }
  return null
}

export class KitVenue {
  readonly book = new Book()
  readonly heard: Heard[] = []
  /** Broken rules of the line: signatures, clocks, nonces, shapes. */
  readonly broken: string[] = []
  next: Fault | null = null
  url = ''
  private readonly nonces = new Set<string>()
  private readonly key: Key
  private readonly server: Server

  constructor(key: Key) {
    this.key = key
    this.server = createServer((request, to) => {
      this.serve(request, to).catch(() => to.destroy())
    })
  }

  async listen(host: string, port: number) {
    await new Promise<void>(done => this.server.listen(port, host, done))
    const bound = this.server.address() as AddressInfo
    this.url = `http://${host}:${bound.port}/kit`
  }

  close() {
    this.server.closeAllConnections()
    return new Promise<void>(done => this.server.close(() => done()))
  }

  private async serve(request: IncomingMessage, to: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const body = Buffer.concat(parts).toString('utf8')
    const asked = { method: request.method ?? '', url: request.url ?? '', body }
    if (!asked.url.startsWith('/kit/v1/')) return void to.writeHead(200).end('The kit as a venue.')
    const wrong = this.wrongOf(request, asked)
    if (wrong !== null) {
      this.broken.push(`${asked.method} ${asked.url}: ${wrong}`)
      return this.send(request, to, this.refusal(1001))
    }
    await this.call(request, to, asked)
  }

  /** The first rule of a signed request that this one breaks. */
  private wrongOf({ headers }: IncomingMessage, asked: Exchange['request'] | Asked): string | null {
    const header = (name: string) => String(headers[name] ?? '')
    const [timestampMs, nonce] = [header(HEADERS.timestamp), header(HEADERS.nonce)]
    const signed = {
      action: asked.method,
      target: asked.url,
      timestampMs,
      nonce,
      body: asked.body,
    }
    const off = Math.abs(Date.now() - Number(timestampMs))
    const rules: [string, boolean][] = [
      ['the merchant is another one', header(HEADERS.merchant) !== this.key.merchant],
      ['the key is another one', header(HEADERS.keyId) !== this.key.keyId],
      ['the nonce is not 32 hex digits', !/^[0-9a-f]{32}$/.test(nonce)],
      [
        'the signature is wrong',
        !signatureMatches(this.key.secret, signed, header(HEADERS.signature)),
      ],
      ['the timestamp is more than 60 s off', !(off <= WINDOW_MS)],
      ['the nonce was used before', this.nonces.has(nonce)],
    ]
    this.nonces.add(nonce)
    return rules.find(([, broken]) => broken)?.[0] ?? null
  }

  private async call(request: IncomingMessage, to: ServerResponse, asked: Asked) {
    const url = new URL(asked.url, 'http://kit')
    const path = url.pathname.slice('/kit'.length)
    const route = routeOf(asked.method, path)
    if (!route) return this.send(request, to, this.refusal(2000, 404))
    const { name, fields } = route
    const read = calls[name].input.safeParse({
      ...Object.fromEntries(url.searchParams),
      ...jsonOf(asked.body),
      ...fields,
    })
    if (!read.success) {
      this.broken.push(`${asked.method} ${asked.url}: ${read.error.issues[0]?.message}`)
      return this.send(request, to, this.refusal(2000))
    }
    const fault = name === 'transfer' ? this.next : null
    if (fault) this.next = null
    const said = fault && undone.includes(fault) ? this.refusal(5003) : this.answer(name, read.data)
    const told = fault === null && said.status < 500
    const exchange = exchangeOf(request, asked, said, fault)
    this.heard.push({ name, input: read.data as Heard['input'], told, exchange })
    return this.send(request, to, said, fault)
  }

  private answer(name: VenueCallName, input: object): Said {
    try {
      const data = (answersOf(this)[name] as (input: object) => unknown)(input)
      return said(200, { code: 0, message: 'ok', data })
    } catch (error) {
      if (error instanceof VenueRefusal) return this.refusal(error.code)
      throw error
    }
  }

  private refusal(
    code: keyof typeof VENUE_ERRORS,
    status: number = VENUE_ERRORS[code].status,
  ): Said {
    return said(status, { code, message: VENUE_ERRORS[code].message, data: null })
  }

  private send(
    request: IncomingMessage,
    to: ServerResponse,
    { status, body }: Said,
    fault: Fault | null = null,
  ) {
    if (fault?.startsWith('dropped')) return void request.socket.destroy()
    const broken = {
      'answered with 500 after it was done': 500,
      'answered unsigned with 401': 401,
    }
    const code = broken[fault as keyof typeof broken] ?? status
    const text = fault === 'answered with half of the JSON' ? body.slice(0, body.length / 2) : body
    to.writeHead(code, {
      'content-type': 'application/json',
      ...(fault === 'answered unsigned with 401' ? {} : this.signed(request, code, text, fault)),
    }).end(text)
  }

  private signed(request: IncomingMessage, status: number, body: string, fault: Fault | null) {
    const [timestampMs, given] = [String(Date.now()), String(request.headers[HEADERS.nonce])]
    const foreign = fault === 'answered with the nonce of another request'
    const nonce = foreign ? given.split('').toReversed().join('') : given
    const signature = signatureOf(this.key.secret, {
      action: responseAction(status, request.method ?? ''),
      target: request.url ?? '',
      timestampMs,
      nonce,
      body,
    })
    return {
      [HEADERS.keyId]: this.key.keyId,
      [HEADERS.timestamp]: timestampMs,
      [HEADERS.nonce]: nonce,
      [HEADERS.signature]: fault === 'answered with a wrong signature' ? '0'.repeat(64) : signature,
    }
  }
}

type Asked = { method: string; url: string; body: string }

const said = (status: number, envelope: object): Said => ({
  status,
  headers: {},
  body: toWire({ ...envelope, request_id: `kit-${Date.now()}` }),
})

function jsonOf(body: string): object {
  try {
    return body === '' ? {} : (JSON.parse(body) as object)
  } catch {
    return {}
  }
}

const exchangeOf = (
  { headers }: IncomingMessage,
  { method, url, body }: Asked,
  answer: Said,
  fault: Fault | null,
): Exchange => ({
  request: { method, url, headers: headers as Record<string, string>, body },
  answer: fault?.startsWith('dropped') ? null : { ...answer, headers: {} },
  broken: fault,
  signed: true,
  ms: 0,
})
