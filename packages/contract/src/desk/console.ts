import { z } from 'zod'
import { inOrder, keyed, span } from '../listed.ts'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { int8, nothing, text, time, yuan, nameOf } from '../fields.ts'
import { actionWords } from './actions.ts'

const found = z.object({
  kind: z.enum(['member', 'deposit', 'withdrawal', 'transfer', 'bet']),
  /** How the thing is called: a number, a name. */
  title: z.string(),
  /** What tells it from the others, masked as everywhere. */
  note: z.string(),
  member_id: z.number().int(),
  /** What an order's own page needs besides its number. */
  state: z.number().int(),
})

const viewRow = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Filters as they stand in the address. */
  search: z.string(),
  hidden: z.array(z.string()),
  shared: z.boolean(),
  owner: z.string(),
  own: z.boolean(),
})

const exportRow = z.object({
  id: z.number().int(),
  operator: z.string(),
  list: z.string(),
  /** What narrowed and ordered it, in words. */
  filters: z.string(),
  columns: z.array(z.string()),
  /** Rows written; -1 while it runs or when it broke off. */
  rows: z.number().int(),
  /** The list had more rows than a file takes; the last row of the file says so. */
  cut: z.boolean(),
  begun_at: time,
  ended_at: z.string(),
})

const list = text(80)

const count = z.number().int()

/** What waits, queue by queue; a queue that the operator may not see counts as empty. */
export const queueCounts = z.object({
  deposits_pending: count,
  withdrawals_pending: count,
  applications_pending: count,
  agents_pending: count,
  statements_pending: count,
  payouts_open: count,
  refunds_open: count,
  disputes_open: count,
  bank_lines_open: count,
  proposals_open: count,
  transfers_unknown: count,
  leftovers_open: count,
  adjustments_pending: count,
  flags_pending: count,
  harm_pending: count,
  cases_open: count,
  staff_open: count,
  pay_requests_pending: count,
  protection_requests_waiting: count,
  alerts_open: count,
  verifications_pending: count,
  complaints_waiting: count,
  tickets_waiting: count,
  data_requests_waiting: count,
  hits_open: count,
  aml_open: count,
  compliance_alarms: count,
  releases_waiting: count,
  tournaments_waiting: count,
  campaigns_waiting: count,
  journeys_waiting: count,
  giveaways_waiting: count,
  plans_waiting: count,
})

const auditRow = z.object({
  id: z.number().int(),
  at: time,
  operator: z.string(),
  role: z.string(),
  /** The role by its name of today; empty for the system. */
  role_label: z.string(),
  action: nameOf(actionWords),
  subject: z.string(),
  address: z.string(),
  before: z.string(),
  after: z.string(),
  note: z.string(),
})

/** What every room uses: finding, saved views, files, and looks at what is masked. */
export const deskConsole = {
  /** The same as `GET /api/console/live` tells as it changes. */
  'POST /api/console/counts': operator('', nothing, queueCounts),
  /**
   * By name, id, phone, tail of a card, address, order number, bet number. Only kinds that the
   * operator may see.
   */
  'POST /api/console/search': operator(
    '',
    z.object({ q: text(64) }),
    z.object({ found: z.array(found) }),
  ),
  'POST /api/console/views/list': operator('', z.object({ list }), z.array(viewRow)),
  'POST /api/console/views/save': operator(
    '',
    z.object({
      list,
      name: text(20),
      search: text(500),
      hidden: z.array(text(40)).max(40),
      shared: z.boolean(),
    }),
    z.null(),
  ),
  'POST /api/console/views/remove': operator('', z.object({ id: int8 }), z.null()),
  /** A ticket for `GET /api/console/export/<ticket>`, good once and for a minute. */
  'POST /api/console/exports/begin': operator(
    'export.run',
    z.object({
      list,
      filters: z.record(z.string(), z.union([z.string().max(500), z.number()])),
      columns: z.array(text(40)).max(60),
      format: z.enum(['csv', 'xlsx', 'parquet', 'pdf']).default('csv'),
    }),
    z.object({ ticket: z.string() }),
  ),
  'POST /api/console/exports/list': operator(
    'export.run',
    z.object({ ...inOrder('POST /api/console/exports/list'), ...span }),
    keyed(exportRow),
  ),
  /**
   * Shows one thing in full to this operator for ten minutes: `deposit:D26…`, `payout:W26…`. The
   * reason is written down.
   */
  'POST /api/console/unmask': operator(
    'member.unmask',
    z.object({ subject: text(120), remark }),
    z.null(),
  ),
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
      harm_pending: z.number().int(),
      harm_oldest_minutes: z.number().int(),
      cases_open: z.number().int(),
      cases_oldest_minutes: z.number().int(),
      transfers_oldest_minutes: z.number().int(),
      pay_requests_pending: z.number().int(),
      pay_requests_oldest_minutes: z.number().int(),
      deposits_today: yuan,
      withdrawals_today: yuan,
      new_members_today: z.number().int(),
      active_members_today: z.number().int(),
      bets_today: yuan,
      payouts_today: yuan,
    }),
  ),
  /**
   * `from` and `to` are days (`YYYY-MM-DD`, Beijing) or empty; `text` is looked for in what changed
   * and why.
   */
  'POST /api/console/audit/list': operator(
    'audit.read',
    z.object({
      ...inOrder('POST /api/console/audit/list'),
      ...span,
      operator: text(32),
      action: text(40),
      subject: text(64),
      text: text(40),
    }),
    keyed(auditRow),
  ),
} as const
