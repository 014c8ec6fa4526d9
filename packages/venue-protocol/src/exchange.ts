import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

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
}: {
  connectTimeoutMs: number
  timeoutMs: number
}): Exchange & { close(): void } {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
  }
  const exchange: Exchange = (method, url, headers, body) =>
    new Promise((done, failed) => {
      const https = url.protocol === 'https:'
      const outgoing = (https ? httpsRequest : httpRequest)(url, {
        method,
        headers,
        agent: agents[https ? 'https:' : 'http:'],
      })
      const whole = setTimeout(
        () => outgoing.destroy(new ExchangeError('timeout', `no answer in ${timeoutMs} ms`)),
        timeoutMs,
      )
      let connecting: NodeJS.Timeout | undefined
      const settle = () => {
        clearTimeout(whole)
        clearTimeout(connecting)
      }
      outgoing.on('socket', socket => {
        if (!socket.connecting) return
        connecting = setTimeout(
          () =>
            outgoing.destroy(
              new ExchangeError('connect_timeout', `not connected in ${connectTimeoutMs} ms`),
            ),
          connectTimeoutMs,
        )
        socket.once(https ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
      })
      const fail = (error: Error) => {
        settle()
        failed(
          error instanceof ExchangeError ? error : new ExchangeError('connection', error.message),
        )
      }
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
          settle()
          done({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          })
        })
        answer.on('close', () => {
          if (!answer.complete) fail(new ExchangeError('connection', 'the answer broke off'))
        })
      })
      outgoing.end(body)
    })
  return Object.assign(exchange, {
    close: () => {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  })
}
