// Two releases at once: what only one of them built is served by both
// (docs/decisions/0237-instances-serve-the-files-of-other-releases.md).
import { run, sql } from '@tianping/database'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@tianping/money/day'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { keepBuilt } from '../../src/areas/site/builtFiles.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const home = mkdtempSync(join(tmpdir(), 'tianping-built-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A build of the back office whose page names these files. */
function build(name: string, files: Record<string, string>): string {
  const dist = join(home, name)
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, 'index.html'), name)
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(dist, 'assets', file), content)
  return dist
}

const older = await openTestSite(url, {
  clock,
  env: { CONSOLE_DIST: build('older', { 'room-Aa1.js': 'older', 'same-Cc3.css': 'body{}' }) },
})
const newer = await openTestSite(url, {
  clock,
  env: {
    CONSOLE_DIST: build('newer', {
      'room-Bb2.js': 'newer',
      'same-Cc3.css': 'body{}',
      'room-Bb2.js.gz': 'not asked for by name',
      'plan.txt': 'of no kind that is kept',
    }),
  },
})
const ask = (site: typeof older, path: string, method: 'GET' | 'POST' = 'GET') =>
  site.app.inject({ method, url: path })
const there = async (site: typeof older, path: string) => (await ask(site, path)).statusCode

test('a page of one release finds its files at instances of the other, and an open tab its rooms', async () => {
  for (const { services } of [older, newer]) await keepBuilt(services)
  await keepBuilt(newer.services)
  const other = await ask(older, '/console/assets/room-Bb2.js?v=1')
  expect(other.statusCode).toBe(200)
  expect(other.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(gunzipSync(other.rawPayload).toString()).toBe('newer')
  expect(await there(newer, '/console/assets/room-Aa1.js')).toBe(200)
  const own = await ask(newer, '/console/assets/same-Cc3.css')
  expect([own.headers['content-encoding'], own.body]).toEqual([undefined, 'body{}'])
})

test('a file is answered as the build compressed it; one that comes later is none of the build', async () => {
  const dist = build('whole', { 'room-Ee5.js': 'plain', 'room-Ee5.js.gz': 'compressed' })
  const { app } = await openTestSite(url, { clock, env: { CONSOLE_DIST: dist } })
  writeFileSync(join(dist, 'assets', 'late-Ff6.js'), 'late')
  const asked = async (name: string, encoding: string) => {
    const headers = { 'accept-encoding': encoding }
    const answer = await app.inject({ url: `/console/assets/${name}`, headers })
    return [answer.statusCode, answer.headers['content-encoding']]
  }
  expect(await asked('room-Ee5.js', 'gzip')).toEqual([200, 'gzip'])
  expect(await asked('room-Ee5.js', 'identity')).toEqual([200, undefined])
  expect(await asked('room-Ee5.js.gz', 'gzip')).toEqual([404, undefined])
  expect(await asked('late-Ff6.js', 'gzip')).toEqual([404, undefined])
})

test.each([
  '/console/assets/plan.txt',
  '/console/assets/room-Bb2.js.gz',
  '/console/assets/room-Dd4.js',
  '/assets/room-Bb2.js',
  '/console/assets/%2e%2e/room-Bb2.js',
])('%s is no file of a release at the other', async path => {
  expect(await there(older, path)).toBe(404)
})

test('a call by another method finds nothing', async () => {
  expect((await ask(older, '/console/assets/room-Bb2.js', 'POST')).statusCode).toBe(404)
})

test('a file of which no build has been seen for sixty days goes', async () => {
  const age = (days: number) =>
    run(
      owner,
      sql`update built_file set seen_at = ${new Date(clock.now().getTime() - days * DAY_MS)} where path = '/console/assets/room-Aa1.js'`,
    )
  await age(60)
  await keepBuilt(newer.services)
  expect(await there(newer, '/console/assets/room-Aa1.js')).toBe(200)
  await age(60)
  clock.advance(1)
  await keepBuilt(newer.services)
  expect(await there(newer, '/console/assets/room-Aa1.js')).toBe(404)
})
