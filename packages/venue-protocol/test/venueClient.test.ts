import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { responseAction, signatureOf, venueClient } from '../src/index.ts'

const key = { id: 'k1', secret: 'a-secret-of-at-least-thirty-two-characters' }
type Reply = {
  status?: number
  body?: string
  envelope?: object
  change?: (headers: Record<string, string>) => Record<string, string>
  end?: boolean
}

/** A venue that answers as it is told, signed rightly unless it is told otherwise. */
let say: (request: IncomingMessage) => Reply
const server = createServer((request, response: ServerResponse) => {
  const {
    status = 200,
    envelope,
    body = JSON.stringify(envelope),
    change = headers => headers,
    end = true,
  } = say(request)
  const nonce = String(request.headers['x-nonce'])
  const timestampMs = '1784376000000'
  const signature = signatureOf(key.secret, {
    action: responseAction(status, request.method!),
    target: request.url!,
    timestampMs,
    nonce,
    body,
  })
  response.writeHead(
    status,
    change({
      'x-key-id': key.id,
      'x-nonce': nonce,
      'x-timestamp': timestampMs,
      'x-signature': signature,
      ...(end ? {} : { 'content-length': '1000' }),
    }),
  )
  if (end) response.end(body)
  else {
    response.write(body)
    setImmediate(() => response.destroy())
  }
})
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as { port: number }
const client = venueClient({
  baseUrl: `http://127.0.0.1:${port}/venues/FG/`,
  merchant: 'm',
  keys: [key],
  timeoutMs: 30_000,
})
afterAll(() => {
  client.close()
  server.closeAllConnections()
  server.close()
})

const ok = {
  code: 0,
  message: 'ok',
  data: { player: 'p', available: 5, frozen: 0, version: 3 },
  request_id: 'r',
}
const ask = (reply: Reply) => {
  say = () => reply
  return client.balance({ player: 'p' })
}

test('a good answer is its data, money as bigint', async () => {
  expect(await ask({ envelope: ok })).toEqual({
    kind: 'ok',
    requestId: 'r',
    data: { player: 'p', available: 5n, frozen: 0n, version: 3n },
  })
})

test.each([2000, 2001, 2003, 2404, 3001, 3002, 4001, 4290])(
  'a signed %i is a definite failure',
  async code => {
    expect(
      await ask({ status: 409, envelope: { ...ok, code, message: 'no', data: null } }),
    ).toMatchObject({ kind: 'refused', code })
  },
)

test.each([
  ['a 1xxx', { status: 401, envelope: { ...ok, code: 1001, data: null } }, 'not_accepted'],
  ['a 5xxx', { envelope: { ...ok, code: 5003, data: null } }, 'not_accepted'],
  [
    'HTTP 500 with a signed refusal in it',
    { status: 500, envelope: { ...ok, code: 2003, data: null } },
    'server_error',
  ],
  ['HTTP 502 of a proxy', { status: 502, body: '<html>', change: () => ({}) }, 'server_error'],
  ['no signature', { envelope: { ...ok, code: 2003 }, change: () => ({}) }, 'bad_signature'],
  [
    'a wrong signature',
    {
      envelope: { ...ok, code: 2003 },
      change: (h: Record<string, string>) => ({ ...h, 'x-signature': 'ab'.repeat(32) }),
    },
    'bad_signature',
  ],
  [
    'the answer to another request',
    {
      envelope: { ...ok, code: 2003 },
      change: (h: Record<string, string>) => ({ ...h, 'x-nonce': 'ab'.repeat(16) }),
    },
    'bad_signature',
  ],
  [
    'another key',
    { envelope: ok, change: (h: Record<string, string>) => ({ ...h, 'x-key-id': 'k2' }) },
    'bad_signature',
  ],
  ['half a JSON, rightly signed', { body: '{"code":0,"mess' }, 'bad_json'],
  ['no envelope', { body: '[]' }, 'bad_json'],
  [
    'data that breaks the protocol',
    { envelope: { ...ok, data: { player: 'p', available: -5, frozen: 0, version: 1 } } },
    'bad_answer',
  ],
  ['an answer that breaks off', { envelope: ok, end: false }, 'connection'],
])('%s is unknown, never a failure', async (_what, reply, reason) => {
  expect(await ask(reply)).toMatchObject({ kind: 'unknown', reason })
})

test('silence is unknown after the time allowed', async () => {
  const silent = createSocketServer(() => {})
  await new Promise<void>(done => silent.listen(0, '127.0.0.1', done))
  const waiting = venueClient({
    baseUrl: `http://127.0.0.1:${(silent.address() as { port: number }).port}`,
    merchant: 'm',
    keys: [key],
    timeoutMs: 50,
  })
  expect(await waiting.health({})).toMatchObject({ kind: 'unknown', reason: 'timeout' })
  waiting.close()
  silent.close()
})

test('nobody listening is unknown', async () => {
  const nobody = venueClient({ baseUrl: 'http://127.0.0.1:1', merchant: 'm', keys: [key] })
  expect(await nobody.health({})).toMatchObject({ kind: 'unknown', reason: 'connection' })
})

test('each request carries a nonce of its own and a signature that holds', async () => {
  const nonces = new Set<string>()
  say = request => {
    nonces.add(String(request.headers['x-nonce']))
    const signed = {
      action: 'GET',
      target: request.url!,
      timestampMs: String(request.headers['x-timestamp']),
      nonce: String(request.headers['x-nonce']),
      body: '',
    }
    expect(request.headers['x-signature']).toBe(signatureOf(key.secret, signed))
    expect(request.url).toBe('/venues/FG/v1/players/p/balance')
    return { envelope: ok }
  }
  for (let i = 0; i < 3; i++) expect((await client.balance({ player: 'p' })).kind).toBe('ok')
  expect(nonces.size).toBe(3)
})
