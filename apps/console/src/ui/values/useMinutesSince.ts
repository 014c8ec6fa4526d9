import { parseBeijing } from '@tianping/money/day'
import { useSyncExternalStore } from 'react'

const tickMs = 15_000
const watch = (tick: () => void) => {
  const timer = setInterval(tick, tickMs)
  return () => clearInterval(timer)
}
const now = () => Math.floor(Date.now() / tickMs) * tickMs

/** How many minutes ago a moment was, as time passes. */
export const useMinutesSince = (since: string): number =>
  Math.max(0, (useSyncExternalStore(watch, now) - parseBeijing(since)) / 60_000)
