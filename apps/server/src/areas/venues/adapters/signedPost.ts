import {
  ExchangeError,
  httpExchange,
  type UnknownReason,
  type VenueCallName,
  type VenueOutcome,
} from '@tianping/venue-protocol'
import { sign } from 'node:crypto'
import type { VenueConnection } from './port.ts'

export type Posted =
  | { kind: 'answered'; body: unknown; requestId: string }
  | { kind: 'unknown'; reason: UnknownReason; detail: string }

const unknown = (reason: UnknownReason, detail: string) =>
  ({ kind: 'unknown', reason, detail }) as const

/** Posts JSON whose body is signed with RSA-SHA256; never throws for what the other side does. */
export function signedPoster({ endpoint, keys, watch, ...limits }: VenueConnection) {
  const exchange = httpExchange(limits)
  const ask = async (path: string, fields: object, added: Record<string, string>) => {
    const body = JSON.stringify(fields)
    const signature = sign('RSA-SHA256', Buffer.from(body), keys[0].secret).toString('base64')
    const headers = {
      ...added,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-hub88-signature': signature,
    }
    try {
      const answer = await exchange('POST', new URL(endpoint + path), headers, body)
      // The call does not exist there.
      if (answer.status === 404) return unknown('not_accepted', 'HTTP 404')
      if (answer.status !== 200) return unknown('server_error', `HTTP ${answer.status}`)
      return readBody(answer.body)
    } catch (error) {
      if (error instanceof ExchangeError) return unknown(error.fault, error.message)
      throw error
    }
  }
  return {
    post: async (name: VenueCallName, path: string, fields: object): Promise<Posted> => {
      const watching = watch(name)
      const posted = await ask(path, fields, watching.headers)
      watching.ended(posted.kind === 'unknown' ? posted : OK)
      return posted
    },
    close: () => exchange.close(),
  }
}

const OK: VenueOutcome<null> = { kind: 'ok', data: null, requestId: '' }

function readBody(body: Buffer): Posted {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    const requestId = (read as { request_uuid?: unknown } | null)?.request_uuid
    return {
      kind: 'answered',
      body: read,
      requestId: typeof requestId === 'string' ? requestId : '',
    }
  } catch {
    return unknown('bad_json', 'the answer is no JSON')
  }
}
