import {
  HEADERS,
  responseAction,
  signatureMatches,
  VENUE_CODES,
  VENUE_ERRORS,
} from '@tianping/venue-protocol'
import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sandboxMerchants } from '../server/index.ts'
import {
  funded,
  gamePage,
  good,
  handClock,
  KEY,
  LOBBY,
  newRef,
  playing,
  rawCall,
  refusedWith,
  testVenue,
} from './support/support.ts'

const clock = handClock()
const [sandbox] = sandboxMerchants()
const SECOND_KEY = { id: 'next', secret: 'the-key-that-comes-after-the-first-one' }
const merchants = [
  { ...sandbox!, keys: [...sandbox!.keys, SECOND_KEY] },
  { ...sandbox!, name: 'closed', enabled: false },
  { ...sandbox!, name: 'fgonly', venues: ['FG'] as const },
]
const venue = await testVenue({ faults: true, clock, merchants })
const client = venue.client('FG')
const HEALTH = '/venues/FG/v1/health'
const call = (
  method: string,
  target: string,
  body = '',
  change: Record<string, string | undefined> = {},
) => rawCall(venue.url, method, target, body, change, clock)
const codeOf = async (...args: Parameters<typeof call>) => {
  const { status, json } = await call(...args)
  expect(status).toBe(VENUE_ERRORS[json.code as 1001]?.status ?? 200)
  return json.code
}

test.each([
  ['no signature', { 'x-signature': undefined }],
  ['another signature', { 'x-signature': 'ab'.repeat(32) }],
  ['a signature in capitals', { 'x-signature': 'AB'.repeat(32) }],
  ['no merchant', { 'x-merchant': undefined }],
  ['an unknown merchant', { 'x-merchant': 'stranger' }],
  ['a name from the prototype', { 'x-merchant': '__proto__' }],
  ['an unknown key', { 'x-key-id': 'k9' }],
  ['no nonce', { 'x-nonce': undefined }],
  ['a short nonce', { 'x-nonce': 'abcd' }],
])('1001: %s', async (_what, change) => {
  expect(await codeOf('GET', HEALTH, '', change)).toBe(1001)
})

test('1001: a body, path or query that was changed on the way', async () => {
  const body = JSON.stringify({ player: 'x', nickname: 'x', currency: 'CNY' })
  const timestamp = String(clock())
  const signed = async (target: string, sent: string) => {
    const { signatureOf } = await import('@tianping/venue-protocol')
    const nonce = randomBytes(16).toString('hex')
    return codeOf('PUT', target, sent, {
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signatureOf(KEY.secret, {
        action: 'PUT',
        target: '/venues/FG/v1/players/x',
        timestampMs: timestamp,
        nonce,
        body,
      }),
    })
  }
  expect(await signed('/venues/FG/v1/players/x', body)).toBe(0)
  expect(await signed('/venues/FG/v1/players/x', `${body} `)).toBe(1001)
  expect(await signed('/venues/PP/v1/players/x', body)).toBe(1001)
  expect(await signed('/venues/FG/v1/players/x?a=1', body)).toBe(1001)
})

test('1002: a timestamp outside a minute either way', async () => {
  for (const off of [-60_001, 60_001, -86_400_000])
    expect(await codeOf('GET', HEALTH, '', { 'x-timestamp': String(clock() + off) })).toBe(1002)
  for (const off of [-60_000, 60_000, 0])
    expect(await codeOf('GET', HEALTH, '', { 'x-timestamp': String(clock() + off) })).toBe(0)
  expect(await codeOf('GET', HEALTH, '', { 'x-timestamp': 'yesterday' })).toBe(1002)
})

test('1003: a nonce is good once, also when 16 requests race with it', async () => {
  const nonce = randomBytes(16).toString('hex')
  const codes = await Promise.all(
    Array.from({ length: 16 }, () => codeOf('GET', HEALTH, '', { 'x-nonce': nonce })),
  )
  expect(codes.toSorted()).toEqual([0, ...Array.from({ length: 15 }, () => 1003)])
  clock.move(599_000)
  await venue.sweep()
  expect(await codeOf('GET', HEALTH, '', { 'x-nonce': nonce })).toBe(1003)
})

test('1004: a disabled merchant, told only to whoever has his key', async () => {
  expect(await codeOf('GET', HEALTH, '', { 'x-merchant': 'closed' })).toBe(1004)
  expect(
    await codeOf('GET', HEALTH, '', { 'x-merchant': 'closed', 'x-signature': 'ab'.repeat(32) }),
  ).toBe(1001)
})

test('two live keys work side by side while they rotate', async () => {
  expect(good(await venue.client('FG', { key: SECOND_KEY }).health({})).status).toBe('ok')
  expect(good(await client.health({})).status).toBe('ok')
})

test('every one of the nine venues answers at its own base URL, and no other', async () => {
  for (const code of VENUE_CODES) expect(good(await venue.client(code).health({})).venue).toBe(code)
  expect(await codeOf('GET', '/venues/XX/v1/health')).toBe(2000)
  expect(await codeOf('GET', '/venues/PP/v1/health', '', { 'x-merchant': 'fgonly' })).toBe(2000)
  expect(await codeOf('GET', HEALTH, '', { 'x-merchant': 'fgonly' })).toBe(0)
})

test('merchants do not see each other', async () => {
  await funded(client, 'secret-player', 5n)
  refusedWith(
    await venue.client('FG', { merchant: 'fgonly' }).balance({ player: 'secret-player' }),
    2001,
  )
})

test('2000: what is malformed is refused without a trace of why inside', async () => {
  const put = (body: string) => codeOf('PUT', '/venues/FG/v1/players/p', body)
  for (const body of [
    '{',
    '[]',
    '"text"',
    '1',
    'null',
    '{"nickname":"","currency":"CNY"}',
    '{"nickname":5,"currency":"CNY"}',
    '{"nickname":"a","currency":"USD"}',
  ])
    expect(await put(body), body).toBe(2000)
  expect(
    await codeOf('PUT', '/venues/FG/v1/players/no%20spaces', '{"nickname":"a","currency":"CNY"}'),
  ).toBe(2000)
  expect(await codeOf('GET', '/venues/FG/v1/bets?limit=1001')).toBe(2000)
  expect(await codeOf('GET', '/venues/FG/v1/bets?after=-1')).toBe(2000)
  expect(await codeOf('GET', '/venues/FG/v1/bets?after=1&after=2')).toBe(2000)
  expect(await codeOf('GET', '/venues/FG/v1/statement?date=2026-02-30')).toBe(2000)
  expect(
    await codeOf(
      'POST',
      '/venues/FG/v1/launch',
      JSON.stringify({ player: 'p', game_code: 'fortune3', lobby_url: 'javascript:alert(1)' }),
    ),
  ).toBe(2000)
  expect(
    await codeOf(
      'POST',
      '/venues/FG/v1/balances',
      JSON.stringify({ players: Array.from({ length: 101 }, (_, i) => `p${i}`) }),
    ),
  ).toBe(2000)
})

test('a body over 64 KiB, and an unknown path, end early', async () => {
  const big = await rawCall(
    venue.url,
    'POST',
    '/venues/FG/v1/balances',
    JSON.stringify({ players: ['x'.repeat(70_000)] }),
    {},
    clock,
  )
  expect([big.status, big.json.code]).toEqual([413, 2000])
  const lost = await call('GET', '/venues/FG/v1/nothing')
  expect([lost.status, lost.json.code]).toEqual([404, 2000])
})

test('2001 for players that are not there', async () => {
  refusedWith(await client.balance({ player: 'ghost' }), 2001)
  refusedWith(await client.kick({ player: 'ghost' }), 2001)
  refusedWith(
    await client.launch({ player: 'ghost', game_code: 'fortune3', lobby_url: LOBBY }),
    2001,
  )
})

test('3001 for a game that is not there, in this venue, and 3002 for one under maintenance', async () => {
  await funded(client, 'g1', 0n)
  refusedWith(await client.launch({ player: 'g1', game_code: 'nothing', lobby_url: LOBBY }), 3001)
  refusedWith(await client.launch({ player: 'g1', game_code: 'koi3', lobby_url: LOBBY }), 3001)
  await venue.admin.fault({ kind: 'maintenance', venue: 'FG', endpoint: 'launch', count: 1 })
  refusedWith(await client.launch({ player: 'g1', game_code: 'fortune3', lobby_url: LOBBY }), 3002)
})

test('4001: a launch token is good once, for a minute', async () => {
  await funded(client, 'l1', 0n)
  const launched = async () =>
    good(await client.launch({ player: 'l1', game_code: 'fortune3', lobby_url: LOBBY })).url
  const url = await launched()
  const both = await Promise.all([gamePage(venue.url).enter(url), gamePage(venue.url).enter(url)])
  expect(both.map(said => said.code).toSorted()).toEqual([0, 4001])
  const late = await launched()
  clock.move(60_000)
  expect((await gamePage(venue.url).enter(late)).code).toBe(4001)
  expect(
    (await gamePage(venue.url).enter(late.replace(/#t=.{43}/, `#t=${'A'.repeat(43)}`))).code,
  ).toBe(4001)
})

test('4001: a kick voids tokens that were not used, and ends sessions that are open', async () => {
  const { page, client: fg } = await playing(venue, { player: 'k1' })
  const { url } = good(await fg.launch({ player: 'k1', game_code: 'fortune3', lobby_url: LOBBY }))
  expect(good(await fg.kick({ player: 'k1' }))).toEqual({ sessions: 1, tokens: 1 })
  expect((await page.bet(100)).code).toBe(4002)
  expect((await gamePage(venue.url).enter(url)).code).toBe(4001)
  expect(good(await fg.kick({ player: 'k1' }))).toEqual({ sessions: 0, tokens: 0 })
})

test('4290: a merchant who asks too much is told so, and heard again later', async () => {
  const slow = await testVenue({ clock, limits: { merchantPerSecond: 2, merchantBurst: 4 } })
  const asker = slow.client('FG')
  const outcomes = []
  for (let i = 0; i < 6; i++) outcomes.push(await asker.health({}))
  expect(outcomes.map(outcome => outcome.kind)).toEqual([
    'ok',
    'ok',
    'ok',
    'ok',
    'refused',
    'refused',
  ])
  refusedWith(outcomes[5]!, 4290)
  clock.move(1_000)
  expect((await asker.health({})).kind).toBe('ok')
})

test("4290: made-up tokens count against the address they come from, a player's own session by itself", async () => {
  const small = await testVenue({
    clock,
    limits: { merchantPerSecond: 1e6, merchantBurst: 1e6, visitorPerSecond: 1, visitorBurst: 6 },
  })
  // Entering and the first call of a session that is not known yet are two calls of the address.
  const { page } = await playing(small, { player: 'l1' })
  expect((await page.call('GET', '/api/state')).code).toBe(0)
  const stranger = gamePage(small.url)
  const madeUp = async (path = '/api/state') => {
    stranger.withToken(randomBytes(32).toString('base64url'))
    return (await stranger.call('GET', path)).code
  }
  const said: number[] = []
  for (let i = 0; i < 6; i++) said.push(await madeUp())
  expect(said).toEqual([4002, 4002, 4002, 4002, 4290, 4290])
  // What is public asks for no session, so a token given with it proves nothing.
  expect(await madeUp('/books/football/matches')).toBe(4290)
  const stream = await fetch(`${small.url}/api/table/stream`, {
    headers: { authorization: `Bearer ${stranger.token()}` },
  })
  expect(stream.status).toBe(429)
  for (let i = 0; i < 6; i++) expect((await page.call('GET', '/api/state')).code).toBe(0)
  expect((await page.call('GET', '/api/state')).code).toBe(4290)
  clock.move(1_000)
  expect([await madeUp(), await madeUp()]).toEqual([4002, 4290])
  // A session that has ended is a stranger's token again.
  expect((await page.call('POST', '/api/leave')).code).toBe(0)
  clock.move(1_000)
  expect([
    (await page.call('GET', '/api/state')).code,
    (await page.call('GET', '/api/state')).code,
  ]).toEqual([4002, 4002])
  expect(await madeUp()).toBe(4290)
})

test('5003: a venue under maintenance says nothing about the transfer, so it stays unknown', async () => {
  await venue.admin.fault({ kind: 'maintenance', venue: 'FG', endpoint: 'transfer', count: 1 })
  expect(
    await client.transfer({ ref: newRef(), player: 'g1', direction: 'IN', amount: 1n }),
  ).toMatchObject({ kind: 'unknown', reason: 'server_error' })
})

test('the admin calls ask for the same signature, and do not exist where faults are off', async () => {
  expect(await codeOf('GET', '/admin/faults', '', { 'x-signature': 'ab'.repeat(32) })).toBe(1001)
  expect(await codeOf('POST', '/admin/faults', '{"kind":"explode"}')).toBe(2000)
  const plain = await testVenue({ clock })
  expect((await plain.admin.call('GET', '/admin/faults', null)).status).toBe(404)
  expect((await plain.admin.call('POST', '/admin/faults', { kind: 'delay' })).status).toBe(404)
})

test('every answer is signed over its status, target, nonce and body', async () => {
  const answer = await call('GET', '/venues/FG/v1/bets?limit=5&after=0')
  const header = (name: string) => answer.headers.get(name) ?? ''
  const signed = {
    action: responseAction(200, 'GET'),
    target: '/venues/FG/v1/bets?after=0&limit=5',
    timestampMs: header(HEADERS.timestamp),
    nonce: header(HEADERS.nonce),
    body: answer.text,
  }
  expect(signatureMatches(KEY.secret, signed, header(HEADERS.signature))).toBe(true)
  expect(
    signatureMatches(
      KEY.secret,
      { ...signed, action: responseAction(409, 'GET') },
      header(HEADERS.signature),
    ),
  ).toBe(false)
})

test('a fuzzer over the headers never gets further than 1001 to 1004, nor a 5xx', async () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 80 }),
    fc.constantFrom('', '0', 'tianping', KEY.id, String(clock()), 'a'.repeat(32), 'f'.repeat(64)),
  )
  const names = fc.constantFrom('x-merchant', 'x-key-id', 'x-timestamp', 'x-nonce', 'x-signature')
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, value, { minKeys: 1, maxKeys: 5 }), async change => {
      const { status, json } = await call(
        'GET',
        HEALTH,
        '',
        Object.fromEntries(Object.entries(change).map(([name, text]) => [name, text.trim()])),
      )
      expect(
        json.code === 0 || (json.code >= 1001 && json.code <= 1004),
        JSON.stringify(change),
      ).toBe(true)
      expect(status).toBeLessThan(500)
      if (json.code === 0) for (const name of ['x-signature']) expect(change[name]).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})

test('a fuzzer over the fields never gets a 5xx, and never moves a fen', async () => {
  await funded(client, 'fuzz', 1_000n)
  // No player with money is among the values: `all` of what he has may rightly be taken out.
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string(),
    fc.constantFrom(
      'nobody',
      'OUT',
      'fortune3',
      true,
      -1,
      0,
      1.5,
      1e308,
      '1',
      '\u0000',
      '\ud800',
      'x'.repeat(500),
      undefined,
    ),
  )
  const rg = { session_start: new Date(clock()).toISOString(), reality_check_min: 30, net_limit: 5 }
  const sound = fc.constantFrom<[string, string, Record<string, unknown>]>(
    [
      'POST',
      '/venues/FG/v1/transfers',
      { ref: 'fuzz-1', player: 'fuzz', direction: 'IN', amount: -1 },
    ],
    [
      'POST',
      '/venues/FG/v1/transfers',
      { ref: 'fuzz-2', player: 'nobody', direction: 'OUT', all: true },
    ],
    [
      'POST',
      '/venues/FG/v1/launch',
      { player: 'fuzz', game_code: 'fortune3', lobby_url: LOBBY, lang: 'zh-CN', rg },
    ],
    ['POST', '/venues/FG/v1/balances', { players: ['fuzz'] }],
    ['PUT', '/venues/FG/v1/players/fuzz', { nickname: 'f', currency: 'CNY' }],
    ['POST', '/venues/FG/v1/transfers/%00/finalize', {}],
    ['POST', '/venues/FG/v1/players/fuzz%2f..%2fx/kick', {}],
  )
  const field = fc.constantFrom(
    'ref',
    'player',
    'direction',
    'all',
    'nickname',
    'currency',
    'players',
    'game_code',
    'lobby_url',
    'lang',
    'rg',
    'demo',
    '__proto__',
    'constructor',
  )
  await fc.assert(
    fc.asyncProperty(
      sound,
      fc.dictionary(field, odd, { maxKeys: 2 }),
      async ([method, target, body], change) => {
        const { status, text } = await call(method, target, JSON.stringify({ ...body, ...change }))
        expect(status, text).toBeLessThan(500)
        expect(text).not.toMatch(/node_modules|\bat \w+ \(|select |insert /)
      },
    ),
    { numRuns: 600 },
  )
  expect(good(await client.balance({ player: 'fuzz' })).available).toBe(1_000n)
})
