import './browser.ts'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, Refused, refusedFor, requestOf, Unreachable } from '../../src/app/api.ts'
import { beginSession, endSession } from '../../src/app/session.ts'

type Seen = {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}
let seen: Seen[] = []
let reply = { status: 200, body: '{"code":200,"message":"","data":null}' }
let reason = ''
let server: Server

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    if (reply.status === 0) return response.destroy()
    const headers = { 'content-type': 'application/json', ...(reason && { 'x-refusal': reason }) }
    response.writeHead(reply.status, headers).end(reply.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())
beforeEach(() => {
  endSession()
  sessionStorage.setItem('baseURL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  seen = []
  reason = ''
})
const answers = (code: number, message = '', data: unknown = null, status = 200) => {
  reply = { status, body: JSON.stringify({ code, message, data }) }
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

test('a success gives its data and its message', async () => {
  answers(200, '操作成功！', { balance: 12.5 })
  expect(await call('POST /api/balance', {})).toEqual({
    data: { balance: 12.5 },
    message: '操作成功！',
  })
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/balance', body: '{}' })
})

test('the token goes with every request as a bearer, and visitors send none', async () => {
  answers(200)
  await call('POST /api/app', {})
  beginSession('secret')
  await call('POST /api/user', {})
  expect(seen.map(request => request.headers.authorization)).toEqual([undefined, 'Bearer secret'])
})

test('any other code is a refusal with the text of the server', async () => {
  answers(400, '余额不足')
  expect(await failure(call('POST /api/transall', {}))).toMatchObject({
    name: 'Refused',
    code: 400,
    message: '余额不足',
    certain: true,
  })
})

test('a refusal carries its stable code, and none where the server sends none', async () => {
  answers(403, '请先修改登录密码')
  expect(await failure(call('POST /api/transall', {}))).toMatchObject({ reason: '' })
  reason = 'password.must_change'
  const error = (await failure(call('POST /api/transall', {}))) as Refused
  expect(refusedFor(error, 'password.must_change')).toBe(true)
  expect(refusedFor(error, 'pay_password.must_change')).toBe(false)
  expect(refusedFor(new Error('lost'), 'password.must_change')).toBe(false)
})

test('an expired session is told with the token it was tried with', async () => {
  answers(401, '登录已过期')
  beginSession('old')
  expect(await failure(call('POST /api/balance', {}))).toMatchObject({ code: 401, token: 'old' })
})

test('a failing server leaves the outcome open', async () => {
  answers(500, '服务器繁忙', null, 503)
  const error = await failure(call('POST /api/transall', {}))
  expect(error).toBeInstanceOf(Refused)
  expect(error).toMatchObject({ certain: false, message: '服务器繁忙' })
})

test('what is no answer of ours, and no answer at all, is unreachable', async () => {
  reply = { status: 502, body: '<html>Bad gateway</html>' }
  expect(await failure(call('POST /api/app', {}))).toBeInstanceOf(Unreachable)
  reply = { status: 200, body: 'null' }
  expect(await failure(call('POST /api/app', {}))).toBeInstanceOf(Unreachable)
  reply = { status: 0, body: '' }
  expect(await failure(call('POST /api/app', {}))).toBeInstanceOf(Unreachable)
})

test('a reader who leaves stops the request', async () => {
  answers(200)
  const reader = new AbortController()
  reader.abort()
  expect(await failure(call('POST /api/app', {}, { signal: reader.signal }))).toBeInstanceOf(
    Unreachable,
  )
})

test('an action carries its key', async () => {
  answers(200)
  await call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'ag', amount: '60' },
    { idempotencyKey: 'k1' },
  )
  expect(seen[0]?.headers['idempotency-key']).toBe('k1')
  expect(JSON.parse(seen[0]!.body)).toEqual({
    sourcetype: 'userbalance',
    targettype: 'ag',
    amount: '60',
  })
})

test('a GET carries its payload as a query, a named part goes into the path', () => {
  expect(requestOf('GET /api/game/list', { category: 'joker', category_id: undefined })).toEqual({
    method: 'GET',
    url: '/api/game/list?category=joker',
    body: undefined,
  })
  expect(requestOf('POST /api/userapimoney/:code', { code: 'a/b' })).toEqual({
    method: 'POST',
    url: '/api/userapimoney/a%2Fb',
    body: '{}',
  })
})

test('a file travels as a form', async () => {
  answers(200, '', { avatar: '/x.png' })
  const form = new FormData()
  form.append('file', new Blob(['png'], { type: 'image/png' }), 'face.png')
  await call('POST /api/uploadimg', form)
  expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(seen[0]?.body).toContain('name="file"')
})
