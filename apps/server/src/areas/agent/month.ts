import { beijing } from '../../kernel/clock.ts'

const BEIJING_MS = 8 * 3_600_000

/** `YYYY-MM` of Beijing. */
export const monthOf = (at: Date): string => beijing(at).slice(0, 7)

export function monthAfter(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** 00:00 Beijing time of a day `YYYY-MM-DD`. */
export const dayStart = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - BEIJING_MS)
