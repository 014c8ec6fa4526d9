// Approves a withdrawal without a person, when the rule is set and every check passes. A withdrawal
// is looked at once; one that fails a check is reviewed as every other, and says which.
import { payoutChecks, type PayoutCheck } from '@tianping/contract/cashier/facts'
import { reviewState } from '@tianping/contract/facts'
import { transaction, type Tx } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { audit } from '../../../kernel/operator/audit.ts'
import type { Services } from '../../../kernel/http/services.ts'
import { eachAlone } from '../../../kernel/jobs/eachAlone.ts'
import { tierOf } from '../../verification/verification.ts'
import { doubtsAbout } from './doubts.ts'
import { heldBy, settleWithdrawal } from '../review.ts'
import { subjectOf } from '../secondApproval.ts'
import { waitForApprovals } from '../store/approvedSum.sql.ts'
import { checkFacts, noteCheck, unchecked, type PayoutKey } from '../store/providerPayout.sql.ts'
import { lockWithdrawal, type Withdrawal } from '../store/withdrawal.sql.ts'
import { payoutSetting, type PayoutSetting } from './setting.ts'
import { providerFor, type At } from './take.ts'

const AT_ONCE = 20

export async function approveAutomatically(services: Services): Promise<number> {
  const { db, clock } = services
  const { version, value: rule } = await payoutSetting(db)
  if (rule.approveUpToFen === 0) return 0
  const now = clock.now()
  const since = new Date(now.getTime() - DAY_MS)
  const upToFen = BigInt(rule.approveUpToFen)
  const waiting = await unchecked(db, { upToFen, since, now, limit: AT_ONCE })
  const done = await eachAlone(waiting, async key => {
    const is = await transaction(db, tx => check(tx, services, key, { version, rule, now }))
    if (is) services.bus.publish('member', [key.memberId.toString()])
    return is
  })
  return done.filter(Boolean).length
}

type Checking = { version: number; rule: PayoutSetting; now: Date }

async function check(
  tx: Tx,
  services: Services,
  { memberId, withdrawalNo }: PayoutKey,
  { version, rule, now }: Checking,
): Promise<boolean> {
  // Of two approvals at once each would miss the other's amount.
  await waitForApprovals(tx)
  const order = await lockWithdrawal(tx, memberId, withdrawalNo)
  if (order.state !== reviewState.waiting || heldBy(order, now) !== '') return false
  const failed = await failedChecks(tx, services, order, { rule, now })
  await noteCheck(tx, { memberId, withdrawalNo, version, failed, now })
  if (failed.length > 0) return false
  const actor = { type: 'system', id: 'payouts' } as const
  await settleWithdrawal(tx, services.settings, order, { actor, by: '', remark: '', now })
  await audit(
    tx,
    now,
    { operator: null, address: '' },
    {
      action: 'withdrawal.automatic',
      subject: subjectOf.withdrawal(withdrawalNo),
      before: { state: order.state },
      after: { amount_fen: order.amountFen, rule_version: version },
    },
  )
  return true
}

/** Everything that does not hold, in the order of the labels. */
async function failedChecks(
  tx: Tx,
  at: At,
  order: Withdrawal,
  { rule, now }: Omit<Checking, 'version'>,
): Promise<PayoutCheck[]> {
  const { memberId, amountFen } = order
  const facts = await checkFacts(tx, {
    ...order,
    dayAgo: before(now, 1),
    weekAgo: before(now, 7),
  })
  const doubts = await doubtsAbout(tx, order, '', now)
  const tier = await tierOf(tx, memberId)
  const provider = await providerFor(tx, at, order, now)
  const sandbox = at.settings.mode === 'sandbox'
  const fails: Record<PayoutCheck, boolean> = {
    staff: facts.staff,
    hold: doubts.held || doubts.locked,
    two_persons: doubts.two.takesTwo,
    turnover: doubts.turnover,
    shared: doubts.shared,
    holder: doubts.holder,
    flag: facts.flags,
    watched: doubts.watched,
    screening: facts.matches,
    case: facts.cases,
    adjusted: facts.adjusted,
    new_member: facts.memberSince > before(now, rule.memberDays),
    new_card: facts.cardSince > before(now, rule.cardDays),
    first: facts.paidBefore < rule.paidBefore,
    tier: tier < rule.minTier,
    member_day: facts.automatic >= rule.memberPerDay,
    site_day: facts.siteFen + amountFen > BigInt(rule.siteDayFen),
    no_provider: !provider && !sandbox,
    alone: false,
  }
  return (Object.keys(payoutChecks) as PayoutCheck[]).filter(each => fails[each])
}

const before = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
