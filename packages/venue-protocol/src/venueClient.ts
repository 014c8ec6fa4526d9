import type { LookupFunction } from 'node:net'
import { calls, envelope, type VenueAnswer, type VenueCallName, type VenueInput } from './calls.ts'
import { isDefinite } from './errors.ts'
import {
  ExchangeError,
  httpExchange,
  type Exchange,
  type ExchangeFault,
  type HttpAnswer,
} from './exchange.ts'
import {
  HEADERS,
  newNonce,
  responseAction,
  signatureMatches,
  signatureOf,
  type VenueKey,
} from './signature.ts'
import { targetOf } from './target.ts'

export type UnknownReason =
  | ExchangeFault
  | 'server_error'
  | 'bad_signature'
  | 'bad_json'
  | 'bad_answer'
  | 'not_accepted'
  /** Not asked at all: the venue is left alone for a while, or nothing connects to it. */
  | 'resting'
  | 'not_connected'

/**
 * What is known after a call. `refused` is certain: the venue signed that nothing happened.
 * `unknown` is not: the effect may stand, be under way or never come, and only a later question
 * with the same ref tells.
 */
export type VenueOutcome<T> =
  | { kind: 'ok'; data: T; requestId: string }
  | { kind: 'refused'; code: number; message: string; requestId: string }
  | { kind: 'unknown'; reason: UnknownReason; detail: string }

export type VenueClient = {
  [N in VenueCallName]: (input: VenueInput<N>) => Promise<VenueOutcome<VenueAnswer<N>>>
} & {
  /** Closes the kept-alive connections. */
  close(): void
}

export type VenueClientOptions = {
  /** `https://venue.example/venues/FG`, without the `/v1`. */
  baseUrl: string
  merchant: string
  /**
   * The first signs. A venue that does not know it, as while keys rotate, is asked again with the
   * next: a request that was refused for its signature had no effect, and keeps its ref.
   */
  keys: readonly [VenueKey, ...VenueKey[]]
  connectTimeoutMs?: number
  timeoutMs?: number
  /** Resolves the venue's name instead of the system's resolver. */
  lookup?: LookupFunction | undefined
  /** Milliseconds since 1970. */
  clock?: () => number
  /** Called for each answer that does not prove to be the venue's. */
  onUnsigned?: () => void
  /** Called as each call begins. */
  watch?: VenueWatch
}

/** Hears of a call: what it adds to the headers, and what is called with its outcome. */
export type VenueWatch = (name: VenueCallName) => {
  headers: Record<string, string>
  ended(outcome: VenueOutcome<unknown>): void
}

/**
 * The typed client of protocol v1. It never throws for what the venue or the network does, and
 * never retries by itself.
 */
export function venueClient(options: VenueClientOptions): VenueClient {
  const {
    baseUrl,
    merchant,
    keys: [firstKey, ...otherKeys],
    connectTimeoutMs = 2_000,
    timeoutMs = 8_000,
    clock = Date.now,
    lookup,
    onUnsigned,
    watch,
  } = options
  const exchange = httpExchange({ connectTimeoutMs, timeoutMs, lookup })
  const send = sender({ baseUrl, merchant, clock, exchange })
  const ask = async (
    name: VenueCallName,
    input: Record<string, unknown>,
    added: Record<string, string>,
  ): Promise<VenueOutcome<unknown>> => {
    try {
      let asked = await send(firstKey, name, input, added)
      for (const key of otherKeys) {
        if (asked.answer.status !== KEY_REFUSED || signedByVenue(asked.answer, asked)) break
        asked = await send(key, name, input, added)
      }
      const outcome = read(name, asked.answer, asked)
      if (outcome.kind === 'unknown' && outcome.reason === 'bad_signature') onUnsigned?.()
      return outcome
    } catch (error) {
      if (error instanceof ExchangeError)
        return { kind: 'unknown', reason: error.fault, detail: error.message }
      throw error
    }
  }
  const watched = async (name: VenueCallName, input: Record<string, unknown>) => {
    const watching = watch?.(name)
    const outcome = await ask(name, input, watching?.headers ?? {})
    watching?.ended(outcome)
    return outcome
  }
  const named = Object.keys(calls).map(name => [
    name,
    (input: Record<string, unknown>) => watched(name as VenueCallName, input),
  ])
  return { ...Object.fromEntries(named), close: () => exchange.close() } as VenueClient
}

type Sending = Required<Pick<VenueClientOptions, 'baseUrl' | 'merchant' | 'clock'>> & {
  exchange: Exchange
}

/** Signs one request with a key and sends it. */
const sender =
  ({ baseUrl, merchant, clock, exchange }: Sending) =>
  async (
    key: VenueKey,
    name: VenueCallName,
    input: Record<string, unknown>,
    added: Record<string, string>,
  ): Promise<Asked & { answer: HttpAnswer }> => {
    const { method } = calls[name]
    const { path, body } = targetOf(calls[name], input)
    const url = new URL(baseUrl.replace(/\/$/, '') + path)
    const target = url.pathname + url.search
    const timestampMs = String(clock())
    const nonce = newNonce()
    const signed = { action: method, target, timestampMs, nonce, body }
    const headers = {
      ...added,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      [HEADERS.merchant]: merchant,
      [HEADERS.keyId]: key.id,
      [HEADERS.timestamp]: timestampMs,
      [HEADERS.nonce]: nonce,
      [HEADERS.signature]: signatureOf(key.secret, signed),
    }
    const answer = await exchange(method, url, headers, body)
    return { method, target, nonce, key, answer }
  }

/** What a venue answers, unsigned, to a request under a key that it does not know. */
const KEY_REFUSED = 401

type Asked = { method: string; target: string; nonce: string; key: VenueKey }

/** Judges an answer: first whose it is, then what it says. */
function read(name: VenueCallName, answer: HttpAnswer, asked: Asked): VenueOutcome<unknown> {
  const unknown = (reason: UnknownReason, detail: string) =>
    ({ kind: 'unknown', reason, detail }) as const
  if (answer.status >= 500) return unknown('server_error', `HTTP ${answer.status}`)
  if (!signedByVenue(answer, asked))
    return unknown('bad_signature', `HTTP ${answer.status} without a valid signature`)
  const said = envelope.safeParse(json(answer.body))
  if (!said.success) return unknown('bad_json', 'not an envelope')
  const { code, message, data, request_id: requestId } = said.data
  if (isDefinite(code)) return { kind: 'refused', code, message, requestId }
  if (code !== 0) return unknown('not_accepted', `${code} ${message}`)
  const parsed = calls[name].answer.safeParse(data)
  if (!parsed.success)
    return unknown('bad_answer', parsed.error.issues[0]?.message ?? 'unreadable data')
  return { kind: 'ok', data: parsed.data, requestId }
}

/**
 * The nonce must be the request's own, so that no older answer of the venue passes for this one.
 */
function signedByVenue(answer: HttpAnswer, { method, target, nonce, key }: Asked): boolean {
  const header = (name: string) => String(answer.headers[name] ?? '')
  if (header(HEADERS.nonce) !== nonce || header(HEADERS.keyId) !== key.id) return false
  const signed = {
    action: responseAction(answer.status, method),
    target,
    timestampMs: header(HEADERS.timestamp),
    nonce,
    body: answer.body,
  }
  return signatureMatches(key.secret, signed, header(HEADERS.signature))
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
