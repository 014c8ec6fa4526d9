import type { Envelope } from './wire.ts'

const TIMEOUT_MS = 8_000

/**
 * The outcome of a call is unknown: no connection, no answer in time, or a server in trouble.
 * Calling again may help.
 */
export class UnknownOutcome extends Error {}

/**
 * Answers that came while the page's scripts were on their way, by path and body: each is good for
 * one call.
 */
export type Early = Record<
  string,
  Promise<{ envelope: Envelope<unknown> & { data: { token: string } }; atMs: number }>
>

function taken(path: string, body: object | undefined) {
  const held = (globalThis as { early?: Early }).early
  const key = `${path} ${body ? JSON.stringify(body) : ''}`
  const asked = held?.[key]
  if (asked) delete held[key]
  return asked
}

/** When the server answered, by this device's clock in ms; exact to half the round trip. */
const answerTimes = new WeakMap<object, number>()
export const answeredAtMs = (data: object): number => answerTimes.get(data) ?? Date.now()

function withTime<T>(envelope: Envelope<T>, atMs: number): Envelope<T> {
  if (typeof envelope.data === 'object' && envelope.data !== null)
    answerTimes.set(envelope.data, atMs)
  return envelope
}

/**
 * One call of the game's own server. Refusals come back as an envelope; anything uncertain is
 * thrown as UnknownOutcome.
 */
export async function call<T>(
  token: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Envelope<T>> {
  const early = await taken(path, body)?.catch(() => undefined)
  if (early) return withTime(early.envelope as Envelope<T>, early.atMs)
  const askedAtMs = Date.now()
  try {
    const answer = await fetch(path, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
      cache: 'no-store',
    })
    if (answer.status >= 500 || answer.status === 429)
      throw new UnknownOutcome(String(answer.status))
    return withTime((await answer.json()) as Envelope<T>, (askedAtMs + Date.now()) / 2)
  } catch (error) {
    if (error instanceof UnknownOutcome) throw error
    throw new UnknownOutcome((error as Error).message)
  }
}

/** What a page says while it goes, and does not wait for. */
function sayGoing(path: string, token: string) {
  void fetch(path, {
    method: 'POST',
    keepalive: true,
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => {})
}
/** The page closes, or is loaded again; then it asks for its state. */
export const goAway = (token: string) => sayGoing('/api/away', token)
/** The player leaves. */
export const leave = (token: string) => sayGoing('/api/leave', token)
