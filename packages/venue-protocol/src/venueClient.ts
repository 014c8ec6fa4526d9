import { calls, envelope, type VenueAnswer, type VenueCallName, type VenueInput } from './calls.ts'
import { isDefinite } from './errors.ts'
import { ExchangeError, httpExchange, type ExchangeFault, type HttpAnswer } from './exchange.ts'
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
   * The first signs; an answer is taken under the key that signed its request. A second one waits
   * for its rotation.
   */
  keys: readonly [VenueKey, ...VenueKey[]]
  connectTimeoutMs?: number
  timeoutMs?: number
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
    keys: [key],
    connectTimeoutMs = 2_000,
    timeoutMs = 8_000,
    clock = Date.now,
    onUnsigned,
    watch,
  } = options
  const exchange = httpExchange({ connectTimeoutMs, timeoutMs })
  const ask = async (
    name: VenueCallName,
    input: Record<string, unknown>,
    added: Record<string, string>,
  ): Promise<VenueOutcome<unknown>> => {
    const { method } = calls[name]
    const { path, body } = targetOf(calls[name], input)
    const url = new URL(baseUrl.replace(/\/$/, '') + path)
    const target = url.pathname + url.search
    const timestampMs = String(clock())
    const nonce = newNonce()
    try {
      const answer = await exchange(
        method,
        url,
        {
          ...added,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          [HEADERS.merchant]: merchant,
          [HEADERS.keyId]: key.id,
          [HEADERS.timestamp]: timestampMs,
          [HEADERS.nonce]: nonce,
          [HEADERS.signature]: signatureOf(key.secret, {
            action: method,
            target,
            timestampMs,
            nonce,
            body,
          }),
        },
        body,
      )
      const outcome = read(name, answer, { method, target, nonce, key })
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
