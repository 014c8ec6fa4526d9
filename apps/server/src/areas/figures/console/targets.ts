// What a month should bring in, beside what it has brought in so far. A target of a month that is
// over never changes: nobody sets it after the fact.
import {
  figureFacts,
  TARGET_MONTHS_AHEAD,
  targetFigures,
  type Pace,
  type TargetFigure,
} from '@tianping/contract/figures/facts'
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { parseYuan, yuanOf } from '@tianping/money'
import {
  addDays,
  addMonths,
  beijing,
  beijingDay,
  beijingMonth,
  DAY_MS,
  startOfDay,
} from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import * as store from '../store/target.sql.ts'
import { NOTHING, shown, totalsOf } from '../totals.ts'

const HUNDRED = 100
const MOST_FEN = 100_000_000_000_000n
const MOST_COUNT = 1_000_000_000

const isMoney = (figure: TargetFigure) => figureFacts[figure].unit === 'yuan'
/** A figure in the smallest unit, and back. */
const whole = (figure: TargetFigure, value: number) =>
  BigInt(Math.round(isMoney(figure) ? value * HUNDRED : value))
const told = (figure: TargetFigure, value: bigint) =>
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

async function reachedIn(db: Db, month: string, now: Date) {
  const today = beijingDay(now)
  const [from, last] = [`${month}-01`, addDays(`${addMonths(month, 1)}-01`, -1)]
  if (from > today) return shown(NOTHING)
  return totalsOf(db, { from, to: last < today ? last : today })
}

function refuseMonth(month: string, now: Date) {
  const current = beijingMonth(now)
  if (month < current) throw new Refusal(say('target.past'), { field: 'month' })
  if (month > addMonths(current, TARGET_MONTHS_AHEAD))
    throw new Refusal(say('target.ahead', { months: TARGET_MONTHS_AHEAD }), { field: 'month' })
}

/** A target as typed, in the smallest unit; null takes it away. */
function valueOf(figure: TargetFigure, typed: string): bigint | null {
  if (typed === '') return null
  const value = isMoney(figure) ? parseYuan(typed) : countOf(typed)
  if (value === null || value <= 0n || value > MOST_FEN)
    throw new Refusal(say('target.value', { figure: figureFacts[figure].label }), { field: figure })
  return value
}
const countOf = (typed: string): bigint | null =>
  /^\d{1,10}$/.test(typed) && Number(typed) <= MOST_COUNT ? BigInt(typed) : null

export const figureTargetHandlers = {
  'POST /api/console/figures/targets': async ({ db, clock, body: { month } }) => {
    const now = clock.now()
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
      const due = ((target ?? 0n) * passed) / length
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
      data: {
        month,
        days: share.lengthMs / DAY_MS,
        passed: Math.floor((share.passedMs * HUNDRED) / DAY_MS) / HUNDRED,
        open: month >= beijingMonth(now),
        rows,
      },
    }
  },
  'POST /api/console/figures/targets/set': async context => {
    const { month, targets } = context.body
    if (new Set(targets.map(each => each.figure)).size < targets.length)
      throw new Refusal(say('target.twice'), { field: 'targets' })
    const asked = targets.map(each => ({ ...each, value: valueOf(each.figure, each.target) }))
    await runAction(context, async (tx, at) => {
      refuseMonth(month, at)
      await store.waitForTargets(tx, month)
      const known = new Map((await store.targetsOf(tx, month)).map(each => [each.figure, each]))
      const before: Record<string, number | null> = {}
      const after: Record<string, number | null> = {}
      for (const { figure, value, seen } of asked) {
        const was = known.get(figure)?.value ?? null
        if ((was === null ? null : told(figure, was)) !== seen)
          throw new Refusal(say('target.changed', { figure: figureFacts[figure].label }))
        if (value === was) continue
        if (value === null) await store.dropTarget(tx, month, figure)
        else {
          const setBy = context.operator.name
          await store.setTarget(tx, month, { figure, value, setBy, setAt: at })
        }
        before[figure] = seen
        after[figure] = value === null ? null : told(figure, value)
      }
      if (Object.keys(after).length === 0) throw new Refusal(say('target.nothing'))
      return {
        answer: null,
        entry: { action: 'target.set', subject: `target:${month}`, before, after },
      }
    })
    return { message: '已保存', data: null }
  },
} satisfies ConsoleHandlers
