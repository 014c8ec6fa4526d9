import { useEffect, useState } from 'react'

/** A timer may fire a little early. */
const LATE_MS = 3

/**
 * How long ago a moment of the server's clock was, in ms. Draws again when one of `moments` (ascending, in ms after it) is
 * passed, and not in between.
 */
export function useElapsed(sinceMs: number, offMs: number, moments: readonly number[]): number {
  const [, setTurn] = useState(0)
  const elapsed = Date.now() + offMs - sinceMs
  const next = moments.find(at => at > elapsed)
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(() => setTurn(turn => turn + 1), next - (Date.now() + offMs - sinceMs) + LATE_MS)
    return () => clearTimeout(timer)
  })
  return elapsed
}
