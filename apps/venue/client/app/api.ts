import type { Envelope } from './wire.ts'

const TIMEOUT_MS = 8_000

/** Nothing certain came back: no connection, no answer in time, or a server in trouble. Asking again may help. */
export class Trouble extends Error {}

/** One call of the game's own server. Refusals come back as an envelope; anything uncertain is thrown as Trouble. */
export async function call<T>(token: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Envelope<T>> {
  try {
    const answer = await fetch(path, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
      cache: 'no-store',
    })
    if (answer.status >= 500 || answer.status === 429) throw new Trouble(String(answer.status))
    return (await answer.json()) as Envelope<T>
  } catch (error) {
    if (error instanceof Trouble) throw error
    throw new Trouble((error as Error).message)
  }
}

/** Tells the server that the player leaves; the page does not wait for it. */
export function leave(token: string) {
  void fetch('/api/leave', { method: 'POST', keepalive: true, headers: { authorization: `Bearer ${token}` } }).catch(() => {})
}
