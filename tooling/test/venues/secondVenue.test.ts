// The venue that was written from docs/venue-protocol.md alone.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sign } from '../../../examples/second-venue/signature.ts'
import { inRoot } from '../../root.ts'
import { startSecondVenue } from '../../venues/secondVenue.ts'

test('the second venue imports nothing of the platform', () => {
  const files = globSync('examples/second-venue/*.ts', { cwd: inRoot('.') })
  expect(files.length).toBeGreaterThan(5)
  const imported = files.flatMap(file =>
    [...readFileSync(inRoot(file), 'utf8').matchAll(/from '([^']+)'/g)].map(
      ([, from = '']) => from,
    ),
  )
  expect(imported.filter(from => !/^(node:[a-z]+|\.\/[A-Za-z]+\.ts)$/.test(from))).toEqual([])
})

test('its signature is that of the page, example by example', () => {
  const page = readFileSync(inRoot('docs/venue-protocol.md'), 'utf8')
  const example = page.slice(page.indexOf('### A worked example'), page.indexOf('## 3.'))
  const secret = /Secret `([^`]+)`/.exec(example)?.[1] ?? ''
  const nonce = /X-Nonce: (\S+)/.exec(example)?.[1] ?? ''
  const bodies = [...example.matchAll(/^ {4}(\{.*\})$/gm)].map(([, body = '']) => body)
  const wanted = [...example.matchAll(/X-Signature {2,}(\S+)/g)].map(([, found]) => found)
  expect(bodies).toHaveLength(2)
  const url = '/venues/FG/v1/transfers'
  const signed = [
    ['POST', '1784376000000'],
    ['409 POST', '1784376000120'],
  ].map(([action = '', timestamp = ''], n) =>
    sign(secret, { action, url, timestamp, nonce, body: Buffer.from(bodies[n] ?? '') }),
  )
  expect(signed).toEqual(wanted)
})

test('whoever has no key is answered unsigned, and learns nothing', async () => {
  const venue = await startSecondVenue({ merchants: { site: { keys: { k1: 'x'.repeat(32) } } } })
  try {
    const answer = await fetch(`${venue.url}/v1/health`, { headers: { 'x-merchant': 'site' } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('x-signature')).toBeNull()
    expect(await answer.json()).toMatchObject({ code: 1001, data: null })
  } finally {
    await venue.close()
  }
})
