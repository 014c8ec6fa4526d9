import type { Answer } from '@tianping/contract'
import type {
  ConsoleCallName,
  ConsoleGiven,
  ConsoleOnceName,
  ConsoleSent,
} from '@tianping/contract/console'

export type OnceCall = ConsoleOnceName
export type PlainCall = Exclude<ConsoleCallName, OnceCall>

export const callTimeoutMs = 30_000
/** Codes of our own, where no answer of the server came. */
export const UNREACHABLE = 0
export const TIMED_OUT = 408

/**
 * Why a call did not succeed. `code` and `message` are the server's where it answered. `certain`
 * says that the server has decided: without it (no answer, or an answer of distress) the action may
 * or may not have taken place.
 */
export class Failed extends Error {
  readonly code: number
  readonly certain: boolean
  /** What the server says besides: the fields that are wrong, who was quicker. */
  readonly data: unknown
  constructor(code: number, message: string, certain: boolean, data: unknown = null) {
    super(message)
    this.name = 'Failed'
    this.code = code
    this.certain = certain
    this.data = data
  }
}

/**
 * Makes one call of the contract and gives its `data`. Throws `Failed`; an abort through `signal`
 * is thrown as it is.
 */
export function call<N extends PlainCall>(
  name: N,
  body: ConsoleSent<N>,
  signal?: AbortSignal,
): Promise<ConsoleGiven<N>> {
  return send(name, body, {}, signal)
}

/** Keys of actions whose outcome is not known yet, by call and body. */
const openKeys = new Map<string, string>()
const openKeysLimit = 200

/**
 * Makes a call that must take effect at most once. The key belongs to the user's action: it is kept
 * while the outcome is unknown, so that pressing again repeats the same action, and dropped as soon
 * as the server has decided.
 */
export async function callOnce<N extends OnceCall>(
  name: N,
  body: ConsoleSent<N>,
): Promise<ConsoleGiven<N>> {
  const action = JSON.stringify([name, body])
  const key = openKeys.get(action) ?? newKey()
  const [oldest] = openKeys.keys()
  if (oldest !== undefined && openKeys.size >= openKeysLimit) openKeys.delete(oldest)
  openKeys.set(action, key)
  try {
    const data = await send(name, body, { 'idempotency-key': key })
    openKeys.delete(action)
    return data
  } catch (error) {
    if (error instanceof Failed && error.certain) openKeys.delete(action)
    throw error
  }
}

async function send<N extends ConsoleCallName>(
  name: N,
  body: ConsoleSent<N>,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<ConsoleGiven<N>> {
  const { status, answer } = await exchange<ConsoleGiven<N>>(name, body, headers, signal)
  if (status === 200 && answer?.code === 200) return answer.data
  throw refused(status, answer)
}

/** What the server says instead of what was asked for; null where no answer can be read. */
export function refused(status: number, answer: Answer<unknown> | null): Failed {
  const code = answer?.code ?? status
  return new Failed(
    code,
    answer?.message || `服务器没有正常答复（${code}），请稍后重试`,
    code >= 400 && code < 500,
    answer?.data,
  )
}

async function exchange<T>(
  name: ConsoleCallName,
  body: unknown,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<{ status: number; answer: Answer<T> | null }> {
  const [method, path] = name.split(' ') as [string, string]
  const timeout = AbortSignal.timeout(callTimeoutMs)
  let status = 0
  try {
    const response = await fetch(new URL(path, location.href), {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      // The second header is what a foreign page cannot send: it proves that the call comes from
      // here.
      headers: { 'content-type': 'application/json', 'x-tianping-console': '1', ...headers },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    status = response.status
    return { status, answer: (await response.json()) as Answer<T> | null }
  } catch (error) {
    if (signal?.aborted) throw error
    throw noAnswer(status, timeout.aborted)
  }
}

/** What is said where no answer came that can be read. */
export function noAnswer(status: number, late: boolean): Failed {
  if (late) return new Failed(TIMED_OUT, '服务器没有在 30 秒内答复，请稍后重试', false)
  if (status) return new Failed(status, `服务器没有正常答复（${status}），请稍后重试`, false)
  return new Failed(UNREACHABLE, '连接不上服务器，请检查网络后重试', false)
}

/**
 * 128 random bits. `crypto.randomUUID` would need a secure origin, and a test installation may be
 * plain http.
 */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
