import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

export type Said = {
  /** 0 when no answer came. */
  status: number
  reason: string
  body: { code?: number; data?: Record<string, unknown> | null }
}

const NOTHING: Said = { status: 0, reason: '', body: {} }

function parsed(text: string): Said['body'] {
  try {
    return JSON.parse(text) as Said['body']
  } catch {
    return {}
  }
}

/** One call over a kept connection; a lost one has status 0. */
export function post(
  url: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  longestMs = 15_000,
): Promise<Said> {
  const { promise, resolve } = Promise.withResolvers<Said>()
  const asked = request(
    url,
    {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
      timeout: longestMs,
    },
    answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', () => resolve(NOTHING))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          reason: String(answer.headers['x-refusal'] ?? ''),
          body: parsed(Buffer.concat(chunks).toString()),
        }),
      )
    },
  )
  asked.on('timeout', () => asked.destroy())
  asked.on('error', () => resolve(NOTHING))
  asked.end(body)
  return promise
}

/** Ends the kept connections. */
export const hangUp = () => agent.destroy()
