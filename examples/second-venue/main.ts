// A venue of protocol v1 in one process, written from docs/venue-protocol.md alone. See README.md.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { correct } from './bets.ts'
import { integer, MAX_FEN, optional, read } from './read.ts'
import { Refusal } from './refusal.ts'
import { type Merchants, type Place, signedCall } from './signed.ts'
import { pageCall, presence, served } from './site.ts'
import { openStore } from './store.ts'

const MAX_BODY = 64 * 1024

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= MAX_BODY) parts.push(part)
  }
  return size > MAX_BODY ? null : Buffer.concat(parts)
}

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

type Asked = { request: IncomingMessage; to: ServerResponse; url: URL; path: string }

async function answerSigned(at: Place, { request, to, url, path }: Asked) {
  const body = await bodyOf(request)
  const asked = {
    method: request.method ?? '',
    url: request.url ?? '',
    path,
    query: url.searchParams,
    headers: request.headers,
    body: body ?? Buffer.alloc(0),
  }
  const answer = await signedCall(at, asked, body === null ? new Refusal(2000, 413) : null)
  to.writeHead(answer.status, { ...json, ...answer.headers }).end(answer.body)
}

async function parsed(request: IncomingMessage): Promise<unknown> {
  const body = await bodyOf(request)
  try {
    return JSON.parse(body?.toString('utf8') ?? '') as unknown
  } catch {
    throw new Refusal(2000)
  }
}

/** The venue's own staff correct bets, with the key of ADMIN_KEY; without one nobody can. */
async function corrections(at: Place, { request, path }: Asked): Promise<unknown> {
  const key = process.env['ADMIN_KEY']
  if (!key || request.headers['x-admin-key'] !== key) throw new Refusal(2000, 404)
  const [, merchant = '', bet = ''] = /^\/admin\/bets\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  const payout = read(await parsed(request))['payout']
  return correct(
    at.store,
    merchant,
    bet,
    optional(payout, each => integer(each, 0, MAX_FEN)),
  )
}

async function answerPage(at: Place, asked: Asked) {
  const { request, to, url, path } = asked
  const session = /^Bearer ([0-9a-f]{64})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (path === '/api/presence')
    return presence(at.store, url.searchParams.get('session') ?? '', request, to)
  const answer = path.startsWith('/admin/')
    ? await corrections(at, asked)
    : pageCall(at.store, { path: path.slice('/api/'.length), session, body: await parsed(request) })
  to.writeHead(200, json).end(JSON.stringify(answer))
}

async function answer(at: Place, asked: Asked) {
  const { request, to, url, path } = asked
  if (path.startsWith('/v1/')) return answerSigned(at, asked)
  if (/^\/(api|admin)\//.test(path)) return answerPage(at, asked)
  const page = request.method === 'GET' ? served(at.store, path, url.searchParams) : null
  if (!page) throw new Refusal(2000, 404)
  to.writeHead(200, {
    'content-type': page.type,
    'content-security-policy': page.policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }).end(page.body)
}

function refuse(to: ServerResponse, error: unknown) {
  if (!(error instanceof Refusal)) console.error(error)
  const refusal = error instanceof Refusal ? error : new Refusal(5000)
  if (to.headersSent) return void to.destroy()
  to.writeHead(refusal.status, json).end(
    JSON.stringify({ code: refusal.code, message: refusal.message }),
  )
}

function merchantsOf(): Merchants {
  const keys = process.env['MERCHANTS']
  if (!keys) throw new Error('MERCHANTS is missing: {"merchant":{"keys":{"key-1":"secret"}}}')
  return JSON.parse(keys) as Merchants
}

const BASE = '/coin'
const at: Place = {
  store: openStore(process.env['DATABASE'] ?? ':memory:'),
  merchants: merchantsOf(),
  publicUrl: (process.env['PUBLIC_URL'] ?? '').replace(/\/$/, ''),
  name: 'COIN',
}

const server = createServer((request, to) => {
  const url = new URL(request.url ?? '/', at.publicUrl)
  const base = new URL(at.publicUrl).pathname
  const path = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : ''
  answer(at, { request, to, url, path }).catch((error: unknown) => refuse(to, error))
})
server.listen(Number(process.env['PORT'] ?? 8090), process.env['HOST'] ?? '127.0.0.1', () => {
  const bound = server.address() as AddressInfo
  at.publicUrl ||= `http://127.0.0.1:${bound.port}${BASE}`
  console.log(`The second venue listens at ${at.publicUrl}`)
})
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => at.store.close())
})
