import { itemAt } from '../../model/present.ts'
import { call, UnknownOutcome } from './api.ts'
import type { Envelope } from './wire.ts'

/** Waits between attempts to reconnect; the last one repeats. */
const RETRY_MS = [300, 1_000, 2_000, 3_000, 5_000, 8_000, 15_000]
/** A reading that a bet overtook is asked for anew, so often at most. */
const MAX_ANEW = 3
/** After so many attempts in a row the page waits for the player to ask. */
const MAX_ATTEMPTS = 60

export type Offline = { attempt: number; retryAtMs: number; placedFen: number | null }

const pauseBefore = (attempt: number) =>
  attempt > MAX_ATTEMPTS
    ? Number.POSITIVE_INFINITY
    : itemAt(RETRY_MS, Math.min(attempt, RETRY_MS.length) - 1)

const isUp = () =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    answer => answer.ok,
    () => false,
  )

export type Connection = ReturnType<typeof createConnection>

/** The calls of one session, and what to do when the server cannot be reached. */
export function createConnection(setOffline: (offline: Offline | null) => void) {
  let token = ''
  let waiting: Promise<void> | null = null
  let wake = () => {}
  let placedFen: number | null = null
  /** Calls that may have changed something, answered so far. */
  let changes = 0

  const reconnect = async () => {
    for (let attempt = 1; ; attempt++) {
      const pauseMs = pauseBefore(attempt)
      // A blip is over before anyone has read that there was one.
      if (attempt > 1) setOffline({ attempt, retryAtMs: Date.now() + pauseMs, placedFen })
      await new Promise<void>(done => {
        wake = done
        if (Number.isFinite(pauseMs)) setTimeout(done, pauseMs)
      })
      if (await isUp()) break
    }
    waiting = null
    setOffline(null)
  }
  /** Resolves once the server answers again; all calls that were cut off wait together. */
  const reconnected = () => (waiting ??= reconnect())

  return {
    /** The session's secret; empty until the session is entered. */
    token: () => token,
    setToken: (entered: string) => {
      token = entered
    },
    reconnected,
    /** Cuts the pause before the next attempt short. */
    retryNow: () => wake(),
    /** The stake whose answer is awaited, for the notice of a lost connection. */
    setPlaced: (stakeFen: number | null) => {
      placedFen = stakeFen
    },
    /**
     * Calls until an outcome is known, reconnecting in between; for calls that may be repeated.
     * What was read while a change was answered may be older than the change, and is read anew.
     */
    callWithRetry: async <T>(
      method: 'GET' | 'POST',
      path: string,
      body?: object,
    ): Promise<Envelope<T>> => {
      for (let anew = 0; ;) {
        const before = changes
        try {
          const answer = await call<T>(token, method, path, body)
          if (method === 'POST') changes += 1
          else if (changes !== before && anew++ < MAX_ANEW) continue
          return answer
        } catch (error) {
          if (!(error instanceof UnknownOutcome)) throw error
          await reconnected()
        }
      }
    },
  }
}
