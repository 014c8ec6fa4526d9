import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Operator, Services } from '../../../kernel/http/services.ts'
import { balances } from '../../../ledger/ledger.ts'
import { totalOf } from '../../../ledger/totals.ts'
import { missingTurnover, requirementsOf } from '../../../ledger/wagering.ts'
import { flagsOf } from '../flags.ts'
import { betTotals } from '../../venues/venues.ts'
import { memberRow, withdrawnTotal, type MemberRow } from '../store/figures.sql.ts'
import { maskedName } from '../../../kernel/operator/mask.ts'

/** Open requirements that stand beside a decision. */
const MAX_OPEN = 10

/**
 * A member's figures beside whatever is under review; what risk has flagged is for whoever may read
 * flags.
 */
export async function figuresOf(
  { db, operator }: Services & { operator: Operator },
  memberId: bigint,
  member?: MemberRow,
) {
  const [who, held, deposits, withdrawals, bets, missingFen, requirements, flags] =
    await Promise.all([
      member ?? memberRow(db, memberId),
      balances(db, memberId),
      totalOf(db, memberId, 'deposit'),
      withdrawnTotal(db, memberId),
      betTotals(db, memberId),
      missingTurnover(db, memberId),
      requirementsOf(db, memberId),
      operator.permissions.includes('risk.read') ? flagsOf(db, memberId) : [],
    ])
  if (!who) throw new Error(`member ${memberId} is gone`)
  return {
    id: Number(memberId),
    username: who.name,
    realname: maskedName(who.realname),
    vip: who.vip,
    joined_at: beijing(who.createdAt),
    state: who.state,
    cash: yuanOf(held.cashFen),
    cash_available: yuanOf(held.cashAvailableFen),
    venues: yuanOf(held.venues.reduce((sum, venue) => sum + venue.postedFen, 0n)),
    deposits_total: yuanOf(deposits.fen),
    deposits_count: deposits.count,
    withdrawals_total: yuanOf(withdrawals.fen),
    withdrawals_count: withdrawals.count,
    bets_total: yuanOf(bets.stakeFen),
    payouts_total: yuanOf(bets.payoutFen),
    missing_turnover: yuanOf(missingFen),
    wagering: requirements
      .filter(each => each.state === 'open')
      .slice(0, MAX_OPEN)
      .map(each => ({
        source: `${each.source.type}:${each.source.id}`,
        required: yuanOf(each.requiredFen),
        contributed: yuanOf(each.contributedFen),
        opened_at: beijing(each.openedAt),
      })),
    flags,
  }
}
