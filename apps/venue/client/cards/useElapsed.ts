import { useEffect, useState } from 'react'

/** A timer may fire a little early. */
const LATE_MS = 3

/**
 * How long ago a moment of the server's clock was, in ms. Draws again when one of `moments`
 * (ascending, in ms after it) is passed, and not in between.
 */
export function useElapsed(sinceMs: number, offMs: number, moments: readonly number[]): number {
  const [nowMs, setNowMs] = useState(() => Date.now() + offMs)
  const elapsed = nowMs - sinceMs
  const next = moments.find(at => at > elapsed)
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(
      () => setNowMs(Date.now() + offMs),
      Math.max(0, sinceMs + next - Date.now() - offMs) + LATE_MS,
    )
    return () => clearTimeout(timer)
  }, [next, nowMs, sinceMs, offMs])
  return elapsed
}
