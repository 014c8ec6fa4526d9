import { z } from 'zod'
import { operator } from '../call.ts'
import { day } from '../consoleFields.ts'
import { int2, int8, nothing, oneOf, page, paged, text, time, yuan, nameOf } from '../fields.ts'
import { inOrder, keyed, span as days } from '../listed.ts'
import {
  cohortMeasures,
  comparisons,
  dimensions,
  figureAccounts,
  figureFacts,
  funnelSteps,
  liabilities,
  memberFigures,
  memberLiabilities,
  planFormats,
} from './facts.ts'
import { liabilityDay } from './liability.ts'
import { codeWords } from '../desk/words.ts'

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
/** One group of a dimension; without one everybody. `group_key` as `groups/list` answers it. */
const group = { by: oneOf(dimensions).optional(), group_key: text(100) }
const unit = z.enum(['week', 'month']).optional().default('week')
const measure = oneOf(cohortMeasures).optional().default('active')
const compared = oneOf(comparisons).optional().default('before')

const figureRow = figures.extend({
  /** What the group is: a day, a number of a venue or a member, a name. */
  group_key: z.string(),
  group_name: z.string(),
  /** The same figures of the span compared with. */
  ggr_before: yuan,
  ngr_before: yuan,
})

/** What one member is of a figure: yuan or a count, as the figure is. */
const memberPart = z.object({ member_id: count, username: z.string(), value: z.number() })

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
  /**
   * The movements behind a figure of money, the newest day first, of one group of members or of
   * all. By venue and game a cost is a share, so the movements are those of everybody.
   */
  'POST /api/console/figures/entries/list': operator(
    'ledger.read',
    z.object({
      ...inOrder('POST /api/console/figures/entries/list'),
      ...span,
      ...group,
      figure: named(figureAccounts),
    }),
    keyed(
      z.object({
        day: z.string(),
        at: time,
        member_id: count,
        username: z.string(),
        code: nameOf(codeWords),
        amount: yuan,
        source_id: z.string(),
        transaction_id: z.string(),
      }),
    ),
  ),
  /**
   * The members whom a figure of a span is made of, of one group or of all, the largest part first.
   * Their parts add up to the figure.
   */
  'POST /api/console/figures/members/list': operator(
    'figure.read',
    z.object({
      ...inOrder('POST /api/console/figures/members/list'),
      ...span,
      ...group,
      figure: z.enum(memberFigures),
    }),
    keyed(memberPart),
  ),
  /** The members of a span who came to a step of the funnel; 1 each. */
  'POST /api/console/figures/funnel/list': operator(
    'figure.read',
    z.object({
      ...inOrder('POST /api/console/figures/funnel/list'),
      ...span,
      step: oneOf(funnelSteps),
    }),
    keyed(memberPart),
  ),
  /**
   * The members of a cohort, the largest part first: those who were active or deposited in a later
   * week or month, 1 each, or what each brought in up to it. Without `at` the whole cohort.
   */
  'POST /api/console/figures/cohort/list': operator(
    'figure.read',
    z.object({
      ...inOrder('POST /api/console/figures/cohort/list'),
      ...span,
      unit,
      measure,
      begins: day,
      at: int2.optional(),
    }),
    keyed(memberPart),
  ),
  /**
   * The members to whom something is owed at this moment, the largest amount first: for those who
   * may see balances of members.
   */
  'POST /api/console/figures/owed/list': operator(
    'member.read',
    z.object({
      ...inOrder('POST /api/console/figures/owed/list'),
      item: z.enum(memberLiabilities),
    }),
    keyed(memberPart),
  ),
  /**
   * Members who registered within the span and how far they came, and cohorts by the week or month
   * of the first deposit: `values` begin with the cohort's own week or month.
   */
  'POST /api/console/figures/retention': operator(
    'figure.read',
    z.object({
      ...span,
      unit,
      measure,
    }),
    z.object({
      /** Browsers that opened the site logged out, each once a day, and since when they count. */
      visits: count,
      visits_since: z.string(),
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
        z.object({
          key: named(liabilities),
          label: z.string(),
          amount: yuan,
          formula: z.string(),
        }),
      ),
      total: yuan,
    }),
  ),
  /** What was owed at the end of each day of a span, by default the last 30; today as it stands. */
  'POST /api/console/figures/liability/days': operator(
    'figure.read',
    z.object(span),
    z.object({
      from: z.string(),
      to: z.string(),
      /** The first day at whose end every item is counted; empty before the first turn. */
      kept_from: z.string(),
      days: z.array(liabilityDay),
    }),
  ),
} as const
