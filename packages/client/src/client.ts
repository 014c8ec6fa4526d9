import type { Answer, CallName, Given, Sent } from '@tianping/contract'

/** What a call takes; one that brings a file takes it as `file`. */
export type PayloadOf<N extends CallName> = unknown extends Sent<N> ? { file: Blob } : Sent<N>

/** The server refused the call: it had no effect. `message` is for the user, in Chinese. */
export class Refused extends Error {
  readonly call: CallName
  /** 400 payload or rule, 401 session over, 403 not allowed, 409 state changed, 429 too often. */
  readonly code: number
  /** Which refusal it is, `withdrawal.below_minimum`; the sentence of `message` may change. */
  readonly reason: string
  /** Why, where the server says so: `{ field }`, `{ fields }` or `{ why }`. */
  readonly data: unknown
  constructor(call: CallName, { code, message, data }: Answer<unknown>, reason: string) {
    super(message)
    this.name = 'Refused'
    this.call = call
    this.code = code
    this.reason = reason
    this.data = data
  }
}

/**
 * No definite answer: the connection broke, or the server failed. The call may have taken effect.
 * Repeat it with the same idempotency key to learn the outcome.
 */
export class OutcomeUnknown extends Error {
  readonly call: CallName
  /** 0 when there was no HTTP answer at all. */
  readonly status: number
  constructor(call: CallName, status: number, cause?: unknown) {
    super(`${call}: no definite answer (HTTP ${status})`, { cause })
    this.name = 'OutcomeUnknown'
    this.call = call
    this.status = status
  }
}

export type ClientOptions = {
  /** Origin of the site, `https://site.example`. */
  baseUrl: string
  /** `api_token` of a log-in; a function is asked at every call. */
  token?: string | (() => string | null | undefined)
  fetch?: typeof fetch
}
export type CallOptions = {
  /** 8 to 64 of `A-Z a-z 0-9 _ -`. The call takes effect once per key. */
  idempotencyKey?: string
  signal?: AbortSignal
}
export type Client = {
  call<N extends CallName>(name: N, payload: PayloadOf<N>, options?: CallOptions): Promise<Given<N>>
}

/** Path fields filled in; the others in the query of a GET, a form with a file, or JSON. */
function requestOf(name: CallName, payload: Record<string, unknown>) {
  const [method, path] = name.split(' ') as [string, string]
  const rest = { ...payload }
  const target = path.replace(/:(\w+)/g, (_all, field: string) => {
    const value = rest[field] as string | number | undefined
    delete rest[field]
    return encodeURIComponent(value ?? '')
  })
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined)
  if (method === 'GET') {
    const query = new URLSearchParams(fields.map(([field, value]) => [field, String(value)]))
    return { method, target: query.size > 0 ? `${target}?${query}` : target, headers: {} }
  }
  if (rest['file'] instanceof Blob) {
    const body = new FormData()
    body.append('file', rest['file'])
    return { method, target, headers: {}, body }
  }
  const headers = { 'content-type': 'application/json' }
  return { method, target, headers, body: JSON.stringify(rest) }
}

const isAnswer = (value: unknown): value is Answer<unknown> =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value

/** A client of the member API. It makes one HTTP request per call and retries nothing. */
export function createClient({ baseUrl, token, fetch: ask = fetch }: ClientOptions): Client {
  const origin = baseUrl.replace(/\/+$/, '')
  return {
    async call(name, payload, { idempotencyKey, signal } = {}) {
      const { target, headers, ...request } = requestOf(name, payload as Record<string, unknown>)
      const session = typeof token === 'function' ? token() : token
      const sent = new Headers(headers)
      if (session) sent.set('authorization', `Bearer ${session}`)
      if (idempotencyKey) sent.set('idempotency-key', idempotencyKey)
      let status = 0
      let said: unknown
      let reason = ''
      try {
        const response = await ask(`${origin}${target}`, {
          ...request,
          headers: sent,
          ...(signal ? { signal } : {}),
        })
        status = response.status
        reason = response.headers.get('x-refusal') ?? ''
        said = await response.json()
      } catch (cause) {
        throw new OutcomeUnknown(name, status, cause)
      }
      if (status >= 500 || !isAnswer(said)) throw new OutcomeUnknown(name, status)
      if (said.code !== 200) throw new Refused(name, said, reason)
      return said.data as Given<typeof name>
    },
  }
}
