import { say } from '@tianping/contract/refusals'
import { beijing, parseBeijing } from '@tianping/money/day'
import { Refusal } from '../http/refusal.ts'

/**
 * A moment as a form writes it, `YYYY-MM-DD HH:mm` of Beijing; null for none. Refuses one that does
 * not exist.
 */
export function momentOf(typed: string, field: string): Date | null {
  if (typed === '') return null
  const at = new Date(parseBeijing(typed.slice(0, 16)))
  if (Number.isNaN(at.getTime()) || !beijing(at).startsWith(typed.slice(0, 16)))
    throw new Refusal(say('desk.time_format'), { field })
  return at
}
