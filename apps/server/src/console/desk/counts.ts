import type { ConsoleGiven, Permission } from '@tianping/contract/console'
import { plansWaiting } from '../../areas/agent/agent.ts'
import { campaignsWaiting } from '../../areas/campaigns/campaigns.ts'
import { journeysWaiting } from '../../areas/journeys/journeys.ts'
import { openLines } from '../../areas/bankLines/bankLines.ts'
import {
  openDisputes,
  waitingDeposits,
  waitingRefunds,
  waitingWithdrawals,
} from '../../areas/cashier/cashier.ts'
import { complaintsWaiting } from '../../areas/complaints/complaints.ts'
import { ticketsWaiting } from '../../areas/tickets/tickets.ts'
import { giveawaysWaiting } from '../../areas/giveaways/giveaways.ts'
import { tournamentsWaiting } from '../../areas/tournaments/tournaments.ts'
import { complianceAlarms } from '../../areas/compliance/compliance.ts'
import { dataRequestsWaiting } from '../../areas/dataRights/dataRights.ts'
import { payRequestsWaiting } from '../../areas/member/member.ts'
import { requestsWaiting } from '../../areas/protection/protection.ts'
import { casesWaiting } from '../../areas/verification/verification.ts'
import { releasesWaiting } from '../../areas/vip/vip.ts'
import type { ConsoleHandlers, Operator, Services } from '../../kernel/http/services.ts'
import { harmWaiting } from '../../areas/harm/harm.ts'
import { queues, transfersUnknown } from '../../areas/risk/risk.ts'
import { casesOpen } from '../../areas/cases/cases.ts'
import { leftWaiting } from '../../areas/venues/venues.ts'
import { hitsOpen } from '../../areas/screening/screening.ts'
import { proposalsWaiting } from '../../kernel/operator/proposal.sql.ts'
import { alertsOpen } from '../../kernel/security/events.sql.ts'
import { requestsOpen } from '../staff/staff.sql.ts'

export type Counts = ConsoleGiven<'POST /api/console/counts'>

/** Who may know how long a queue is: whoever may see what is in it. */
export const seenBy: Record<keyof Counts, Permission> = {
  deposits_pending: 'deposit.read',
  withdrawals_pending: 'withdrawal.read',
  applications_pending: 'activity.read',
  agents_pending: 'agent.read',
  statements_pending: 'agent.read',
  payouts_open: 'payout.read',
  refunds_open: 'payout.read',
  disputes_open: 'payout.read',
  bank_lines_open: 'deposit.read',
  proposals_open: 'rule.read',
  transfers_unknown: 'venue.read',
  leftovers_open: 'venue.read',
  adjustments_pending: 'adjustment.read',
  flags_pending: 'risk.read',
  harm_pending: 'harm.read',
  cases_open: 'reconciliation.read',
  staff_open: 'staff.read',
  pay_requests_pending: 'member.password',
  protection_requests_waiting: 'member.limit',
  alerts_open: 'security.read',
  verifications_pending: 'verification.read',
  complaints_waiting: 'complaint.read',
  tickets_waiting: 'ticket.read',
  data_requests_waiting: 'data_request.read',
  hits_open: 'screening.read',
  aml_open: 'case.read',
  compliance_alarms: 'compliance.read',
  releases_waiting: 'vip.read',
  tournaments_waiting: 'activity.read',
  campaigns_waiting: 'activity.read',
  journeys_waiting: 'activity.read',
  giveaways_waiting: 'activity.read',
  plans_waiting: 'agent.read',
}

/** What waits beside deposits and withdrawals in the rooms of payments. */
async function paymentQueues(db: Services['db']) {
  const [refunds_open, disputes_open, bank_lines_open] = await Promise.all([
    waitingRefunds(db),
    openDisputes(db),
    openLines(db),
  ])
  return { refunds_open, disputes_open, bank_lines_open }
}

/** What members asked of the service desk. */
async function serviceQueues(db: Services['db']) {
  const asked = [
    complaintsWaiting(db),
    ticketsWaiting(db),
    dataRequestsWaiting(db),
    requestsWaiting(db),
  ] as const
  const [complaints_waiting, tickets_waiting, data_requests_waiting, protection_requests_waiting] =
    await Promise.all(asked)
  return { complaints_waiting, tickets_waiting, data_requests_waiting, protection_requests_waiting }
}

/** Offers that were proposed, in the rooms of promotion. */
async function offerQueues(db: Services['db'], now: Date) {
  const asked = [
    tournamentsWaiting(db, now),
    campaignsWaiting(db),
    journeysWaiting(db),
    giveawaysWaiting(db),
    plansWaiting(db),
  ] as const
  const [
    tournaments_waiting,
    campaigns_waiting,
    journeys_waiting,
    giveaways_waiting,
    plans_waiting,
  ] = await Promise.all(asked)
  return {
    tournaments_waiting,
    campaigns_waiting,
    journeys_waiting,
    giveaways_waiting,
    plans_waiting,
  }
}

/** What waits for a person, queue by queue. */
export async function countQueues({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Counts> {
  const [
    deposits,
    withdrawals,
    waiting,
    proposals,
    transfers_unknown,
    leftovers_open,
    staff_open,
    payRequests,
    alerts_open,
    verifications_pending,
    hits_open,
    aml_open,
    harm,
    compliance_alarms,
    ofPayments,
    ofService,
    releases_waiting,
    ofOffers,
  ] = await Promise.all([
    waitingDeposits(db),
    waitingWithdrawals(db),
    queues(db),
    proposalsWaiting(db),
    transfersUnknown(db),
    leftWaiting(db, clock.now()),
    requestsOpen(db),
    payRequestsWaiting(db),
    alertsOpen(db),
    casesWaiting(db),
    hitsOpen(db),
    casesOpen(db),
    harmWaiting(db, clock.now()),
    complianceAlarms(db, clock.now()),
    paymentQueues(db),
    serviceQueues(db),
    releasesWaiting(db),
    offerQueues(db, clock.now()),
  ])
  return {
    deposits_pending: deposits.pending,
    withdrawals_pending: withdrawals.pending,
    applications_pending: waiting.applications.pending,
    agents_pending: waiting.agents.pending,
    statements_pending: waiting.statements.pending,
    payouts_open: waiting.payouts.pending,
    ...ofPayments,
    proposals_open: proposals.pending,
    transfers_unknown,
    leftovers_open,
    adjustments_pending: waiting.adjustments.pending,
    flags_pending: waiting.flags.pending,
    harm_pending: harm.pending,
    cases_open: waiting.cases.pending,
    staff_open,
    pay_requests_pending: payRequests.pending,
    alerts_open,
    verifications_pending,
    ...ofService,
    hits_open,
    aml_open,
    compliance_alarms,
    releases_waiting,
    ...ofOffers,
  }
}

export const countsFor = (counts: Counts, operator: Pick<Operator, 'permissions'>): Counts =>
  Object.fromEntries(
    Object.entries(counts).map(([queue, count]) => [
      queue,
      operator.permissions.includes(seenBy[queue as keyof Counts]) ? count : 0,
    ]),
  ) as Counts

export const countHandlers = {
  'POST /api/console/counts': async context => ({
    data: countsFor(await countQueues(context), context.operator),
  }),
} satisfies ConsoleHandlers
