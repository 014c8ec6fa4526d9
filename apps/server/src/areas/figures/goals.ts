// What a month should bring in, beside what it has brought in so far.
import type { ConsoleGiven } from '@tianping/contract/console'
import {
  figureFacts,
  targetFigures,
  type Pace,
  type TargetFigure,
} from '@tianping/contract/figures/facts'
import type { Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import {
  addDays,
  addMonths,
  beijing,
  beijingDay,
  beijingMonth,
  DAY_MS,
  startOfDay,
} from '@tianping/money/day'
import * as store from './store/target.sql.ts'
import { NOTHING, shown, totalsOf } from './totals.ts'

const HUNDRED = 100

export const isMoney = (figure: TargetFigure) => figureFacts[figure].unit === 'yuan'
/** A figure in the smallest unit, and back. */
const whole = (figure: TargetFigure, value: number) =>
  BigInt(Math.round(isMoney(figure) ? value * HUNDRED : value))
export const told = (figure: TargetFigure, value: bigint) =>
  isMoney(figure) ? yuanOf(value) : Number(value)

/** How long a month is and how much of it has passed, in milliseconds of Beijing time. */
function shareOf(month: string, now: Date) {
  const from = startOfDay(`${month}-01`).getTime()
  const to = startOfDay(`${addMonths(month, 1)}-01`).getTime()
  const passed = Math.min(Math.max(now.getTime() - from, 0), to - from)
  return { lengthMs: to - from, passedMs: passed }
}
type Share = ReturnType<typeof shareOf>

function paceOf(
  target: bigint | null,
  reached: bigint,
  due: bigint,
  { lengthMs, passedMs }: Share,
): Pace {
  if (target === null) return 'none'
  if (reached >= target) return 'reached'
  if (passedMs === 0) return 'future'
  if (passedMs === lengthMs) return 'missed'
  return reached >= due ? 'ahead' : 'behind'
}

/** By the days before the moment: at midnight the new one has brought in nothing. */
async function reachedIn(db: Db, month: string, now: Date) {
  const today = beijingDay(new Date(now.getTime() - 1))
  const [from, last] = [`${month}-01`, addDays(`${addMonths(month, 1)}-01`, -1)]
  if (from > today) return shown(NOTHING)
  return totalsOf(db, { from, to: last < today ? last : today })
}

/** A month at a moment: what it has brought in by then, and whether that is enough. */
export async function goalsAt(
  db: Db,
  month: string,
  now: Date,
): Promise<ConsoleGiven<'POST /api/console/figures/targets'>> {
  const share = shareOf(month, now)
  const [targets, reached] = await Promise.all([
    store.targetsOf(db, month),
    reachedIn(db, month, now),
  ])
  const known = new Map(targets.map(each => [each.figure, each]))
  const [length, passed] = [BigInt(share.lengthMs), BigInt(share.passedMs)]
  const rows = targetFigures.map(figure => {
    const set = known.get(figure)
    const target = set?.value ?? null
    const so = whole(figure, reached[figure])
    // Rounded up: what is less than due is behind.
    const due = ((target ?? 0n) * passed + length - 1n) / length
    return {
      figure,
      target: target === null ? null : told(figure, target),
      reached: reached[figure],
      due: target === null ? null : told(figure, due),
      expected: share.passedMs < DAY_MS ? null : told(figure, (so * length) / passed),
      pace: paceOf(target, so, due, share),
      set_by: set?.setBy ?? '',
      set_at: set ? beijing(set.setAt) : '',
    }
  })
  return {
    month,
    days: share.lengthMs / DAY_MS,
    passed: Math.floor((share.passedMs * HUNDRED) / DAY_MS) / HUNDRED,
    open: month >= beijingMonth(now),
    rows,
  }
}
