// A target of a month that is over never changes: nobody sets it after the fact.
import {
  figureFacts,
  TARGET_MONTHS_AHEAD,
  type TargetFigure,
} from '@tianping/contract/figures/facts'
import { say } from '@tianping/contract/refusals'
import { parseYuan } from '@tianping/money'
import { addMonths, beijingMonth } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { goalsAt, isMoney, told } from '../goals.ts'
import * as store from '../store/target.sql.ts'

const MOST_FEN = 100_000_000_000_000n
const MOST_COUNT = 1_000_000_000

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
  'POST /api/console/figures/targets': async ({ db, clock, body: { month } }) => ({
    data: await goalsAt(db, month, clock.now()),
  }),
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
