// The signed calls: checks in the order of section 2, then the call, then the signed answer.
import { randomUUID } from 'node:crypto'
import { betWithReplay, feed, statement } from './bets.ts'
import { gamesOf } from './game.ts'
import { features, kick, launch } from './launches.ts'
import { hasMistake } from './mistakes.ts'
import { list, playerName, read, text } from './read.ts'
import { Refusal } from './refusal.ts'
import { answerSignal, openSignals } from './signals.ts'
import { isSignature, sign } from './signature.ts'
import { balanceOf, type Row, type Store } from './store.ts'
import { finalize, transfer, transferState } from './transfers.ts'

const WINDOW_MS = 60_000
const NONCE_MS = 600_000

export type Merchants = Record<string, { keys: Record<string, string>; enabled?: boolean }>

export type SignedRequest = {
  method: string
  /** Path and query as sent. */
  url: string
  /** The path below the base URL. */
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export type Place = { store: Store; merchants: Merchants; publicUrl: string; name: string }

const header = ({ headers }: SignedRequest, name: string) => String(headers[name] ?? '')

const keyOf = ({ merchants }: Place, request: SignedRequest): string | undefined =>
  merchants[header(request, 'x-merchant')]?.keys[header(request, 'x-key-id')]

function isGenuine(request: SignedRequest, secret: string | undefined): boolean {
  const [timestamp, nonce] = [header(request, 'x-timestamp'), header(request, 'x-nonce')]
  if (!secret || !/^\d{13}$/.test(timestamp) || !/^[0-9a-f]{32}$/.test(nonce)) return false
  const wanted = sign(secret, { ...request, action: request.method, timestamp, nonce })
  return isSignature(header(request, 'x-signature'), wanted) || hasMistake('signature-ignored')
}

function check(at: Place, request: SignedRequest, secret: string | undefined) {
  const [timestamp, nonce] = [header(request, 'x-timestamp'), header(request, 'x-nonce')]
  if (!isGenuine(request, secret)) throw new Refusal(1001)
  const off = Math.abs(Date.now() - Number(timestamp))
  if (off > WINDOW_MS && !hasMistake('clock-ignored')) throw new Refusal(1002)
  const merchant = header(request, 'x-merchant')
  if (at.merchants[merchant]?.enabled === false) throw new Refusal(1004)
  const { run } = at.store
  run('delete from nonce where at < ?', Date.now() - NONCE_MS)
  const fresh = run('insert or ignore into nonce values (?, ?, ?)', merchant, nonce, Date.now())
  if (fresh === 0 && !hasMistake('nonce-reused')) throw new Refusal(1003)
}

const balance = (row: Row) => ({
  player: row['player'],
  available: row['balance'],
  frozen: 0,
  version: row['version'],
})

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal(2000)
  }
}

type Call = (at: Place, merchant: string, request: SignedRequest, named: string) => unknown

const jsonOf = ({ body }: SignedRequest): unknown => {
  if (body.length === 0) return {}
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    throw new Refusal(2000)
  }
}

const putPlayer: Call = ({ store }, merchant, request, named) => {
  const given = read(jsonOf(request))
  const player = playerName(named)
  const nickname = text(given['nickname'], /^\P{Cc}{1,40}$/u)
  if (given['currency'] !== 'CNY') throw new Refusal(2000)
  const created = store.run(
    'insert or ignore into player (merchant, player, nickname) values (?, ?, ?)',
    merchant,
    player,
    nickname,
  )
  store.run(
    'update player set nickname = ? where merchant = ? and player = ?',
    nickname,
    merchant,
    player,
  )
  return { player, nickname, currency: 'CNY', locked: false, created: created === 1 }
}

const oneBalance: Call = ({ store }, merchant, _, named) => {
  const found = balanceOf(store, merchant, playerName(named))
  if (!found) throw new Refusal(2001)
  return balance(found)
}

const balances: Call = ({ store }, merchant, request) => {
  const players = [...new Set(list(read(jsonOf(request))['players'], 1, 100, playerName))]
  const rows = players.map(player => balanceOf(store, merchant, player))
  return {
    items: rows.filter(row => row !== undefined).map(row => balance(row)),
    unknown: players.filter((_, n) => !rows[n]),
  }
}

const bets: Call = ({ store }, merchant, { query }) => {
  const page = feed(store, merchant, query)
  const signals = openSignals(store, merchant)
  return signals.length === 0 ? page : { ...page, signals }
}

/** By method and path; the one part in braces is handed on. */
const calls: [string, RegExp, Call][] = [
  ['PUT', /^\/v1\/players\/([^/]+)$/, putPlayer],
  ['GET', /^\/v1\/players\/([^/]+)\/balance$/, oneBalance],
  ['POST', /^\/v1\/balances$/, balances],
  ['POST', /^\/v1\/transfers$/, (at, name, asked) => transfer(at.store, name, jsonOf(asked))],
  ['GET', /^\/v1\/transfers\/([^/]+)$/, (at, name, _, ref) => transferState(at.store, name, ref)],
  [
    'POST',
    /^\/v1\/transfers\/([^/]+)\/finalize$/,
    (at, name, _, ref) => finalize(at.store, name, ref),
  ],
  [
    'POST',
    /^\/v1\/launch$/,
    (at, name, asked) => launch(at.store, name, at.publicUrl, jsonOf(asked)),
  ],
  ['POST', /^\/v1\/players\/([^/]+)\/kick$/, (at, name, _, player) => kick(at.store, name, player)],
  ['GET', /^\/v1\/games$/, at => ({ items: gamesOf(at.publicUrl) })],
  ['GET', /^\/v1\/bets$/, bets],
  [
    'GET',
    /^\/v1\/bets\/([^/]+)$/,
    (at, name, _, id) => betWithReplay(at.store, name, id, at.publicUrl),
  ],
  [
    'POST',
    /^\/v1\/signals\/([^/]+)$/,
    (at, name, asked, ref) => answerSignal(at.store, name, ref, jsonOf(asked)),
  ],
  ['GET', /^\/v1\/statement$/, (at, name, { query }) => statement(at.store, name, query)],
  [
    'GET',
    /^\/v1\/health$/,
    at => ({
      status: 'ok',
      protocol: '1',
      venue: at.name,
      time: new Date().toISOString(),
      features,
    }),
  ],
]

async function answerTo(at: Place, request: SignedRequest): Promise<unknown> {
  for (const [method, path, call] of calls) {
    const found = path.exec(request.path)
    if (!found || method !== request.method) continue
    return call(at, header(request, 'x-merchant'), request, decoded(found[1] ?? ''))
  }
  throw new Refusal(2000, 404)
}

export type SignedAnswer = { status: number; headers: Record<string, string>; body: string }

/** `early` is a refusal that was clear before the body was read whole. */
export async function signedCall(
  at: Place,
  request: SignedRequest,
  early: Refusal | null = null,
): Promise<SignedAnswer> {
  const secret = keyOf(at, request)
  const envelope = { code: 0, message: 'ok', data: null as unknown, request_id: randomUUID() }
  let status = 200
  try {
    if (early) throw early
    check(at, request, secret)
    envelope.data = await answerTo(at, request)
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error)
    const refusal = error instanceof Refusal ? error : new Refusal(5000)
    status = refusal.status
    Object.assign(envelope, { code: refusal.code, message: refusal.message })
  }
  const body = JSON.stringify(envelope)
  return { status, body, headers: secret ? signatureOf(request, secret, status, body) : {} }
}

function signatureOf(
  request: SignedRequest,
  secret: string,
  status: number,
  body: string,
): Record<string, string> {
  if (hasMistake('answer-unsigned')) return {}
  const [timestamp, nonce] = [String(Date.now()), header(request, 'x-nonce')]
  return {
    'x-key-id': header(request, 'x-key-id'),
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': sign(secret, {
      action: `${status} ${request.method}`,
      url: request.url,
      timestamp,
      nonce,
      body: Buffer.from(body),
    }),
  }
}
