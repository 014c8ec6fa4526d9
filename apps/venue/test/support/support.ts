import {
  SANDBOX_MERCHANT,
  signatureOf,
  venueBaseUrl,
  venueClient,
  type VenueClient,
  type VenueCode,
  type VenueOutcome,
} from '@tianping/venue-protocol'
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { freshDatabase, PLANS } from '../../../../tooling/test/database.ts'
import {
  sandboxMerchants,
  startVenue,
  type RunningVenue,
  type VenueOptions,
} from '../../server/index.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

export const KEY = SANDBOX_MERCHANT.key
export const MERCHANT = SANDBOX_MERCHANT.merchant
const GENEROUS = {
  merchantPerSecond: 1e6,
  merchantBurst: 1e6,
  visitorPerSecond: 1e6,
  visitorBurst: 1e6,
}

/** A clock that stands still until it is moved. */
export function handClock(startMs = Date.parse('2026-07-18T12:00:00Z')) {
  let nowMs = startMs
  return Object.assign(() => nowMs, {
    move: (ms: number) => {
      nowMs += ms
    },
  })
}

/** A venue on a database of its own, with the sandbox merchant, closed after the file's tests. */
export async function testVenue(options: Partial<VenueOptions> = {}) {
  const { url: databaseUrl, open } = await freshDatabase('venue')
  const clock = options.clock ?? Date.now
  const running = await startVenue({
    databaseUrl,
    merchants: sandboxMerchants(),
    limits: GENEROUS,
    runTables: false,
    keepPlans: PLANS,
    ...options,
    clock,
  })
  const clients: VenueClient[] = []
  const client = (
    venue: VenueCode = 'FG',
    more: { merchant?: string; key?: { id: string; secret: string }; timeoutMs?: number } = {},
  ) => {
    const made = venueClient({
      baseUrl: venueBaseUrl(running.url, venue),
      merchant: more.merchant ?? MERCHANT,
      keys: [more.key ?? KEY],
      timeoutMs: more.timeoutMs ?? 60_000,
      clock,
    })
    clients.push(made)
    return made
  }
  atEnd(async () => {
    for (const made of clients) made.close()
    await running.close()
  })
  return { ...running, databaseUrl, clock, client, db: open(), admin: adminOf(running, clock) }
}
export type TestVenue = Awaited<ReturnType<typeof testVenue>>

/** The data of an answer that must be good. */
export function good<T>(outcome: VenueOutcome<T>): T {
  if (outcome.kind !== 'ok') throw new Error(`expected an answer, got ${JSON.stringify(outcome)}`)
  return outcome.data
}

export function refusedWith(outcome: VenueOutcome<unknown>, code: number) {
  expect(outcome).toMatchObject({ kind: 'refused', code })
}

let lastRef = 0
export const newRef = () => `T${Date.now().toString(36)}-${++lastRef}`

/** A player with money, ready to play. */
export async function funded(client: VenueClient, player: string, amount: bigint) {
  good(await client.putPlayer({ player, nickname: player, currency: 'CNY' }))
  if (amount > 0n) good(await client.transfer({ ref: newRef(), player, direction: 'IN', amount }))
}

/**
 * A request with its own headers, signed rightly unless told otherwise: for what the typed client
 * cannot say.
 */
export async function rawCall(
  url: string,
  method: string,
  target: string,
  body: string,
  change: Record<string, string | undefined> = {},
  clock: () => number = Date.now,
) {
  const timestampMs = change['x-timestamp'] ?? String(clock())
  const nonce = change['x-nonce'] ?? randomBytes(16).toString('hex')
  const headers: Record<string, string | undefined> = {
    'content-type': 'application/json',
    'x-merchant': MERCHANT,
    'x-key-id': KEY.id,
    'x-timestamp': timestampMs,
    'x-nonce': nonce,
    'x-signature': signatureOf(KEY.secret, { action: method, target, timestampMs, nonce, body }),
    ...change,
  }
  const answer = await fetch(url + target, {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([, value]) => value !== undefined),
    ) as Record<string, string>,
    ...(body && method !== 'GET' ? { body } : {}),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: JSON.parse(text) as { code: number; message: string; data: unknown; request_id: string },
  }
}

function adminOf({ url }: RunningVenue, clock: () => number) {
  const call = (method: string, target: string, body: object | null) =>
    rawCall(url, method, target, body ? JSON.stringify(body) : '', {}, clock)
  return {
    call,
    fault: async (fault: object) => {
      const { json } = await call('POST', '/admin/faults', fault)
      expect(json.code, json.message).toBe(0)
      return json.data as { id: number }
    },
    clear: () => call('DELETE', '/admin/faults', null),
  }
}

/** What the game page says to its server. */
export function gamePage(url: string) {
  let token = ''
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    // The shape is what each test asks for; the page's own types are checked by the compiler.
    // eslint-disable-next-line typescript/no-explicit-any
    return (await answer.json()) as { code: number; message: string; data: any }
  }
  const enter = async (launchUrl: string) => {
    const said = await call('POST', '/api/session', {
      token: new URL(launchUrl).hash.slice('#t='.length),
    })
    if (said.code === 0) token = said.data.token
    return said
  }
  const bet = (stake: number, clientBetId = `c-${randomBytes(8).toString('hex')}`) =>
    call('POST', '/api/bets', { client_bet_id: clientBetId, stake })
  return {
    call,
    enter,
    bet,
    withToken: (other: string) => {
      token = other
    },
    token: () => token,
  }
}

export const LOBBY = 'https://platform.example/home'
/** A player in a game: funded, launched, session open. */
export async function playing(
  venue: TestVenue,
  {
    code = 'FG' as VenueCode,
    game = 'fortune3',
    player = 'p1',
    amount = 100_000n,
    rg = undefined as object | undefined,
  } = {},
) {
  const client = venue.client(code)
  await funded(client, player, amount)
  const { url } = good(
    await client.launch({
      player,
      game_code: game,
      lobby_url: LOBBY,
      ...(rg ? { rg: rg as never } : {}),
    }),
  )
  const page = gamePage(venue.url)
  const said = await page.enter(url)
  expect(said.code, said.message).toBe(0)
  return { client, page, state: said.data.state }
}
