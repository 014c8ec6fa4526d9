import { liabilities, LIABILITY_DAYS, type LiabilityItem } from '@tianping/contract/figures/facts'
import { yuanOf } from '@tianping/money'
import { addDays, beijing, beijingDay } from '@tianping/money/day'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { spanOf } from '../../../kernel/reportSpan.ts'
import {
  liabilityDays,
  liabilityNow,
  liabilityProgress,
  type Liability,
  type LiabilityDay,
} from '../store/liability.sql.ts'

const fenOf: Record<LiabilityItem, keyof Liability> = {
  wallets: 'walletsFen',
  venues: 'venuesFen',
  payable: 'payableFen',
  open_stakes: 'openStakesFen',
  rebates: 'rebatesFen',
  bonuses: 'bonusesFen',
  commissions: 'commissionsFen',
  wagering: 'wageringFen',
}
const items = Object.keys(liabilities) as LiabilityItem[]
const debts = items.filter(item => liabilities[item].counts)

/** The sum of all debts; null where one of them is not known. */
const totalOf = (owed: Omit<LiabilityDay, 'day' | 'countedAt'>): bigint | null =>
  debts.reduce<bigint | null>((sum, item) => {
    const fen = owed[fenOf[item]]
    return sum === null || fen === null ? null : sum + fen
  }, 0n)

const known = (fen: bigint | null) => (fen === null ? null : yuanOf(fen))

const shown = (owed: LiabilityDay) => ({
  day: owed.day,
  wallets: yuanOf(owed.walletsFen),
  venues: yuanOf(owed.venuesFen),
  payable: yuanOf(owed.payableFen),
  open_stakes: known(owed.openStakesFen),
  rebates: known(owed.rebatesFen),
  bonuses: known(owed.bonusesFen),
  commissions: known(owed.commissionsFen),
  total: known(totalOf(owed)),
  wagering: known(owed.wageringFen),
  counted_at: owed.countedAt ? beijing(owed.countedAt) : '',
})

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
      data: { ...span, kept_from: beganOn ?? '', days: [...days, ...unfinished].map(shown) },
    }
  },
} satisfies ConsoleHandlers
