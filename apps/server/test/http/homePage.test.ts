// The page of the member app: its own scripts by their hashes, and nothing sent twice.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite } from '../support/site.ts'

const script = "document.documentElement.dataset.theme = 'dark'"
const dist = mkdtempSync(join(tmpdir(), 'tianping-home-'))
afterAll(() => rmSync(dist, { recursive: true }))
mkdirSync(join(dist, 'served'))
const files = {
  'index.html': `<head><!--banner--><script>${script}</script><script type="module" src="/assets/a.js"></script><!--boot--></head>`,
  'agent.html': '',
  'verify.html': '',
  'manifest.webmanifest': '{}',
  'served/home.js': 'export const drawHome = boot => { throw new Error("cannot be drawn") }',
}
for (const [name, content] of Object.entries(files)) writeFileSync(join(dist, name), content)

const { url } = await freshDatabase('server')
const site = await openTestSite(url, { env: { MEMBER_DIST: dist } })

test('its own inline script may run, and no other', async () => {
  const { headers } = await site.app.inject({ url: '/' })
  const hash = createHash('sha256').update(script).digest('base64')
  expect(String(headers['content-security-policy'])).toContain(
    `script-src 'self' 'sha256-${hash}';`,
  )
})

test('a home that cannot be drawn leaves the page with its data to the browser', async () => {
  const { statusCode, body } = await site.app.inject({ url: '/' })
  expect(statusCode).toBe(200)
  expect(body).toContain('<script type="application/json" id="boot">{"appInfo":')
  expect(body).not.toContain('<template id="home">')
})

test('a browser that has the page already is sent none', async () => {
  const first = await site.app.inject({ url: '/' })
  const again = await site.app.inject({
    url: '/',
    headers: { 'if-none-match': String(first.headers['etag']) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
})

test('what the server runs of the app is none of its files', async () => {
  const { statusCode } = await site.app.inject({ url: '/served/home.js' })
  expect(statusCode).toBe(404)
})

test('the page says that calls are traced where the server keeps traces, and else nothing of them', async () => {
  expect((await site.app.inject({ url: '/' })).body).not.toContain('"traces"')
  const env = { MEMBER_DIST: dist, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const traced = await openTestSite(url, { env })
  expect((await traced.app.inject({ url: '/' })).body).toContain('"traces":true')
})
