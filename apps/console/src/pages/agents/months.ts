const beijingMs = 8 * 3_600_000
const shown = 24

/**
 * The last two years of months as statements name them (`2026-10`), newest first, by Beijing's
 * calendar.
 */
export function months(now: Date): string[] {
  const here = new Date(now.getTime() + beijingMs)
  return Array.from({ length: shown }, (_, back) =>
    new Date(Date.UTC(here.getUTCFullYear(), here.getUTCMonth() - 1 - back, 1))
      .toISOString()
      .slice(0, 7),
  )
}
