import type { Permission } from '@tianping/contract/console'
import { yuanOf } from '@tianping/money'
import { beijing, beijingDay } from '@tianping/money/day'
import type { Operator, Services } from '../../../kernel/http/services.ts'
import { balances } from '../../../ledger/ledger.ts'
import { totalOf } from '../../../ledger/totals.ts'
import { missingTurnover, requirementsOf } from '../../../ledger/wagering.ts'
import { flagsOf } from '../flags.ts'
import { tagsOf, watchOf } from '../../tags/tags.ts'
import { betTotals } from '../../venues/venues.ts'
import { memberRow, withdrawnTotal, type MemberRow } from '../store/figures.sql.ts'
import { maskedName } from '../../../kernel/operator/mask.ts'

/** Open requirements that stand beside a decision. */
const MAX_OPEN = 10

type Reading = Services & { operator: Operator }

/** What staff have marked a member with, as far as the operator may know it. */
async function marksOf({ db, clock, operator }: Reading, memberId: bigint) {
  const may = (permission: Permission) => operator.permissions.includes(permission)
  const today = beijingDay(clock.now())
  const [tags, watch] = await Promise.all([
    may('member.read') ? tagsOf(db, memberId) : [],
    may('member.watch') ? watchOf(db, memberId) : undefined,
  ])
  const runs = watch && (watch.until === null || watch.until >= today)
  return {
    tags: tags.map(({ tagId, name }) => ({ tag_id: Number(tagId), name })),
    watch: runs
      ? {
          reason: watch.reason,
          set_by: watch.setBy,
          set_at: beijing(watch.setAt),
          until: watch.until ?? '',
        }
      : null,
  }
}

/**
 * A member's figures beside whatever is under review; what risk has flagged is for whoever may read
 * flags, a watch for whoever may read the watch list.
 */
export async function figuresOf(reading: Reading, memberId: bigint, member?: MemberRow) {
  const { db, operator } = reading
  const [who, held, deposits, withdrawals, bets, missingFen, requirements, flags, marks] =
    await Promise.all([
      member ?? memberRow(db, memberId),
      balances(db, memberId),
      totalOf(db, memberId, 'deposit'),
      withdrawnTotal(db, memberId),
      betTotals(db, memberId),
      missingTurnover(db, memberId),
      requirementsOf(db, memberId),
      operator.permissions.includes('risk.read') ? flagsOf(db, memberId) : [],
      marksOf(reading, memberId),
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
    ...marks,
  }
}
