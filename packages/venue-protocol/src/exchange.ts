import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'

/**
 * A feed page of 1,000 bets takes about 1 MiB; anything much larger is not an answer of this
 * protocol.
 */
const MAX_ANSWER_BYTES = 8 * 1_024 * 1_024
const MAX_SOCKETS = 64

export type Exchange = (
  method: string,
  url: URL,
  headers: Record<string, string>,
  body: string,
) => Promise<HttpAnswer>
export type HttpAnswer = { status: number; headers: IncomingMessage['headers']; body: Buffer }
export type ExchangeFault = 'connect_timeout' | 'timeout' | 'connection'

export class ExchangeError extends Error {
  readonly fault: ExchangeFault
  constructor(fault: ExchangeFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/**
 * One HTTP exchange over kept-alive connections, with a limit on connecting, on the whole call and
 * on the answer.
 */
export function httpExchange({
  connectTimeoutMs,
  timeoutMs,
  lookup,
}: {
  connectTimeoutMs: number
  timeoutMs: number
  /** Resolves names instead of the system's resolver, for example to refuse inner addresses. */
  lookup?: LookupFunction | undefined
}): Exchange & { close(): void } {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
  }
  const exchange: Exchange = (method, url, headers, body) => {
    const https = url.protocol === 'https:'
    const outgoing = (https ? httpsRequest : httpRequest)(url, {
      method,
      headers,
      agent: agents[https ? 'https:' : 'http:'],
      ...(lookup ? { lookup } : {}),
    })
    const limits = limited(outgoing, https, { connectTimeoutMs, timeoutMs })
    const answered = answerOf(outgoing).finally(limits.clear)
    outgoing.end(body)
    return answered
  }
  return Object.assign(exchange, {
    close: () => {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  })
}

type Limits = { connectTimeoutMs: number; timeoutMs: number }

/** Ends a request that takes too long to connect, or as a whole. */
function limited(
  outgoing: ClientRequest,
  https: boolean,
  { connectTimeoutMs, timeoutMs }: Limits,
): { clear: () => void } {
  const ends = (fault: ExchangeFault, message: string) => () =>
    outgoing.destroy(new ExchangeError(fault, message))
  const whole = setTimeout(ends('timeout', `no answer in ${timeoutMs} ms`), timeoutMs)
  let connecting: NodeJS.Timeout | undefined
  outgoing.on('socket', socket => {
    if (!socket.connecting) return
    const late = ends('connect_timeout', `not connected in ${connectTimeoutMs} ms`)
    connecting = setTimeout(late, connectTimeoutMs)
    socket.once(https ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
  })
  return {
    clear: () => {
      clearTimeout(whole)
      clearTimeout(connecting)
    },
  }
}

/** The whole answer of a request; every failure is an ExchangeError. */
function answerOf(outgoing: ClientRequest): Promise<HttpAnswer> {
  return new Promise((done, failed) => {
    const fail = (error: Error) =>
      failed(
        error instanceof ExchangeError ? error : new ExchangeError('connection', error.message),
      )
    outgoing.on('error', fail)
    outgoing.on('response', answer => {
      const chunks: Buffer[] = []
      let size = 0
      answer.on('error', fail)
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_ANSWER_BYTES)
          outgoing.destroy(new ExchangeError('connection', 'the answer is too large'))
        else chunks.push(chunk)
      })
      answer.on('end', () => {
        const { statusCode: status = 0, headers } = answer
        done({ status, headers, body: Buffer.concat(chunks) })
      })
      answer.on('close', () => {
        if (!answer.complete) fail(new ExchangeError('connection', 'the answer broke off'))
      })
    })
  })
}
