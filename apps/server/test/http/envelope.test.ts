import { calls } from '@tianping/contract'
import { consoleCalls } from '@tianping/contract/console'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { handlers } from '../../src/compose.ts'
import { consoleHandlers } from '../../src/consoleHandlers.ts'
import { openTestSite } from '../support/site.ts'

const { url } = await freshDatabase('server')
const site = await openTestSite(url)
const member = await site.member()

const inject = async (
  method: 'GET' | 'POST',
  path: string,
  payload: string | Buffer,
  headers: Record<string, string> = {},
) => {
  const answer = await site.app.inject({
    method,
    url: path,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return {
    status: answer.statusCode,
    body: answer.json<{ code: number; message: string; data: unknown }>(),
    text: answer.body,
  }
}

describe('every answer is the envelope', () => {
  test.each([
    ['malformed JSON', '{"name":', 400],
    ['a list for a body', '[1,2]', 400],
    ['a number for a body', '7', 400],
    ['null for a body', 'null', 400],
    ['wrong types', '{"name":{"$ne":1},"password":[],"code":true}', 400],
  ])('%s is code 400 in HTTP 200', async (_what, payload, code) => {
    const { status, body } = await inject('POST', '/api/login', payload)
    expect(status).toBe(200)
    expect(body.code).toBe(code)
  })
  test('an empty body with a JSON content type is taken, as deployed clients send it', async () => {
    expect((await inject('POST', '/api/app', '')).body.code).toBe(200)
  })
  test('a form is taken like JSON', async () => {
    const { body } = await inject('POST', '/api/login', 'name=&password=&code=', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(body.message).toBe('请输入您的账号和密码！')
  })
  test('a huge body is 413', async () => {
    const { status, body } = await inject(
      'POST',
      '/api/login',
      JSON.stringify({ name: 'x'.repeat(200_000) }),
    )
    expect([status, body.code]).toEqual([413, 413])
  })
  test('an unknown path is 404 in the envelope, also under /api/console', async () => {
    for (const path of [
      '/api/nowhere',
      '/api/console/nowhere',
      '/nowhere.php',
      '/api/../etc/passwd',
    ]) {
      expect(await inject('POST', path, '{}')).toMatchObject({
        status: 404,
        body: { code: 404, data: null },
      })
    }
  })
  test('no answer carries a stack trace or SQL, whatever is sent', async () => {
    const names = Object.keys(calls).filter(name => !name.endsWith('/logoff'))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.jsonValue(), async (name, body) => {
        const [method, path] = name.split(' ') as ['GET' | 'POST', string]
        const { status, text } = await inject(
          method,
          path.replace(':code', 'FG'),
          method === 'GET' ? '' : JSON.stringify(body),
          { authorization: `Bearer ${member.token}` },
        )
        expect(status).toBeLessThan(500)
        expect(text).not.toMatch(/ at .*\.ts|select |insert into|error:|Error:/i)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the contract', () => {
  test('every member call asks for a session', async () => {
    for (const [name, spec] of Object.entries(calls)) {
      if (spec.by !== 'member') continue
      const [method, path] = name.split(' ') as ['GET' | 'POST', string]
      expect(
        (await inject(method, path.replace(':code', 'FG'), method === 'GET' ? '' : '{}')).body.code,
        name,
      ).toBe(401)
    }
  })
  test('every declared call has a handler', () => {
    expect(Object.keys(calls).filter(name => !(name in handlers))).toEqual([])
    expect(Object.keys(consoleCalls).filter(name => !(name in consoleHandlers))).toEqual([])
  })
})
