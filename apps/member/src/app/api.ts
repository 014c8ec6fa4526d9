import type { Answer, CallName, Given, Sent } from '@tianping/contract'
import type { RefusalCode } from '@tianping/contract/refusals'
import { baseUrl, currentToken } from './session.ts'

const timeoutMs = 30_000

/** The server answered with another code than 200; the message is for the member. */
export class Refused extends Error {
  code: number
  /** The session the call was made in, to tell a late answer from a present one. */
  token: string
  /**
   * False when the server failed rather than refused: whether the action was done is then unknown.
   */
  certain: boolean
  /** Which rule refused and by how much, when the server says so: `{field}`, `{rule, missing}`. */
  data: unknown
  /** The stable code of the sentence, such as `withdrawal.balance`; empty when none was sent. */
  reason: string
  constructor(
    code: number,
    message: string,
    token: string,
    certain: boolean,
    data: unknown = null,
    reason = '',
  ) {
    super(message)
    this.name = 'Refused'
    this.code = code
    this.token = token
    this.certain = certain
    this.data = data
    this.reason = reason
  }
}

/**
 * No answer came: no network, too late, or something that is no answer of ours. The outcome of a
 * action is unknown.
 */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('unreachable', { cause })
    this.name = 'Unreachable'
  }
}

/**
 * The member stopped waiting for an answer; the outcome of the action is unknown. `followed`: the
 * app goes on asking for it.
 */
export class Left extends Error {
  followed: boolean
  constructor(followed: boolean) {
    super('left')
    this.name = 'Left'
    this.followed = followed
  }
}
export const leftOf = (error: Error) =>
  error instanceof Unreachable && error.cause instanceof Left ? error.cause : null

/**
 * The server's words for the member; undefined when no answer came and there is nothing to quote.
 */
export const wordsOf = (error: Error | null): string | undefined =>
  error instanceof Refused ? error.message : undefined

/** Whether the server refused for this reason. */
export const refusedFor = (error: Error | null, reason: RefusalCode) =>
  error instanceof Refused && error.reason === reason

export type Success<N extends CallName> = { data: Given<N>; message: string }
export type Options = {
  /** Names one action of the member, so that sending it again does not do it again. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A name for one action: 32 random hex digits. (`crypto.randomUUID` is missing on plain http.) */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')

/**
 * The address and body of a call: `:code` is filled from the payload, GET carries it as a query.
 */
export function requestOf(
  name: string,
  payload: unknown,
): { method: string; url: string; body: BodyInit | undefined } {
  const [method, pattern] = name.split(' ') as [string, string]
  if (payload instanceof FormData) return { method, url: pattern, body: payload }
  const rest = { ...(payload as Record<string, string | number | undefined> | undefined) }
  const url = pattern.replace(/:(\w+)/g, (_, key: string) => {
    const value = rest[key]
    delete rest[key]
    return encodeURIComponent(String(value ?? ''))
  })
  if (method !== 'GET') return { method, url, body: JSON.stringify(rest) }
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return { method, url: query ? `${url}?${query}` : url, body: undefined }
}

/**
 * Makes one call of the contract. Throws `Refused` with the server's
 * text for any code but 200 and `Unreachable` when no answer came within 30 s.
 */
export async function call<N extends CallName>(
  name: N,
  payload: Sent<N> | FormData,
  { idempotencyKey, signal }: Options = {},
): Promise<Success<N>> {
  const { method, url, body } = requestOf(name, payload)
  const headers: Record<string, string> = { accept: 'application/json' }
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const { token, response, read } = await fetched(url, { method, headers, body }, answerIn, signal)
  return successOf<Given<N>>(read, response, token)
}

/**
 * Asks for a file that only a member's session answers. Throws as `call` does.
 */
export async function fetchFile(url: string): Promise<{ blob: Blob; name: string }> {
  const { token, response, read } = await fetched(url, { method: 'GET', headers: {} }, fileIn)
  if (!(read instanceof Blob)) {
    successOf(read, response, token)
    throw new Unreachable('an answer without a file')
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { blob: read, name: name ?? 'download' }
}

const isAnswer = (response: Response) =>
  (response.headers.get('content-type') ?? '').startsWith('application/json')
const fileIn = async (response: Response) =>
  isAnswer(response) ? answerIn(response) : response.blob()
const answerIn = async (response: Response) =>
  (await response.json()) as Partial<Answer<unknown>> | null

function successOf<T>(answer: Partial<Answer<unknown>> | null, response: Response, token: string) {
  if (typeof answer?.code !== 'number') throw new Unreachable(`HTTP ${response.status}`)
  const { code, message = '', data } = answer
  if (code !== 200) {
    const reason = response.headers.get('x-refusal') ?? ''
    throw new Refused(code, message, token, response.status < 500, data, reason)
  }
  return { data: data as T, message }
}

let traced = false
/** The server keeps traces: every call from here on names one, which its spans belong to. */
export const traceCalls = () => {
  traced = true
}
/** As W3C Trace Context has it: version, trace, the caller's span, and that it is kept. */
const traceparent = () => `00-${newKey()}-${newKey().slice(16)}-01`

type Init = { method: string; headers: Record<string, string>; body?: BodyInit | undefined }

/** The only fetch of the app: as this member, ended after 30 s or by the signal. */
async function fetched<T>(
  url: string,
  { headers, ...init }: Init,
  readBody: (response: Response) => Promise<T>,
  signal?: AbortSignal,
) {
  const token = currentToken()
  if (token) headers.authorization = `Bearer ${token}`
  // Another origin would have to be asked first whether it takes the header.
  if (traced && baseUrl() === location.origin) headers.traceparent = traceparent()
  // Not AbortSignal.any: phones of the last years do not all have it.
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new DOMException('timeout', 'TimeoutError')), timeoutMs)
  const follow = () => stop.abort(signal?.reason)
  if (signal?.aborted) follow()
  signal?.addEventListener('abort', follow)
  try {
    const response = await fetch(baseUrl() + url, { ...init, headers, signal: stop.signal })
    return { token, response, read: await readBody(response) }
  } catch (cause) {
    throw new Unreachable(cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
  }
}
