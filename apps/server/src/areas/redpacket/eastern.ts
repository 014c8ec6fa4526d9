const HOUR_MS = 3_600_000

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

/** `YYYY-MM-DD HH:mm:ss` in US Eastern time, daylight saving included. */
export const eastern = (at: Date): string => clock.format(at)

/**
 * Asking the calendar of a time zone is slow, and the same few days are asked for again and again.
 */
const midnights = new Map<string, Date>()
const MAX_KNOWN = 1_000

/**
 * 00:00 US Eastern time of a day `YYYY-MM-DD`. Midnight is four hours behind UTC in summer and five
 * in winter; clocks change at 02:00, so it always exists and only once.
 */
export function easternMidnight(day: string): Date {
  const known = midnights.get(day)
  if (known) return known
  const utc = Date.parse(`${day}T00:00:00Z`)
  for (const hours of [4, 5]) {
    const candidate = new Date(utc + hours * HOUR_MS)
    if (eastern(candidate) !== `${day} 00:00:00`) continue
    if (midnights.size >= MAX_KNOWN) midnights.clear()
    midnights.set(day, candidate)
    return candidate
  }
  throw new Error(`${day} is no day of US Eastern time`)
}
