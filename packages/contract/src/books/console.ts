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
import {
  amount,
  int2,
  int4,
  int8,
  nothing,
  text,
  time,
  yuan,
  stateOf,
  oneOf,
  nameOf,
} from '../fields.ts'
import { reviewState } from '../facts.ts'
import { adjustmentLabels, caseLabels, caseState } from './facts.ts'
import { checkWords } from '../desk/words.ts'

const once = { once: true } as const

const adjustmentRow = z.object({
  adjustment_id: z.string(),
  member_id: z.number().int(),
  username: z.string(),
  /** Signed: more than zero is given to the member. */
  amount: yuan,
  turnover_times: z.number().int(),
  reason: z.string(),
  /** The difference of a reconciliation that it makes good; 0 for none. */
  case_id: z.number().int(),
  proposed_by: z.string(),
  state: stateOf(reviewState, adjustmentLabels),
  created_at: time,
  ...decision.shape,
})

const adjustment = z.object({ adjustment_id: orderNo })

const caseRow = z.object({
  case_id: z.number().int(),
  check: nameOf(checkWords),
  severity: oneOf({ mismatch: '不符', attention: '关注' }),
  member_id: z.number().int(),
  username: z.string(),
  subject: z.string(),
  expected: z.string(),
  found: z.string(),
  runs: z.number().int(),
  /** 1 open, 2 resolved. */
  state: stateOf(caseState, caseLabels),
  created_at: time,
  last_seen_at: time,
  ...decision.shape,
})

const caseId = z.object({ case_id: int8 })

const runRow = z.object({
  run_id: z.string(),
  started_at: time,
  finished_at: time,
  mismatches: z.number().int(),
  attentions: z.number().int(),
})

const difference = z.object({
  check: z.string(),
  severity: z.string(),
  member_id: z.number().int(),
  subject: z.string(),
  expected: z.string(),
  found: z.string(),
})

/** Adjustments by hand, reconciliation and the differences it found, and the daily jobs. */
export const booksConsole = {
  /** Corrections of a member's wallet against account 900, by two persons. */
  'POST /api/console/adjustments/list': operator(
    'adjustment.read',
    orderFilter.extend({
      ...sorted('POST /api/console/adjustments/list'),
      ...span,
      ...amounts,
    }),
    keyed(adjustmentRow),
  ),
  'POST /api/console/adjustments/show': operator(
    'adjustment.read',
    adjustment,
    adjustmentRow.extend({ member: memberFigures, warnings: z.array(z.string()) }),
  ),
  /** `member` is a name or an id; `amount` has a minus when it is taken away. */
  'POST /api/console/adjustments/propose': operator(
    'adjustment.propose',
    z.object({
      member: text(32),
      direction: z.enum(['give', 'take']),
      amount,
      turnover_times: int4.optional(),
      reason: remark,
      case_id: int8.optional(),
    }),
    z.object({ adjustment_id: z.string() }),
    once,
  ),
  'POST /api/console/adjustments/claim': operator(
    'adjustment.approve',
    adjustment.extend(claiming),
    z.null(),
  ),
  /** Refused to who proposed it. */
  'POST /api/console/adjustments/approve': operator(
    'adjustment.approve',
    adjustment.extend({ remark }),
    z.null(),
    once,
  ),
  'POST /api/console/adjustments/reject': operator(
    'adjustment.approve',
    adjustment.extend({ remark }),
    z.null(),
    once,
  ),
  /** Takes one's own back. */
  'POST /api/console/adjustments/withdraw': operator(
    'adjustment.propose',
    adjustment,
    z.null(),
    once,
  ),
  'POST /api/console/reconciliation/runs': operator(
    'reconciliation.read',
    z.object({ ...inOrder('POST /api/console/reconciliation/runs'), ...span }),
    keyed(runRow),
  ),
  /**
   * One run as it was kept: house accounts, venues, and every difference it found (at most 200).
   */
  'POST /api/console/reconciliation/report': operator(
    'reconciliation.read',
    z.object({ run_id: text(40) }),
    runRow.extend({
      accounts: z.array(
        z.object({
          account_code: z.number().int(),
          account: z.string(),
          venue: z.string(),
          amount: yuan,
        }),
      ),
      checks: z.array(
        z.object({
          name: z.string(),
          rule: z.string(),
          severity: z.string(),
          differences: z.number().int(),
        }),
      ),
      differences: z.array(difference),
    }),
  ),
  /** The runs that were asked for and have not ended, and the newest that did. */
  'POST /api/console/reconciliation/tasks': operator(
    'reconciliation.read',
    nothing,
    z.array(
      z.object({
        task_id: z.number().int(),
        kind: z.string(),
        provider: z.string(),
        day: z.string(),
        asked_by: z.string(),
        asked_at: time,
        finished_at: z.string(),
        run_id: z.string(),
        error: z.string(),
      }),
    ),
  ),
  /** Recomputes the books and asks every venue and our own payments; it works in the background. */
  'POST /api/console/reconciliation/run': operator('reconciliation.work', nothing, z.null(), once),
  /**
   * A provider's own statement of a Beijing day, one payment a line: reference, order, yuan;
   * compared with what its callbacks said. Where lines begin with 收款, 付款 or 退款 they are that
   * word, the provider's number, ours, yuan and fee, compared with our books; the fees are booked
   * when another person sends the same statement.
   */
  'POST /api/console/reconciliation/send': operator(
    'reconciliation.work',
    z.object({ provider: text(30), day, lines: text(60_000) }),
    z.null(),
    once,
  ),
  /** `state` 0 means all. */
  'POST /api/console/cases/list': operator(
    'reconciliation.read',
    z.object({
      ...sorted('POST /api/console/cases/list'),
      ...span,
      state: int2.optional(),
      severity: text(10),
      q: text(64),
    }),
    keyed(caseRow),
  ),
  'POST /api/console/cases/show': operator(
    'reconciliation.read',
    caseId,
    caseRow.extend({
      rule: z.string(),
      /** What the difference comes to in yuan, where it is one of money. */
      differs: yuan.nullable(),
      notes: z.array(z.object({ at: time, by: z.string(), content: z.string() })),
      adjustments: z.array(
        z.object({ adjustment_id: z.string(), amount: yuan, state: z.number().int() }),
      ),
    }),
  ),
  'POST /api/console/cases/claim': operator(
    'reconciliation.work',
    caseId.extend(claiming),
    z.null(),
  ),
  'POST /api/console/cases/add': operator(
    'reconciliation.work',
    caseId.extend({ content: text(500) }),
    z.null(),
    once,
  ),
  'POST /api/console/cases/resolve': operator(
    'reconciliation.work',
    caseId.extend({ remark }),
    z.null(),
    once,
  ),
  /**
   * The works of the day: when each was done last and comes next. `late`: its hour was long ago;
   * `failed`: `error` says why.
   */
  'POST /api/console/jobs/list': operator(
    'reconciliation.read',
    nothing,
    z.array(
      z.object({
        job: z.enum(['reconciliation', 'vip', 'rebate']),
        run_at: z.string(),
        state: z.enum(['done', 'running', 'waiting', 'late', 'failed']),
        done_at: z.string(),
        due_at: time,
        next_at: time,
        error: z.string(),
        attempts: z.number().int(),
        /** What the last reconciliation found wrong; null when it is none, or none was made. */
        mismatches: z.number().int().nullable(),
      }),
    ),
  ),
} as const
