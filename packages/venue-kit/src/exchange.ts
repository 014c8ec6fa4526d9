// One request and its answer, as they went over the line: the kit sends what no honest client
// sends, so it builds each request by hand and keeps what it saw.
import {
  HEADERS,
  newNonce,
  responseAction,
  signatureMatches,
  signatureOf,
} from '@tianping/venue-protocol'
import { request as http, type IncomingHttpHeaders } from 'node:http'
import { request as https } from 'node:https'

export type Account = {
  url: string
  merchant: string
  keyId: string
  secret: string
  /** The game that is launched and played; the first of the venue when absent. */
  game?: string
}

export type Wanted = {
  method: 'GET' | 'POST' | 'PUT'
  /** Below the base URL, `/v1/health`; with its query. */
  path: string
  body?: unknown
}

/** What is wrong with a request, on purpose. */
export type Twist = {
  secret?: string
  keyId?: string
  merchant?: string
  /** How far the clock of the sender is off. */
  skewMs?: number
  nonce?: string
  timestamp?: string
  signature?: string
  /** Signs another path or another body than the one that is sent. */
  signedPath?: string
  signedBody?: string
  /** The bytes that are sent instead of the body's JSON. */
  raw?: string
  /** Breaks the connection: half of the body sent, or all of it without waiting for the answer. */
  cut?: 'body' | 'answer'
}

export type Exchange = {
  request: { method: string; url: string; headers: Record<string, string>; body: string }
  /** Null where no answer came. */
  answer: { status: number; headers: IncomingHttpHeaders; body: string } | null
  /** Why there is no answer. */
  broken: string | null
  /** Whether the answer is signed by the venue as the answer to this request. */
  signed: boolean
  ms: number
}

const TIMEOUT_MS = 8_000

type Sent = { status: number; headers: IncomingHttpHeaders; body: string }

/** One request and its answer, whatever it is; throws where none comes. */
export function transmit(
  url: URL,
  { method, headers, body }: Exchange['request'],
  cut: Twist['cut'],
): Promise<Sent> {
  const send = url.protocol === 'https:' ? https : http
  return new Promise((done, failed) => {
    const length = String(Buffer.byteLength(body))
    const asked = send(url, { method, headers: { ...headers, 'content-length': length } })
    asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error('no answer within 8 s')))
    asked.once('error', failed)
    asked.once('response', answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.once('error', failed)
      answer.once('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(parts).toString('utf8'),
        }),
      )
    })
    const leave = () => asked.destroy(new Error(`the kit cut the connection (${cut})`))
    if (cut === 'body') asked.write(body.slice(0, Math.ceil(body.length / 2)), leave)
    else if (cut === 'answer') asked.end(body, () => setImmediate(leave))
    else asked.end(body)
  })
}

/** The path of the base URL, which is part of what is signed. */
const prefixOf = ({ url }: Account) => new URL(url).pathname.replace(/\/$/, '')

/** The signed headers of a request, twisted where that is asked for. */
function headersOf(
  account: Account,
  { method, path }: Wanted,
  text: string,
  twist: Twist,
): Record<string, string> {
  const given = {
    secret: account.secret,
    keyId: account.keyId,
    merchant: account.merchant,
    nonce: newNonce(),
    timestamp: String(Date.now() + (twist.skewMs ?? 0)),
    signedPath: path,
    signedBody: text,
    ...twist,
  }
  const signature = signatureOf(given.secret, {
    action: method,
    // The target is signed as it is sent, so not as `URL` would write it.
    target: prefixOf(account) + given.signedPath,
    timestampMs: given.timestamp,
    nonce: given.nonce,
    body: given.signedBody,
  })
  return {
    'content-type': 'application/json',
    [HEADERS.merchant]: given.merchant,
    [HEADERS.keyId]: given.keyId,
    [HEADERS.timestamp]: given.timestamp,
    [HEADERS.nonce]: given.nonce,
    [HEADERS.signature]: twist.signature ?? signature,
  }
}

/** Sends one request; never throws for what the venue or the line does. */
export async function exchange(
  account: Account,
  wanted: Wanted,
  twist: Twist = {},
): Promise<Exchange> {
  const { method, path, body } = wanted
  const url = new URL(account.url.replace(/\/$/, '') + path)
  const text = twist.raw ?? (body === undefined ? '' : JSON.stringify(body))
  const headers = headersOf(account, wanted, text, twist)
  const request = { method, url: String(url), headers, body: text }
  const begun = performance.now()
  const spent = () => Math.round(performance.now() - begun)
  try {
    const answer = await transmit(url, request, twist.cut)
    const genuine = isGenuine(account, request, prefixOf(account) + path, answer)
    return { request, answer, broken: null, signed: genuine, ms: spent() }
  } catch (error) {
    return { request, answer: null, broken: (error as Error).message, signed: false, ms: spent() }
  }
}

/** Whether an answer carries the nonce of its request, the key's name and a signature over both. */
function isGenuine(
  { secret }: Account,
  { method, headers }: Exchange['request'],
  target: string,
  answer: Sent,
): boolean {
  const header = (name: string) => String(answer.headers[name] ?? '')
  const nonce = headers[HEADERS.nonce] ?? ''
  if (header(HEADERS.nonce) !== nonce) return false
  if (header(HEADERS.keyId) !== headers[HEADERS.keyId]) return false
  const signed = {
    action: responseAction(answer.status, method),
    target,
    timestampMs: header(HEADERS.timestamp),
    nonce,
    body: answer.body,
  }
  return signatureMatches(secret, signed, header(HEADERS.signature))
}

const MOST_SHOWN = 2_000
const shortened = (text: string) =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)` : text

/** Tokens of launches, and whatever the caller names, do not reach a report. */
const masked = (text: string, secrets: readonly string[]) =>
  secrets.reduce(
    (shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '***')),
    text.replaceAll(/(https?:\/\/[^\s"#]+#)[^\s"]+/g, '$1***'),
  )

export type Evidence = {
  request: string
  headers: Record<string, string>
  body: string
  answer: string
  signed: boolean
  ms: number
}

/** A request and its answer for a report, without secrets. */
export function evidenceOf(seen: Exchange, secrets: readonly string[]): Evidence {
  const { request, answer, broken, signed, ms } = seen
  const said = answer ? `HTTP ${answer.status} ${answer.body}` : `no answer: ${broken}`
  const shown = (text: string) => shortened(masked(text, secrets))
  const signature = request.headers[HEADERS.signature] ?? ''
  return {
    request: `${request.method} ${shown(request.url)}`,
    headers: { ...request.headers, [HEADERS.signature]: `${signature.slice(0, 8)}…` },
    body: shown(request.body),
    answer: shown(said),
    signed,
    ms,
  }
}
