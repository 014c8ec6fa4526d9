import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { createClient, OutcomeUnknown, Refused } from '../src/client.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Reply = (response: ServerResponse) => void

/** Every request as it arrived, newest last; `reply` answers the next one. */
const seen: Seen[] = []
let reply: Reply = () => {}
const envelope =
  (code: number, message: string, data: unknown, status = 200): Reply =>
  response => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code, message, data }))
  }

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    reply(response)
  })
})
let baseUrl = ''
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const client = (token?: string) =>
  createClient({ baseUrl: `${baseUrl}/`, ...(token ? { token } : {}) })
const last = () => seen.at(-1)!
const failureOf = (made: Promise<unknown>) =>
  made.then(
    () => null,
    (error: unknown) => error,
  )
const transfer = { sourcetype: 'userbalance', targettype: 'FG', amount: '100.00' }

describe('what is sent', () => {
  test('a POST carries its payload as JSON, the token and the idempotency key', async () => {
    reply = envelope(200, 'ok', { out_trade_no: 'T1', state: 1 })
    const options = { idempotencyKey: 'transfer-0001' }
    const data = await client('secret-token').call('POST /api/transfer', transfer, options)
    expectTypeOf(data).toEqualTypeOf<{ out_trade_no: string; state: 0 | 1 | 2 } | null>()
    expect(data).toEqual({ out_trade_no: 'T1', state: 1 })
    expect(last()).toMatchObject({ method: 'POST', url: '/api/transfer' })
    expect(last().headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'content-type': 'application/json',
      'idempotency-key': 'transfer-0001',
    })
    expect(JSON.parse(last().body)).toEqual(transfer)
  })

  test('a GET carries its payload in the query, without undefined fields', async () => {
    reply = envelope(200, 'ok', [])
    await client().call('GET /api/game/list', { category: '真人&', category_id: undefined })
    expect(last().url).toBe(`/api/game/list?${new URLSearchParams({ category: '真人&' })}`)
    expect(last().body).toBe('')
    expect(last().headers.authorization).toBeUndefined()
    await client().call('GET /api/getVisitUrl', {})
    expect(last().url).toBe('/api/getVisitUrl')
  })

  test('a path field is taken out of the payload and encoded', async () => {
    reply = envelope(200, 'ok', { balance: 1.5 })
    const data = await client().call('POST /api/userapimoney/:code', { code: 'F/G' })
    expect(data).toEqual({ balance: 1.5 })
    expect(last()).toMatchObject({ url: '/api/userapimoney/F%2FG', body: '{}' })
  })

  test('a file is sent as multipart', async () => {
    reply = envelope(200, 'ok', { avatar: '/avatars/1' })
    const file = new Blob(['picture'], { type: 'image/png' })
    await client().call('POST /api/uploadimg', { file })
    expect(last().headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(last().body).toContain('name="file"')
    expect(last().body).toContain('picture')
  })

  test('a token function is asked at every call', async () => {
    reply = envelope(200, 'ok', { balance: 0 })
    const tokens = ['first', 'second']
    const changing = createClient({ baseUrl, token: () => tokens.shift() })
    for (const expected of ['Bearer first', 'Bearer second', undefined]) {
      await changing.call('POST /api/balance', {})
      expect(last().headers.authorization).toBe(expected)
    }
  })
})

describe('what goes wrong', () => {
  test('another code than 200 is a refusal with code, message and data', async () => {
    reply = envelope(400, '余额不足', { field: 'amount' })
    const error = await failureOf(client().call('POST /api/transfer', transfer))
    expect(error).toBeInstanceOf(Refused)
    expect(error).toMatchObject({
      name: 'Refused',
      call: 'POST /api/transfer',
      code: 400,
      message: '余额不足',
      data: { field: 'amount' },
    })
  })

  test.each<[string, number, Reply]>([
    ['an envelope with HTTP 500', 500, envelope(500, '服务器繁忙', null, 500)],
    ['a page of a proxy', 502, response => response.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['JSON that is no envelope', 200, response => response.end('[]')],
    ['half an answer', 200, response => response.end('{"code":200,')],
    ['a closed connection', 0, response => response.destroy()],
  ])('%s leaves the outcome unknown', async (_what, status, answer) => {
    reply = answer
    const error = await failureOf(client().call('POST /api/transfer', transfer))
    expect(error).toBeInstanceOf(OutcomeUnknown)
    expect(error).toMatchObject({ call: 'POST /api/transfer', status })
  })

  test('nothing is retried', async () => {
    const before = seen.length
    reply = envelope(503, '服务器繁忙', null, 503)
    await failureOf(client().call('POST /api/transfer', transfer))
    expect(seen.length).toBe(before + 1)
  })
})

test('names and payloads are checked by the compiler', () => {
  const { call } = createClient({ baseUrl: 'http://127.0.0.1:9' })
  // @ts-expect-error no such call
  void (() => call('POST /api/nothing', {}))
  // @ts-expect-error the type of a card is a number
  void (() => call('POST /api/getcard', { type: true }))
  expectTypeOf<Parameters<typeof call<'POST /api/uploadimg'>>[1]>().toEqualTypeOf<{ file: Blob }>()
})
