import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { productionEnv } from '../support/production.ts'
import { openTestSite } from '../support/site.ts'

const { url } = await freshDatabase('server')
const sandbox = await openTestSite(url)
const production = await openTestSite(url, { env: productionEnv })

const files = [
  ['/docs/api', 'text/html'],
  ['/docs/api/reference.js', 'text/javascript'],
  ['/docs/api/reference.css', 'text/css'],
  ['/docs/api/member.json', 'application/json'],
  ['/docs/api/console.json', 'application/json'],
  ['/docs/api/venue.json', 'application/json'],
] as const

test.each(files)('a sandbox serves %s as %s', async (path, type) => {
  const { statusCode, headers, body } = await sandbox.app.inject({ method: 'GET', url: path })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain(type)
  if (type === 'application/json')
    expect((JSON.parse(body) as { openapi: string }).openapi).toBe('3.1.0')
})

test.each(files)('production has no %s', async path => {
  expect((await production.app.inject({ method: 'GET', url: path })).statusCode).toBe(404)
})

test('the page runs under the strict policy: no inline script or style', async () => {
  const { headers, body } = await sandbox.app.inject({ method: 'GET', url: '/docs/api' })
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(body).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/)
})
