// What the server shows to anybody who asks, before any session is looked at.
import { calls, type Call } from '@tianping/contract'
import { consoleCalls } from '@tianping/contract/console'
import { row, sql } from '@tianping/database'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const folder = await mkdtemp(join(tmpdir(), 'surface-'))
afterAll(() => rm(folder, { recursive: true }))
const dist = join(folder, 'dist')
await mkdir(join(dist, 'assets'), { recursive: true })
const page = '<!doctype html><title>page</title><script></script><style></style>'
for (const name of ['index.html', 'verify.html', 'agent.html', 'assets/own.js'])
  await writeFile(join(dist, name), page)
await writeFile(join(dist, 'manifest.webmanifest'), '{}')
await writeFile(join(folder, 'package.json'), '{"dependencies":{}}')
const site = await openTestSite(url, { env: { MEMBER_DIST: dist } })
const owner = open()

/**
 * The documents' calls by GET. They read, but for `getAgentLoginUrl`, which makes a ticket;
 * members' calls need a bearer token, which no link or form of another site sends.
 */
const BY_GET = [
  'GET /api/getAgentLoginUrl',
  'GET /api/get_pay_way',
  'GET /api/game/list',
  'GET /api/game/matches',
  'GET /api/game/picks',
  'GET /api/jackpots',
  'GET /api/userredpacket',
  'GET /api/getVisitUrl',
]

test('what changes something is a POST: calls by GET are named here, none in the back office', () => {
  const byGet = Object.keys(calls).filter(name => name.startsWith('GET '))
  expect(byGet.toSorted()).toEqual(BY_GET.toSorted())
  expect(Object.keys(consoleCalls).filter(name => name.startsWith('GET '))).toEqual([])
})

test.each(['TRACE', 'CONNECT', 'PUT', 'DELETE', 'PATCH'])(
  '%s is no method of a call',
  async method => {
    const answer = await site.app.inject({ method: method as 'TRACE', url: '/api/user' })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('/api/user')
  },
)

test.each([
  '/.git/config',
  '/.env',
  '/package.json',
  '/assets/',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/api/../package.json',
])('%s is not served, nor a list of a folder', async path => {
  const answer = await site.app.inject({ url: path })
  expect(answer.body).not.toMatch(/"dependencies"|\[core\]|own\.js/)
})

test('every answer says its type with its character set, and is taken for nothing else', async () => {
  for (const [method, path] of [
    ['POST', '/api/app'],
    ['POST', '/api/login'],
    ['POST', '/api/console/me'],
    ['GET', '/api/nothing-here'],
    ['GET', '/healthz'],
  ] as const) {
    const { headers } = await site.app.inject({ method, url: path })
    expect(headers['content-type'], path).toMatch(/^(application\/json|text\/\w+); charset=utf-8$/)
    expect(headers['x-content-type-options'], path).toBe('nosniff')
  }
})

test('an answer of a call is kept by no cache, and is open to no other origin', async () => {
  for (const path of ['/api/user', '/api/console/me', '/api/login']) {
    const { headers } = await site.app.inject({
      method: 'POST',
      url: path,
      headers: { origin: 'https://evil.example' },
    })
    expect(headers['cache-control'], path).toBe('no-store')
    expect(headers['access-control-allow-origin'], path).toBeUndefined()
    expect(headers['access-control-allow-credentials'], path).toBeUndefined()
  }
})

test('no answer names the software behind it', async () => {
  const { headers } = await site.app.inject({ method: 'POST', url: '/api/app' })
  expect(headers['server']).toBeUndefined()
  expect(headers['x-powered-by']).toBeUndefined()
})

test('fields that a call does not name change nothing', async () => {
  const { token, memberId } = await site.member()
  const saved = await site.call(
    'POST /api/updateuserinfo',
    {
      mobile: '13800138000',
      email: 'a@b.example',
      birthday: '1990-01-01',
      vip: 10,
      isagent: 1,
      member_id: 1,
      state: 'locked',
      balance: 999,
    },
    { token },
  )
  expect(saved.code).toBe(200)
  const stored = await row(
    owner,
    sql<{ vip: number; isagent: boolean; state: string }>`
    select vip, isagent, state from member where member_id = ${memberId}`,
  )
  expect(stored).toEqual({ vip: 1, isagent: false, state: 'active' })
})

test('a field sent twice is refused or read as one value, never as a list', async () => {
  const answer = await site.app.inject({ url: '/api/game/list?category=1&category=2' })
  expect(answer.json<{ code: number }>().code).toBe(400)
})

test('no password and no session token is sent in an address', () => {
  const named = Object.entries<Call>({ ...calls, ...consoleCalls }).flatMap(([name, { takes }]) =>
    name.startsWith('GET ') && takes instanceof z.ZodObject ? Object.keys(takes.shape) : [],
  )
  expect(named.filter(field => /pass|token|secret/i.test(field))).toEqual([])
})

test('a page runs its own files only, is framed by nobody else and names nothing to other sites', async () => {
  const { headers } = await site.app.inject({ url: '/' })
  const policy = String(headers['content-security-policy']).split('; ')
  for (const line of ["object-src 'none'", "base-uri 'none'"]) expect(policy).toContain(line)
  const scripts = policy.find(line => line.startsWith('script-src'))
  expect(scripts).toMatch(/^script-src 'self'( 'sha256-[\w+/]+=')*$/)
  expect(policy).toContain("frame-ancestors 'self'")
  expect(headers['referrer-policy']).toBe('same-origin')
})

test('the address of a caller is the one our own proxy saw, whatever the caller wrote before it', async () => {
  const { name } = await site.member()
  const entered = await site.call(
    'POST /api/login',
    { name, password: 'secret1', code: 'x' },
    { headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' } },
  )
  expect(entered.code).toBe(200)
  const seen = sql<{ address: string }>`select last_login_address as address from member
    where name = ${name}`
  expect((await row(owner, seen))?.address).toBe('198.51.100.7')
})
