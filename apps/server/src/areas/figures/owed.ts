// What the house owes, in the words of its report.
import { liabilities, type LiabilityItem } from '@tianping/contract/figures/facts'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Liability, LiabilityDay } from './store/liability.sql.ts'

export const fenOf: Record<LiabilityItem, keyof Liability> = {
  wallets: 'walletsFen',
  venues: 'venuesFen',
  payable: 'payableFen',
  open_stakes: 'openStakesFen',
  rebates: 'rebatesFen',
  bonuses: 'bonusesFen',
  commissions: 'commissionsFen',
  wagering: 'wageringFen',
}
export const items = Object.keys(liabilities) as LiabilityItem[]
export const debts = items.filter(item => liabilities[item].counts)

/** The sum of all debts; null where one of them is not known. */
const totalOf = (owed: Omit<LiabilityDay, 'day' | 'countedAt'>): bigint | null =>
  debts.reduce<bigint | null>((sum, item) => {
    const fen = owed[fenOf[item]]
    return sum === null || fen === null ? null : sum + fen
  }, 0n)

const known = (fen: bigint | null) => (fen === null ? null : yuanOf(fen))

/** A day as its report says it. */
export const owedShown = (owed: LiabilityDay) => ({
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
