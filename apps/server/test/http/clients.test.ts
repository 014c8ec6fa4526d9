// Clients that are deployed on other origins: what the operator listed may call and frame, nobody
// else.
import { calls } from '@tianping/contract'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { appSchema } from '../../src/kernel/appSetting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const CLIENT = 'https://m.client.example'
const STRANGER = 'https://stranger.example'

const { url } = await freshDatabase('server')
const dist = await mkdtemp(join(tmpdir(), 'clients-'))
afterAll(() => rm(dist, { recursive: true }))
const page = '<!doctype html><title>page</title><script></script><style></style>'
for (const name of ['index.html', 'verify.html', 'agent.html'])
  await writeFile(join(dist, name), page)
await writeFile(join(dist, 'manifest.webmanifest'), '{}')
const clock = new TestClock()
const site = await openTestSite(url, { clock, env: { MEMBER_DIST: dist } })
const member = await site.member()

const list = async (client_origins: string[]) => {
  const by = { name: 'test', at: clock.now() }
  await writeSetting(site.services.db, 'app', appSchema, { client_origins }, by)
  clock.advance(2_001)
}
const ask = (
  method: 'GET' | 'POST' | 'OPTIONS',
  path: string,
  origin?: string,
  headers: Record<string, string> = {},
) =>
  site.app.inject({
    method,
    url: path,
    headers: { host: 'site.example', ...(origin ? { origin } : {}), ...headers },
  })
const preflight = (path: string, origin: string) =>
  ask('OPTIONS', path, origin, {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  })
const admitted = (answer: { headers: Record<string, unknown> }) =>
  Object.keys(answer.headers).filter(name => name.startsWith('access-control-'))

describe('while no client is listed', () => {
  test('no other origin may call, nor frame any page', async () => {
    expect((await preflight('/api/balance', CLIENT)).statusCode).toBe(404)
    expect(admitted(await ask('POST', '/api/app', CLIENT))).toEqual([])
    for (const path of ['/', '/service', '/agent/']) {
      const { headers } = await ask('GET', path)
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'self';")
      expect(headers['x-frame-options'], path).toBe('SAMEORIGIN')
    }
  })
})

describe('a listed client', () => {
  beforeAll(() => list([CLIENT]))

  test('is told by every member call’s preflight what it may send, and may remember it', async () => {
    for (const path of new Set(Object.keys(calls).map(name => name.split(' ')[1]!))) {
      const { statusCode, headers } = await preflight(path, CLIENT)
      expect([path, statusCode]).toEqual([path, 204])
      expect(headers).toMatchObject({
        'access-control-allow-origin': CLIENT,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers':
          'authorization, content-type, idempotency-key, last-event-id, x-requested-with',
        'access-control-max-age': '7200',
        vary: 'origin',
      })
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  test('may read an answer and a refusal, with its code', async () => {
    const { headers } = await ask('POST', '/api/balance', CLIENT)
    expect(headers['access-control-allow-origin']).toBe(CLIENT)
    expect(headers['access-control-expose-headers']).toBe('x-refusal, retry-after, x-request-id')
    expect(headers['x-refusal']).toBe('session.over')
  })

  test('does not open the back office to it, nor anything to a stranger', async () => {
    for (const path of ['/api/console/login', '/api/console/members'])
      expect(admitted(await preflight(path, CLIENT)), path).toEqual([])
    for (const origin of [
      STRANGER,
      'null',
      `${CLIENT}.stranger.example`,
      CLIENT.replace('https', 'http'),
      `${CLIENT}:8443`,
    ]) {
      expect((await preflight('/api/balance', origin)).statusCode, origin).toBe(404)
      expect(admitted(await ask('POST', '/api/app', origin)), origin).toEqual([])
    }
  })

  test('gets the addresses of our pictures whole; our own pages get them as ever', async () => {
    type Answer = { data: { site_logo: string } }
    const logo = async (origin?: string) =>
      (await ask('POST', '/api/app', origin)).json<Answer>().data.site_logo
    expect(await logo()).toBe('/art/logo.webp')
    expect(await logo('http://site.example')).toBe('/art/logo.webp')
    expect(await logo(CLIENT)).toBe(`${site.services.settings.publicUrl}/art/logo.webp`)
    expect((await ask('GET', '/art/logo.webp')).headers['cross-origin-resource-policy']).toBe(
      'cross-origin',
    )
    expect((await ask('GET', '/')).headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  test('gets pictures in written content whole, and links as they are', () => {
    const { publicUrl } = site.services.settings
    const written = '<p><a href="/#/activity">/art/a.png</a><img src="/art/a.png" alt=""></p>'
    expect(site.services.clients.withPictures({ list: [{ content: written, at: 1n }] })).toEqual({
      list: [{ content: written.replace('src="', `src="${publicUrl}`), at: 1n }],
    })
    const others = ['//evil.example/a.png', 'https://a.example/a.png', '/art/../a', 'a.png', '']
    expect(site.services.clients.withPictures(others)).toEqual(others)
  })

  test('may frame customer service and the agents’ site, and no other page', async () => {
    for (const path of ['/service', '/agent/', '/agent/?x=1']) {
      const { headers } = await ask('GET', path)
      expect(headers['content-security-policy'], path).toContain(
        `frame-ancestors 'self' ${CLIENT};`,
      )
      expect(headers, path).not.toHaveProperty('x-frame-options')
    }
    for (const path of ['/', '/index.html', '/agents', '/service/', '/verify', '/console/']) {
      const { headers } = await ask('GET', path)
      expect(headers['content-security-policy'], path).not.toContain(CLIENT)
      expect(headers['x-frame-options'], path).toBe('SAMEORIGIN')
    }
  })

  test('is out within two seconds of being taken off the list', async () => {
    await list([STRANGER])
    expect((await preflight('/api/balance', CLIENT)).statusCode).toBe(404)
    expect((await preflight('/api/balance', STRANGER)).statusCode).toBe(204)
    await list([CLIENT])
  })

  test('sees the same refusals and money as any other', async () => {
    const { body } = await site.app.inject({
      method: 'POST',
      url: '/api/balance',
      headers: { authorization: `Bearer ${member.token}`, origin: CLIENT, host: 'site.example' },
    })
    expect(JSON.parse(body)).toEqual(
      await site.call('POST /api/balance', {}, { token: member.token }),
    )
  })
})
