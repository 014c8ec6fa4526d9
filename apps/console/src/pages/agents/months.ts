import { addMonths, beijingMonth } from '@tianping/money/day'

const shown = 24

/** The last two years of Beijing months as statements name them (`2026-10`), newest first. */
export const months = (now: Date): string[] =>
  Array.from({ length: shown }, (_, back) => addMonths(beijingMonth(now), -1 - back))
