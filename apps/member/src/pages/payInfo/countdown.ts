import { parseBeijing } from '@tianping/money/day'

/** How long a member may take to pay (P2-9-05). */
export const windowMs = 3_600_000

/**
 * When the time to pay ends, in ms of this device's clock: one hour after `created_at`, reckoned
 * from the server's time, since phones are often minutes off. `heardMs` is when the answer came.
 */
export function deadlineOf(
  info: { created_at: string; server_time?: string },
  heardMs: number,
): number {
  const offset = info.server_time ? heardMs - parseBeijing(info.server_time) : 0
  return parseBeijing(info.created_at) + windowMs + offset
}

/** What is left of the hour, in whole seconds; never below zero, never above the hour. */
export const secondsLeft = (deadlineMs: number, nowMs: number) =>
  Math.max(0, Math.min(windowMs / 1000, Math.ceil((deadlineMs - nowMs) / 1000))) || 0

/** `mm:ss`. */
export const clockText = (seconds: number) =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
