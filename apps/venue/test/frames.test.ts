// Whose pages may show a game in a frame: those that its launch names, and nobody else's.
import { expect, test } from 'vitest'
import { funded, gamePage, good, LOBBY, refusedWith, testVenue } from './support/support.ts'

const A = 'https://m.client.example'
const B = 'https://n.client.example:8443'

const venue = await testVenue()
const slots = venue.client('OB')
await funded(slots, 'f1', 10_000n)

const launched = async (frame_ancestors?: string[]) =>
  good(
    await slots.launch({
      player: 'f1',
      game_code: '',
      lobby_url: LOBBY,
      ...(frame_ancestors ? { frame_ancestors } : {}),
    }),
  ).url
/** Who may frame the page at an address, as browsers new and old read it. */
async function framers(url: string) {
  const { headers } = await fetch(url)
  const policy = headers.get('content-security-policy') ?? ''
  return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get('x-frame-options')]
}

test('a game is framed by the origins of its launch, and by no others', async () => {
  expect(await framers(await launched())).toEqual(["'none'", 'DENY'])
  expect(await framers(await launched([]))).toEqual(["'none'", 'DENY'])
  expect(await framers(await launched([B, A, A]))).toEqual([`${A} ${B}`, null])
  expect(await framers(await launched([B]))).toEqual([B, null])
})

test('the address says who may frame, not the browser: what was not launched frames nothing', async () => {
  for (const f of ['', 'x', '0'.repeat(22), `${A}`, "'self'"])
    expect(await framers(`${venue.url}/play/orchard3?f=${encodeURIComponent(f)}`), f).toEqual([
      "'none'",
      'DENY',
    ])
  expect(await framers(`${venue.url}/play/orchard3?f=a&f=b`)).toEqual(["'none'", 'DENY'])
  expect(await framers(`${venue.url}/verify?f=a`)).toEqual(["'none'", 'DENY'])
})

test('a game that is opened from a framed lobby stands in the same frame', async () => {
  const lobby = gamePage(venue.url)
  await lobby.enter(await launched([A]))
  const { data } = await lobby.call('POST', '/api/open', { game_code: 'orchard3' })
  expect(await framers(data.url)).toEqual([A, null])
})

test.each([
  ['a path', [`${A}/game`]],
  ['a wildcard', ['https://*.client.example']],
  ['a keyword', ["'self'"]],
  ['two in one', [`${A} ${B}`]],
  ['a policy', [`${A}; script-src *`]],
  ['more than twenty', Array.from({ length: 21 }, (_, n) => `https://c${n}.example`)],
])('%s is no list of origins', async (_what, frame_ancestors) => {
  refusedWith(
    await slots.launch({ player: 'f1', game_code: '', lobby_url: LOBBY, frame_ancestors }),
    2000,
  )
})
