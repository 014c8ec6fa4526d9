import { z } from 'zod'
import { operator } from '../call.ts'
import { int, nothing, page, paged, text, time, yuan } from '../fields.ts'
import { accountCalls } from './account.ts'
import { activityCalls } from './activities.ts'
import { agentCalls } from './agents.ts'
import { applicationCalls } from './applications.ts'
import { figureCalls } from './figures.ts'
import { memberCalls } from './members.ts'
import { moneyCalls } from './money.ts'
import { payoutCalls } from './payouts.ts'
import { riskCalls } from './risk.ts'
import { ruleCalls } from './rules.ts'
import { siteCalls } from './site.ts'
import { staffCalls } from './staff.ts'
import { toolCalls } from './tools.ts'
import { venueCalls } from './venues.ts'
import {
  confirmation,
  day,
  decision,
  memberFigures,
  orderFilter,
  orderNo,
  remark,
} from './shared.ts'

export {
  administrators,
  isPower,
  permissions,
  roles,
  type Permission,
  type Role,
} from './permissions.ts'

const depositRow = z.object({
  deposit_no: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  method: z.string(),
  amount: yuan,
  state: z.number().int(),
  /** Who moves a pending one: a person, or the provider's callback; empty when it is decided. */
  waits_for: z.enum(['person', 'provider', '']),
  created_at: time,
  /** Who approved it first where two have to. */
  confirmed_by: z.string(),
  ...decision.shape,
})
const depositDetail = depositRow.extend({
  confirmation,
  /** What the member said of the payment; masked unless the operator may see it. */
  payer: z.object({
    bank: z.string(),
    bank_owner: z.string(),
    bank_no: z.string(),
    bank_address: z.string(),
  }),
  protocol: z.string(),
  usdt_amount: z.number(),
  provider_ref: z.string(),
  paid_amount: yuan,
  /**
   * What an approval credits, or what was credited: the amount really paid where the provider
   * reported one.
   */
  credits: yuan,
  expires_at: z.string(),
  /** Every callback as it came, newest first. */
  callbacks: z.array(z.object({ received_at: time, verdict: z.string(), payload: z.string() })),
  member: memberFigures,
})
const withdrawalRow = z.object({
  out_trade_no: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  method: z.string(),
  amount: yuan,
  usdt_amount: z.number(),
  fee_usdt: z.number(),
  receives: z.string(),
  state: z.number().int(),
  created_at: time,
  confirmed_by: z.string(),
  ...decision.shape,
})
const withdrawalDetail = withdrawalRow.extend({
  confirmation,
  card: z.object({ bank: z.string(), bank_owner: z.string(), bank_no: z.string() }),
  /** Other members who have bound one of this member's numbers. */
  shared_with: z.array(z.object({ id: z.number().int(), username: z.string() })),
  member: memberFigures,
})

const memberRow = z.object({
  id: z.number().int(),
  username: z.string(),
  realname: z.string(),
  vip: z.number().int(),
  state: z.enum(['active', 'locked']),
  joined_at: time,
  last_login_at: z.string(),
  cash: yuan,
  venues: yuan,
})
const memberDetail = memberRow.extend({
  mobile: z.string(),
  email: z.string(),
  birthday: z.string(),
  invited_by: z.string(),
  figures: memberFigures,
  venue_balances: z.array(
    z.object({ name: z.string(), platname: z.string(), balance: yuan, pending: yuan }),
  ),
  requirements: z.array(
    z.object({
      source: z.string(),
      required: yuan,
      contributed: yuan,
      state: z.string(),
      opened_at: time,
    }),
  ),
  /**
   * `mark` names a session when it is to be ended; it opens nothing. `device` is the beginning of
   * the browser's mark, `others` have it too.
   */
  sessions: z.array(
    z.object({
      mark: z.string(),
      created_at: time,
      last_seen_at: time,
      address: z.string(),
      agent: z.string(),
      device: z.string(),
      others: z.number().int(),
    }),
  ),
  cards: z.array(
    z.object({
      id: z.number().int(),
      bank: z.string(),
      bank_owner: z.string(),
      bank_no: z.string(),
      bound_at: time,
      locked: z.boolean(),
      others: z.number().int(),
    }),
  ),
})
const auditRow = z.object({
  id: z.number().int(),
  at: time,
  operator: z.string(),
  role: z.string(),
  action: z.string(),
  subject: z.string(),
  address: z.string(),
  before: z.string(),
  after: z.string(),
  note: z.string(),
})

/** Every call of the back office. Sessions are cookies of its own; `anyone` may only log in. */
export const consoleCalls = {
  ...accountCalls,
  /** What waits for a person. */
  'POST /api/console/today': operator(
    '',
    nothing,
    z.object({
      deposits_pending: z.number().int(),
      deposits_oldest_minutes: z.number().int(),
      withdrawals_pending: z.number().int(),
      withdrawals_oldest_minutes: z.number().int(),
      transfers_unknown: z.number().int(),
      applications_pending: z.number().int(),
      applications_oldest_minutes: z.number().int(),
      agents_pending: z.number().int(),
      statements_pending: z.number().int(),
      agents_oldest_minutes: z.number().int(),
      payouts_open: z.number().int(),
      payouts_oldest_minutes: z.number().int(),
      proposals_open: z.number().int(),
      proposals_oldest_minutes: z.number().int(),
      adjustments_pending: z.number().int(),
      adjustments_oldest_minutes: z.number().int(),
      flags_pending: z.number().int(),
      flags_oldest_minutes: z.number().int(),
      cases_open: z.number().int(),
      cases_oldest_minutes: z.number().int(),
      transfers_oldest_minutes: z.number().int(),
      deposits_today: yuan,
      withdrawals_today: yuan,
      new_members_today: z.number().int(),
      active_members_today: z.number().int(),
      bets_today: yuan,
      payouts_today: yuan,
    }),
  ),
  'POST /api/console/deposits/list': operator(
    'deposit.read',
    orderFilter.extend({ method: text(20), day }),
    paged(depositRow),
  ),
  'POST /api/console/deposits/show': operator(
    'deposit.read',
    z.object({ deposit_no: orderNo }),
    depositDetail,
  ),
  /**
   * Takes the item for oneself, so that no two work on it; refused while another holds it (ten
   * minutes).
   */
  'POST /api/console/deposits/claim': operator(
    'deposit.review',
    z.object({ deposit_no: orderNo }),
    z.null(),
  ),
  'POST /api/console/deposits/approve': operator(
    'deposit.review',
    z.object({ deposit_no: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/deposits/reject': operator(
    'deposit.review',
    z.object({ deposit_no: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/withdrawals/list': operator(
    'withdrawal.read',
    orderFilter.extend({ method: text(20), day }),
    paged(withdrawalRow),
  ),
  'POST /api/console/withdrawals/show': operator(
    'withdrawal.read',
    z.object({ out_trade_no: orderNo }),
    withdrawalDetail,
  ),
  'POST /api/console/withdrawals/claim': operator(
    'withdrawal.review',
    z.object({ out_trade_no: orderNo }),
    z.null(),
  ),
  'POST /api/console/withdrawals/approve': operator(
    'withdrawal.review',
    z.object({ out_trade_no: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/withdrawals/reject': operator(
    'withdrawal.review',
    z.object({ out_trade_no: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  /** `day` is the one they joined on, `played` one on which they played or deposited. */
  'POST /api/console/members/list': operator(
    'member.read',
    z.object({ page, q: text(64), state: text(10), day, played: day.optional() }),
    paged(memberRow),
  ),
  'POST /api/console/members/show': operator('member.read', z.object({ id: int }), memberDetail),
  /**
   * Names, numbers and addresses in full; each look is written to the audit log with its reason.
   */
  'POST /api/console/members/unmask': operator(
    'member.unmask',
    z.object({ id: int, remark }),
    z.object({
      realname: z.string(),
      mobile: z.string(),
      email: z.string(),
      cards: z.array(
        z.object({ id: z.number().int(), bank_owner: z.string(), bank_no: z.string() }),
      ),
    }),
  ),
  ...memberCalls,
  ...figureCalls,
  ...moneyCalls,
  ...activityCalls,
  ...riskCalls,
  ...applicationCalls,
  ...agentCalls,
  ...payoutCalls,
  ...siteCalls,
  ...ruleCalls,
  ...venueCalls,
  ...staffCalls,
  ...toolCalls,
  /**
   * `from` and `to` are days (`YYYY-MM-DD`, Beijing) or empty; `text` is looked for in what changed
   * and why.
   */
  'POST /api/console/audit/list': operator(
    'audit.read',
    z.object({
      page,
      operator: text(32),
      action: text(40),
      subject: text(64),
      from: day,
      to: day,
      text: text(40),
    }),
    paged(auditRow),
  ),
} as const

export type ConsoleCalls = typeof consoleCalls
export type ConsoleCallName = keyof ConsoleCalls
/** The calls marked `once`: a client sends each of them with an `Idempotency-Key`. */
export type ConsoleOnceName = {
  [N in ConsoleCallName]: ConsoleCalls[N] extends { once: true } ? N : never
}[ConsoleCallName]
export type ConsolePayload<N extends ConsoleCallName> = z.output<ConsoleCalls[N]['takes']>
export type ConsoleSent<N extends ConsoleCallName> = z.input<ConsoleCalls[N]['takes']>
export type ConsoleGiven<N extends ConsoleCallName> = z.output<ConsoleCalls[N]['gives']>
export type ConsoleRowOf<N extends ConsoleCallName> =
  ConsoleGiven<N> extends { data: (infer R)[] } ? R : never
