import type { ConsoleGiven } from '@tianping/contract/console'
import { figureFacts, type Pace, type TargetFigure } from '@tianping/contract/figures/facts'
import { roundYuan } from '@tianping/money'
import type { Tone } from '../../ui/values/Status.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { counted } from '../../ui/values/counted.ts'

export const goalsCall = 'POST /api/console/figures/targets'
export type Goals = ConsoleGiven<typeof goalsCall>
export type Goal = Goals['rows'][number]

export const paceTones: Record<Pace, Tone> = {
  none: 'plain',
  future: 'plain',
  ahead: 'good',
  behind: 'waiting',
  reached: 'good',
  missed: 'bad',
}

/** A figure in its unit. */
export const goalText = (figure: TargetFigure, value: number | null): string => {
  if (value === null) return '—'
  return figureFacts[figure].unit === 'yuan' ? yuan(roundYuan(value)) : counted(value)
}

const HUNDRED = 100
/** How much of a target is reached, in percent; never below 0. */
export const shareOf = ({ target, reached }: Pick<Goal, 'target' | 'reached'>): number =>
  target === null ? 0 : Math.max(0, (reached / target) * HUNDRED)
