import type { Answer, CallName, Given, Sent } from '@tianping/contract'
import { currentToken } from './session.ts'

const timeoutMs = 30_000

/** The server's no; the text is for the agent. `Unreachable` where no answer came. */
export class Refused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.name = 'Refused'
    this.code = code
  }
}
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('网络繁忙，请稍后再试', { cause })
    this.name = 'Unreachable'
  }
}

type AgentCall = Extract<CallName, `POST /api/agent/${string}`>

/** One call of the site, in its own session. */
export async function call<N extends AgentCall>(
  name: N,
  payload: Sent<N>,
  signal?: AbortSignal,
): Promise<Given<N>> {
  const token = currentToken()
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeoutMs)
  signal?.addEventListener('abort', () => stop.abort())
  let answer: Partial<Answer<Given<N>>> | null
  try {
    const response = await fetch(name.slice('POST '.length), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(payload),
      signal: stop.signal,
    })
    answer = (await response.json()) as Partial<Answer<Given<N>>> | null
  } catch (cause) {
    throw new Unreachable(cause)
  } finally {
    clearTimeout(timer)
  }
  if (typeof answer?.code !== 'number') throw new Unreachable(answer)
  if (answer.code !== 200) throw new Refused(answer.code, answer.message ?? '')
  return answer.data as Given<N>
}
