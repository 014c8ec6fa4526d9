import { liabilities, LIABILITY_DAYS } from '@tianping/contract/figures/facts'
import { yuanOf } from '@tianping/money'
import { addDays, beijingDay } from '@tianping/money/day'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { spanOf } from '../../../kernel/reportSpan.ts'
import { debts, fenOf, items, owedShown } from '../owed.ts'
import { liabilityDays, liabilityNow, liabilityProgress } from '../store/liability.sql.ts'

export const liabilityHandlers = {
  'POST /api/console/figures/liability': async ({ db }) => {
    const now = await liabilityNow(db)
    return {
      data: {
        items: items.map(key => ({
          key,
          label: liabilities[key].label,
          amount: yuanOf(now[fenOf[key]]),
          formula: liabilities[key].formula,
        })),
        total: yuanOf(debts.reduce((sum, item) => sum + now[fenOf[item]], 0n)),
      },
    }
  },
  'POST /api/console/figures/liability/days': async ({ db, clock, body }) => {
    const moment = clock.now()
    const today = beijingDay(moment)
    const from = body.from || addDays(body.to || today, 1 - LIABILITY_DAYS)
    const span = spanOf({ ...body, from }, moment)
    const [now, days, { beganOn }] = await Promise.all([
      liabilityNow(db),
      liabilityDays(db, { from, to: span.to === today ? addDays(today, -1) : span.to }),
      liabilityProgress(db),
    ])
    const unfinished = span.to === today ? [{ ...now, day: today, countedAt: moment }] : []
    return {
      data: { ...span, kept_from: beganOn ?? '', days: [...days, ...unfinished].map(owedShown) },
    }
  },
} satisfies ConsoleHandlers
