import { z } from 'zod'
import { operator } from '../call.ts'
import { day } from '../consoleFields.ts'
import { int8, nothing, oneOf, page, paged, text, time, yuan } from '../fields.ts'
import { inOrder, keyed, span as days } from '../listed.ts'
import {
  cohortMeasures,
  comparisons,
  dimensions,
  figureAccounts,
  figureFacts,
  funnelSteps,
  planFormats,
} from './facts.ts'

const once = { once: true } as const
const count = z.number().int()
const named = <Name extends string>(facts: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(facts) as [Name, ...Name[]])

/** Every figure of `figureFacts`. */
const figures = z.object({
  registrations: count,
  first_deposits: count,
  active: count,
  deposits: count,
  deposit: yuan,
  withdrawals: count,
  withdrawal: yuan,
  net_cash: yuan,
  bets: count,
  stake: yuan,
  valid: yuan,
  payout: yuan,
  ggr: yuan,
  bonus: yuan,
  packet: yuan,
  rebate: yuan,
  commission: yuan,
  adjustment: yuan,
  fee: yuan,
  rail_fee: yuan,
  ngr: yuan,
})

const span = { from: day, to: day }
const compared = oneOf(comparisons).optional().default('before')

const figureRow = figures.extend({
  /** What the group is: a day, a number of a venue or a member, a name. */
  group_key: z.string(),
  group_name: z.string(),
  /** The same figures of the span compared with. */
  ggr_before: yuan,
  ngr_before: yuan,
})

/** Reports from the facts by day (docs/engines.md): whole Beijing days, both included. */
export const reportConsole = {
  /** The figures of a span and of the one it is compared with, and each day of it. */
  'POST /api/console/figures/report': operator(
    'figure.read',
    z.object({ ...span, compare: compared }),
    z.object({
      from: z.string(),
      to: z.string(),
      before_from: z.string(),
      before_to: z.string(),
      /** Up to when the facts are complete; empty before the first time. */
      as_of: z.string(),
      now: figures,
      before: figures,
      days: z.array(figures.extend({ day: z.string() })),
    }),
  ),
  /**
   * The figures of a span told apart; `sort` is a figure, the largest first. By venue and game,
   * costs are shared by each day's valid turnover, and figures that no game has are 0.
   */
  'POST /api/console/figures/groups/list': operator(
    'figure.read',
    z.object({
      page,
      ...span,
      compare: compared,
      by: oneOf(dimensions).optional().default('venue'),
      sort: named(figureFacts).optional().default('ggr'),
    }),
    paged(figureRow),
  ),
  /** The movements behind a figure of money, the newest day first. `member_id` 0 means all. */
  'POST /api/console/figures/entries/list': operator(
    'ledger.read',
    z.object({
      ...inOrder('POST /api/console/figures/entries/list'),
      ...span,
      figure: named(figureAccounts),
      member_id: int8.optional(),
    }),
    keyed(
      z.object({
        day: z.string(),
        at: time,
        member_id: count,
        username: z.string(),
        code: z.string(),
        amount: yuan,
        source_id: z.string(),
        transaction_id: z.string(),
      }),
    ),
  ),
  /**
   * Members who registered within the span and how far they came, and cohorts by the week or month
   * of the first deposit: `values` begin with the cohort's own week or month.
   */
  'POST /api/console/figures/retention': operator(
    'figure.read',
    z.object({
      ...span,
      unit: z.enum(['week', 'month']).optional().default('week'),
      measure: oneOf(cohortMeasures).optional().default('active'),
    }),
    z.object({
      funnel: z.array(z.object({ step: oneOf(funnelSteps), members: count })),
      cohorts: z.array(
        z.object({
          begins: z.string(),
          members: count,
          /** Members for the first two measures, yuan a member for the third. */
          values: z.array(z.number()),
        }),
      ),
    }),
  ),
  /** Files of reports that were made by themselves, the newest first. */
  'POST /api/console/figures/files/list': operator(
    'figure.read',
    z.object({ ...inOrder('POST /api/console/figures/files/list'), ...days }),
    keyed(
      z.object({
        file_id: count,
        name: z.string(),
        from: z.string(),
        to: z.string(),
        format: z.enum(planFormats),
        file_lines: count,
        made_at: time,
        letters_sent: count,
        letters_waiting: count,
        letters_failed: count,
        /** Why the last one failed or waits; empty where none does. */
        error: z.string(),
      }),
    ),
  ),
  /** Sends the letters of a file again that failed. */
  'POST /api/console/figures/files/resend': operator(
    'export.run',
    z.object({ file_id: int8 }),
    z.object({ letters: count }),
    once,
  ),
  /** What the operator owes at this moment. */
  'POST /api/console/figures/liability': operator(
    'figure.read',
    nothing,
    z.object({
      items: z.array(
        z.object({ key: text(40), label: z.string(), amount: yuan, formula: z.string() }),
      ),
      total: yuan,
      /** Balances at the end of each of the last 30 days. */
      days: z.array(z.object({ day: z.string(), wallets: yuan, venues: yuan, payable: yuan })),
    }),
  ),
} as const
