// The graded response: what follows from a member's level and from what was done before.
import type { HarmRule } from './setting.ts'

export type Status = {
  level: number
  score: number
  nudgedAt: Date | null
  nudgeScore: number
  settledScore: number
  settledUntil: Date | null
  /** What waits for a person already. */
  open: 'care' | 'stop' | null
}

export type Step = 'none' | 'nudge' | 'task' | 'stop'

const DAY_MS = 86_400_000
const daysSince = (at: Date, now: Date) => (now.getTime() - at.getTime()) / DAY_MS

/** Whether a person has dealt with as much as there is now. */
const isSettled = ({ settledUntil, settledScore, score }: Status, rule: HarmRule, now: Date) =>
  settledUntil !== null && settledUntil > now && score * 100 <= settledScore * rule.risePercent

/** A nudge first; a person once it has had its time without effect. */
function early({ nudgedAt, nudgeScore, score, open }: Status, rule: HarmRule, now: Date): Step {
  if (open) return 'none'
  if (nudgedAt === null) return 'nudge'
  const days = daysSince(nudgedAt, now)
  if (days >= rule.nudgeAgainDays) return 'nudge'
  return days >= rule.escalateDays && score >= nudgeScore ? 'task' : 'none'
}

/** The next step; a strong marker skips the ones before. Only a person ends what stopped. */
export function nextStep(status: Status, rule: HarmRule, now: Date): Step {
  const { level, open } = status
  if (level === 0 || isSettled(status, rule, now)) return 'none'
  if (level === 3) return open === 'stop' ? 'none' : 'stop'
  if (level === 2) return open ? 'none' : 'task'
  return early(status, rule, now)
}
