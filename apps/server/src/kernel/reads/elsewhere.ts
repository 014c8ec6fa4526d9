import type { CallName } from '@tianping/contract'
import type { ConsoleCallName } from '@tianping/contract/console'

/** What members read of their past. No decision about money is made from it. */
const ofMembers = [
  'POST /api/activityApplyLog',
  'POST /api/agent/statement',
  'POST /api/agent/statements',
  'POST /api/agent/summary',
  'POST /api/agent/team',
  'POST /api/betrecord',
  'POST /api/gettransrecord',
  'POST /api/protection/sessions',
  'POST /api/protection/statement',
  'POST /api/wageringaudit',
] as const satisfies readonly CallName[]

/** Lists, histories and reports of the back office; a decision locks its row at the primary. */
const ofOperators = [
  'POST /api/console/adjustments/list',
  'POST /api/console/agents/list',
  'POST /api/console/agents/tree',
  'POST /api/console/aml/list',
  'POST /api/console/applications/list',
  'POST /api/console/audit/list',
  'POST /api/console/bets/list',
  'POST /api/console/callbacks/list',
  'POST /api/console/cases/list',
  'POST /api/console/complaints/figures',
  'POST /api/console/complaints/list',
  'POST /api/console/deliveries/list',
  'POST /api/console/deposits/list',
  'POST /api/console/exports/list',
  'POST /api/console/figures/cohort/list',
  'POST /api/console/figures/entries/list',
  'POST /api/console/figures/funnel/list',
  'POST /api/console/figures/groups/list',
  'POST /api/console/figures/liability',
  'POST /api/console/figures/liability/days',
  'POST /api/console/figures/members/list',
  'POST /api/console/figures/owed/list',
  'POST /api/console/figures/report',
  'POST /api/console/figures/retention',
  'POST /api/console/figures/targets',
  'POST /api/console/funds/list',
  'POST /api/console/harm/list',
  'POST /api/console/incidents/list',
  'POST /api/console/ledger/entries',
  'POST /api/console/leftovers/list',
  'POST /api/console/limits/history',
  'POST /api/console/limits/list',
  'POST /api/console/members/devices',
  'POST /api/console/members/ledger',
  'POST /api/console/members/places',
  'POST /api/console/members/promotions',
  'POST /api/console/members/referrals',
  'POST /api/console/members/refusals',
  'POST /api/console/messages/list',
  'POST /api/console/months/parties/list',
  'POST /api/console/payouts/list',
  'POST /api/console/reconciliation/report',
  'POST /api/console/reconciliation/runs',
  'POST /api/console/refunds/list',
  'POST /api/console/reports/list',
  'POST /api/console/reports/rows/list',
  'POST /api/console/retention/list',
  'POST /api/console/returns/day',
  'POST /api/console/returns/list',
  'POST /api/console/risk/list',
  'POST /api/console/screening/list',
  'POST /api/console/security/list',
  'POST /api/console/statements/lines',
  'POST /api/console/statements/list',
  'POST /api/console/suppressions/list',
  'POST /api/console/tickets/list',
  'POST /api/console/transfers/list',
  'POST /api/console/venues/statements',
  'POST /api/console/verifications/list',
  'POST /api/console/vip-releases/list',
  'POST /api/console/voids/list',
  'POST /api/console/withdrawals/list',
] as const satisfies readonly ConsoleCallName[]

/**
 * The calls that only read and may do so at a replica
 * (docs/decisions/0095-reads-elsewhere-wait-for-what-the-caller-wrote.md). A call that writes does
 * not belong here: tests run these in sessions that refuse to.
 */
export const readsElsewhere: ReadonlySet<string> = new Set([...ofMembers, ...ofOperators])

/**
 * Histories of members, which share a few connections: a crowd of readers waits for those, and no
 * other call waits for the crowd.
 */
export const readsHistories: ReadonlySet<string> = new Set<CallName>([
  ...ofMembers,
  'POST /api/getfanshui',
  'POST /api/noticeList',
  'POST /api/redpacket',
])
