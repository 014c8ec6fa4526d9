import { z } from 'zod'
import { amounts, inOrder, keyed, sorted, span } from '../listed.ts'
import { operator } from '../call.ts'
import {
  claiming,
  day,
  decision,
  memberFigures,
  orderFilter,
  orderNo,
  remark,
} from '../consoleFields.ts'
import { int8, text, time, yuan, stateOf } from '../fields.ts'
import { reviewLabels, reviewState } from '../facts.ts'
import { agentDays, statementPart } from './calls.ts'
import { statementLabels, statementState } from './facts.ts'

const agentRow = z.object({
  application_id: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  /** Masked unless the operator may see it. */
  mobile: z.string(),
  apply_info: z.string(),
  state: stateOf(reviewState, reviewLabels),
  created_at: time,
  ...decision.shape,
})

const agentDetail = agentRow.extend({
  /** Members that the applicant has invited so far, and what those have deposited. */
  team: z.object({ members: z.number().int(), depositors: z.number().int(), deposits: yuan }),
  member: memberFigures,
})

const month = text(7).pipe(z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/))

const statement = z.object({ agent_id: int8, month })

const statementRow = z.object({
  agent_id: z.number().int(),
  username: z.string(),
  month: z.string(),
  members: z.number().int(),
  active: z.number().int(),
  base: yuan,
  carried_in: yuan,
  commissionable: yuan,
  /** Percent of the tier that was reached; 0 for none. */
  percent: z.number(),
  commission: yuan,
  carried_out: yuan,
  /** 0 nothing to pay, 1 waits, 2 paid, 3 rejected. */
  state: stateOf(statementState, statementLabels),
  created_at: time,
  ...decision.shape,
})

const statementDetail = statementRow.extend({
  from_day: z.string(),
  /** The last day it counts. */
  to_day: z.string(),
  rule_version: z.number().int(),
  /** The formula it was made by, line by line as agents read it. */
  rule: z.array(z.string()),
  /** The plan it was made by; empty for the general rule alone. */
  plan: z.string(),
  parts: z.array(statementPart),
  /** First depositors that were struck because a deposit is disputed. */
  struck: z.number().int(),
  /** Turnover that a yuan of the commission asks for. */
  turnover_times: z.number().int(),
  member: memberFigures,
})

const statementLine = z.object({
  member_id: z.number().int(),
  username: z.string(),
  active: z.boolean(),
  stake: yuan,
  valid: yuan,
  payout: yuan,
  promotions: yuan,
  /** What the figures of earlier statements have changed by since. */
  corrected: yuan,
  /** What the line adds to the base. */
  adds: yuan,
})

const statementCheck = z.object({
  /** The figures follow from the stored lines by the stored formula. */
  holds: z.boolean(),
  recomputed: yuan,
  /**
   * Lines that the books give differently today: corrections that the next statement makes good.
   */
  since: z.array(z.object({ member_id: z.number().int(), stated: yuan, now: yuan })),
  since_total: z.number().int(),
})

const member = z.object({ id: int8 })

const standing = z.object({
  /** `ended` while the status is taken back. */
  standing: z.enum(['none', 'active', 'ended']),
  /** When they were first approved; empty for who never was. */
  since: z.string(),
  /** Members whom they invited. */
  team: z.number().int(),
  /** Statements that wait for review, and what these come to. */
  waiting: z.number().int(),
  waiting_amount: yuan,
  /** Every time it was taken back, newest first; the last day that counted. */
  endings: z.array(
    z.object({
      ended_at: time,
      ended_by: z.string(),
      reason: z.string(),
      last_day: z.string(),
      reinstated_at: z.string(),
      reinstated_by: z.string(),
    }),
  ),
})

/** Who asks to become an agent, and what agents are paid for a month. */
export const agentConsole = {
  'POST /api/console/agents/list': operator(
    'agent.read',
    orderFilter.extend({
      ...sorted('POST /api/console/agents/list'),
      ...span,
    }),
    keyed(agentRow),
  ),
  'POST /api/console/agents/show': operator(
    'agent.read',
    z.object({ application_id: orderNo }),
    agentDetail,
  ),
  'POST /api/console/agents/claim': operator(
    'agent.review',
    z.object({ application_id: orderNo, ...claiming }),
    z.null(),
  ),
  'POST /api/console/agents/approve': operator(
    'agent.review',
    z.object({ application_id: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/agents/reject': operator(
    'agent.review',
    z.object({ application_id: orderNo, remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/agents/standing': operator('agent.read', member, standing),
  /**
   * Takes the status back: nothing of the team counts from the next day on, what was earned stays
   * due. The member reads `remark`.
   */
  'POST /api/console/agents/end': operator('agent.review', member.extend({ remark }), z.null(), {
    once: true,
  }),
  /** Gives it back: the team counts again from this day on. */
  'POST /api/console/agents/reinstate': operator(
    'agent.review',
    member.extend({ remark }),
    z.null(),
    { once: true },
  ),
  /**
   * Members by whom they were invited by; `parent` 0 asks for where trees begin: agents, and
   * inviters whom nobody invited. These are at most a thousand and have no cursors.
   */
  'POST /api/console/agents/tree': operator(
    'agent.read',
    z.object({ parent: int8, ...inOrder('POST /api/console/agents/tree') }),
    keyed(
      z.object({
        id: z.number().int(),
        username: z.string(),
        isagent: z.boolean(),
        joined_at: time,
        invited: z.number().int(),
        deposits: yuan,
        turnover: yuan,
        result: yuan,
      }),
    ),
  ),
  /** The agent's days within a span, this month at first, as the agent sees them. */
  'POST /api/console/agents/days': operator(
    'agent.read',
    member.extend({ from: day, to: day }),
    z.object({
      username: z.string(),
      from: z.string(),
      to: z.string(),
      days: agentDays.shape.days,
    }),
  ),
  /** `month` empty means all; state 9 means all of them, 0 those with nothing to pay. */
  'POST /api/console/statements/list': operator(
    'agent.read',
    orderFilter.extend({
      ...sorted('POST /api/console/statements/list'),
      ...span,
      ...amounts,
      month: text(7),
    }),
    keyed(statementRow),
  ),
  'POST /api/console/statements/show': operator('agent.read', statement, statementDetail),
  'POST /api/console/statements/lines': operator(
    'agent.read',
    statement.extend({ ...inOrder('POST /api/console/statements/lines') }),
    keyed(statementLine),
  ),
  /** First depositors that the statement counts; never shown to the agent. */
  'POST /api/console/statements/firsts': operator(
    'agent.read',
    statement.extend({ ...inOrder('POST /api/console/statements/firsts') }),
    keyed(
      z.object({
        member_id: z.number().int(),
        username: z.string(),
        deposit_no: z.string(),
        amount: yuan,
        struck_at: z.string(),
      }),
    ),
  ),
  /** Computes it again, from its own lines and from the books as they stand. */
  'POST /api/console/statements/check': operator('agent.read', statement, statementCheck),
  'POST /api/console/statements/claim': operator(
    'commission.review',
    statement.extend(claiming),
    z.null(),
  ),
  /** Pays it; refused when it cannot be recomputed from its own lines. */
  'POST /api/console/statements/approve': operator(
    'commission.review',
    statement.extend({ remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/statements/reject': operator(
    'commission.review',
    statement.extend({ remark }),
    z.null(),
    { once: true },
  ),
} as const
