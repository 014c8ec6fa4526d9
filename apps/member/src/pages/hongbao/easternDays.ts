const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Beijing is so far ahead of UTC, without daylight saving. */
const BEIJING_MS = 8 * HOUR_MS

const hourThere = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  hourCycle: 'h23',
})

/** Midnight of a day of US Eastern time: four hours behind UTC in summer, five in winter. */
function midnight(utcMs: number): number {
  const summer = utcMs + 4 * HOUR_MS
  return Number(hourThere.format(summer)) === 0 ? summer : summer + HOUR_MS
}

const shown = (ms: number) => new Date(ms + BEIJING_MS).toISOString().slice(0, 16).replace('T', ' ')

/** When a day of US Eastern time begins, in Beijing; a text that is no day stays as it is. */
export function beijingStart(day: string): string {
  const utcMs = Date.parse(`${day.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(utcMs) ? day : shown(midnight(utcMs))
}

/** When such a day is over, in Beijing. */
export function beijingEnd(day: string): string {
  const utcMs = Date.parse(`${day.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(utcMs) ? day : shown(midnight(utcMs + DAY_MS))
}
