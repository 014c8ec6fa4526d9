import { consoleCalls, type ConsoleCallName } from '@tianping/contract/console'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, expectTypeOf, test, vi } from 'vitest'
import {
  call,
  callOnce,
  Failed,
  UNREACHABLE,
  type OnceCall,
  type PlainCall,
} from '../../src/app/api.ts'

type Seen = { url: string; headers: IncomingMessage['headers']; body: string }
type Reply = { status?: number; body: string } | 'drop'

let server: Server
let seen: Seen[] = []
let replies: Reply[] = []
const envelope = (code: number, message = 'ok', data: unknown = null) =>
  JSON.stringify({ code, message, data })

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      seen.push({ url: request.url!, headers: request.headers, body })
      const reply = replies.shift() ?? { body: envelope(200) }
      if (reply === 'drop') return request.socket.destroy()
      response
        .writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
        .end(reply.body)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  vi.stubGlobal('location', {
    href: `http://127.0.0.1:${(server.address() as AddressInfo).port}/console/`,
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})
beforeEach(() => {
  seen = []
  replies = []
})

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error as Failed,
  )
const approve = (deposit_no: string, remark = '') =>
  callOnce('POST /api/console/deposits/approve', { deposit_no, remark })
const keys = () => seen.map(each => each.headers['idempotency-key'])

type Spec<N extends ConsoleCallName> = (typeof consoleCalls)[N]
/** Calls whose type says neither that they are marked `once` nor that they are not. */
type Vague = {
  [N in ConsoleCallName]: 'once' extends keyof Spec<N>
    ? Spec<N> extends { once: true }
      ? never
      : N
    : never
}[ConsoleCallName]

test('the compiler asks for a key exactly where the contract marks a call once', () => {
  expectTypeOf<Vague>().toBeNever()
  expectTypeOf<(typeof consoleCalls)[OnceCall]['once']>().toEqualTypeOf<true>()
  expectTypeOf<OnceCall>().toExtend<ConsoleCallName>()
  expectTypeOf<'POST /api/console/deposits/approve'>().toExtend<OnceCall>()
  expectTypeOf<'POST /api/console/deposits/approve'>().not.toExtend<PlainCall>()
  expectTypeOf<'POST /api/console/me'>().toExtend<PlainCall>()
})

test('the calls that approve, reject, save and pay carry a key', () => {
  const changing = /\/(approve|reject|save|pay|fail|return|propose|withdraw|resolve)$/
  // A view is one operator's own setting; saving it twice changes nothing.
  const exempt = ['POST /api/console/views/save']
  const bare = Object.entries(consoleCalls)
    .filter(([name, spec]) => changing.test(name) && !('once' in spec && spec.once))
    .map(([name]) => name)
  expect(bare).toEqual(exempt)
})

test('a call posts JSON to its path and proves that it comes from the back office', async () => {
  replies = [{ body: envelope(200, 'ok', { id: 1 }) }]
  expect(await call('POST /api/console/members/show', { id: 7 })).toEqual({ id: 1 })
  expect(seen[0]).toMatchObject({ url: '/api/console/members/show', body: '{"id":7}' })
  expect(seen[0]!.headers).toMatchObject({
    'x-tianping-console': '1',
    'content-type': 'application/json',
  })
  expect(seen[0]!.headers['idempotency-key']).toBeUndefined()
})

test("a refusal carries the server's code and words, and is certain", async () => {
  replies = [{ body: envelope(409, '该单已由 finance2 处理') }]
  expect(await failure(call('POST /api/console/me', {}))).toMatchObject({
    code: 409,
    message: '该单已由 finance2 处理',
    certain: true,
  })
})

test('an ended session is code 401, also when the transport says 200', async () => {
  replies = [{ body: envelope(401, '登录已过期，请重新登录') }]
  expect(await failure(call('POST /api/console/today', {}))).toMatchObject({
    code: 401,
    certain: true,
  })
})

test('an answer of distress leaves the outcome open', async () => {
  replies = [{ status: 500, body: envelope(500, '服务器繁忙，请稍后再试') }]
  expect(await failure(call('POST /api/console/today', {}))).toMatchObject({
    code: 500,
    message: '服务器繁忙，请稍后再试',
    certain: false,
  })
})

test('a page of a proxy instead of the envelope is told by its status', async () => {
  replies = [{ status: 502, body: '<html>Bad Gateway</html>' }]
  const error = await failure(call('POST /api/console/today', {}))
  expect(error).toMatchObject({ code: 502, certain: false })
  expect(error.message).toContain('502')
})

test('without an answer the outcome is open', async () => {
  replies = ['drop']
  expect(await failure(call('POST /api/console/today', {}))).toMatchObject({
    code: UNREACHABLE,
    certain: false,
  })
})

test('a call that is no longer wanted is not a failure to tell of', async () => {
  const left = new AbortController()
  const pending = failure(call('POST /api/console/today', {}, left.signal))
  left.abort()
  expect(await pending).not.toBeInstanceOf(Failed)
})

test('an action keeps its key until the server has decided, and the next one has its own', async () => {
  replies = [
    'drop',
    { status: 503, body: envelope(503, '服务器繁忙') },
    { body: envelope(200) },
    { body: envelope(200) },
  ]
  await failure(approve('D1'))
  await failure(approve('D1'))
  await approve('D1')
  await approve('D1')
  const [first, second, third, fourth] = keys()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})

test('a refused action is over: trying again is another action', async () => {
  replies = [{ body: envelope(409, '正在由他人处理') }, { body: envelope(200) }]
  await failure(approve('D2'))
  await approve('D2')
  expect(keys()[1]).not.toBe(keys()[0])
})

test('another item or another remark never borrows the key of an open action', async () => {
  replies = ['drop', 'drop', 'drop']
  await failure(approve('D3'))
  await failure(approve('D4'))
  await failure(approve('D3', '已核对'))
  expect(new Set(keys()).size).toBe(3)
})
