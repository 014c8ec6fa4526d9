import type { ConsoleGiven, Permission } from '@tianping/contract/console'
import { yuanOf } from '@tianping/money'
import { beijingDay, beijingMidnight } from '@tianping/money/day'
import {
  decidedSince,
  waitingDeposits,
  waitingWithdrawals,
  type Waiting,
} from '../../areas/cashier/cashier.ts'
import { payRequestsWaiting } from '../../areas/member/member.ts'
import type { ConsoleHandler } from '../../kernel/http/services.ts'
import { seenBy } from './counts.ts'
import { harmWaiting } from '../../areas/harm/harm.ts'
import { daySoFar, queues } from '../../areas/risk/risk.ts'
import { proposalsWaiting } from '../../kernel/operator/proposal.sql.ts'

type Today = ConsoleGiven<'POST /api/console/today'>

/**
 * Who sees which field: a queue's whoever may see what is in it, the day's figures whoever may see
 * figures. The rest reads 0.
 */
const { staff_open: _apart, ...queuesSeenBy } = seenBy
const fieldsSeenBy: Record<keyof Today, Permission> = {
  ...queuesSeenBy,
  deposits_oldest_minutes: 'deposit.read',
  withdrawals_oldest_minutes: 'withdrawal.read',
  applications_oldest_minutes: 'activity.read',
  agents_oldest_minutes: 'agent.read',
  payouts_oldest_minutes: 'payout.read',
  proposals_oldest_minutes: 'rule.read',
  adjustments_oldest_minutes: 'adjustment.read',
  flags_oldest_minutes: 'risk.read',
  harm_oldest_minutes: 'harm.read',
  cases_oldest_minutes: 'reconciliation.read',
  pay_requests_oldest_minutes: 'member.password',
  transfers_oldest_minutes: 'venue.read',
  deposits_today: 'figure.read',
  withdrawals_today: 'figure.read',
  new_members_today: 'figure.read',
  active_members_today: 'figure.read',
  bets_today: 'figure.read',
  payouts_today: 'figure.read',
}

/** What waits for a person, and the Beijing day so far. */
export const today: ConsoleHandler<'POST /api/console/today'> = async ({ db, clock, operator }) => {
  const now = clock.now()
  const since = beijingMidnight(now)
  const minutesSince = (oldestAt: Date | null) =>
    oldestAt ? Math.max(0, Math.floor((now.getTime() - oldestAt.getTime()) / 60_000)) : 0
  const minutes = ({ oldestAt }: Waiting) => minutesSince(oldestAt)
  const [deposits, withdrawals, decided, day, waiting, proposals, payRequests, harm] =
    await Promise.all([
      waitingDeposits(db),
      waitingWithdrawals(db),
      decidedSince(db, since),
      daySoFar(db, since, beijingDay(now)),
      queues(db),
      proposalsWaiting(db),
      payRequestsWaiting(db),
      harmWaiting(db, now),
    ])
  const whole: Today = {
    deposits_pending: deposits.pending,
    deposits_oldest_minutes: minutes(deposits),
    withdrawals_pending: withdrawals.pending,
    withdrawals_oldest_minutes: minutes(withdrawals),
    transfers_unknown: day.transfersUnknown,
    transfers_oldest_minutes: minutesSince(day.transfersOldest),
    applications_pending: waiting.applications.pending,
    applications_oldest_minutes: minutesSince(waiting.applications.oldest),
    agents_pending: waiting.agents.pending,
    statements_pending: waiting.statements.pending,
    agents_oldest_minutes: Math.max(
      minutesSince(waiting.agents.oldest),
      minutesSince(waiting.statements.oldest),
    ),
    payouts_open: waiting.payouts.pending,
    payouts_oldest_minutes: minutesSince(waiting.payouts.oldest),
    proposals_open: proposals.pending,
    proposals_oldest_minutes: minutesSince(proposals.oldest),
    adjustments_pending: waiting.adjustments.pending,
    adjustments_oldest_minutes: minutesSince(waiting.adjustments.oldest),
    flags_pending: waiting.flags.pending,
    flags_oldest_minutes: minutesSince(waiting.flags.oldest),
    harm_pending: harm.pending,
    harm_oldest_minutes: minutesSince(harm.oldest),
    cases_open: waiting.cases.pending,
    cases_oldest_minutes: minutesSince(waiting.cases.oldest),
    pay_requests_pending: payRequests.pending,
    pay_requests_oldest_minutes: minutesSince(payRequests.oldest),
    deposits_today: yuanOf(decided.depositsFen),
    withdrawals_today: yuanOf(decided.withdrawalsFen),
    new_members_today: day.newMembers,
    active_members_today: day.activeMembers,
    bets_today: yuanOf(day.betsFen),
    payouts_today: yuanOf(day.payoutsFen),
  }
  const seen = Object.entries(whole).map(([field, value]) => [
    field,
    operator.permissions.includes(fieldsSeenBy[field as keyof Today]) ? value : 0,
  ])
  return { data: Object.fromEntries(seen) as Today }
}
