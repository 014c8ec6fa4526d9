import { z } from 'zod'
import { operator } from '../call.ts'
import { orderFilter, remark } from '../consoleFields.ts'
import { reviewLabels, reviewState } from '../facts.ts'
import { amount, int4, int8, oneOf, text, time, stateOf } from '../fields.ts'
import { keyed, sorted, span } from '../listed.ts'
import { planShares } from './facts.ts'

const once = { once: true } as const
const named = z.object({ id: int8 })

const planRow = z.object({
  id: z.number().int(),
  agent_id: z.number().int(),
  username: z.string(),
  name: z.string(),
  /** What it pays, line by line as agents read it. */
  plan_terms: z.array(z.string()),
  from_month: z.string(),
  note: z.string(),
  state: stateOf(reviewState, reviewLabels),
  proposed_by: z.string(),
  created_at: time,
  decided_by: z.string(),
  decided_at: z.string(),
  remark: z.string(),
})

/** A percentage as typed, with up to two decimals; empty for none. */
const percent = text(6).pipe(
  z.string().regex(/^(|\d{1,3}(\.\d{1,2})?)$/, '请填写比例，最多两位小数'),
)

/** Plans of agents: proposed by one operator, approved by another before their first month. */
export const agentPlanConsole = {
  'POST /api/console/agent-plans/list': operator(
    'agent.read',
    orderFilter.extend({ ...sorted('POST /api/console/agent-plans/list'), ...span }),
    keyed(planRow),
  ),
  'POST /api/console/agent-plans/propose': operator(
    'agent.review',
    z.object({
      agent_id: int8,
      name: text(30),
      /** `YYYY-MM`, later than the month of today. */
      from_month: text(7),
      share: oneOf(planShares),
      /** Of `percent`. */
      percent,
      /** Of the second and the third level; empty for none. */
      level2: percent,
      level3: percent,
      /** Per first depositor; empty for no such payment. */
      cpa: amount,
      min_deposit: amount,
      min_valid: amount,
      verified: z.boolean(),
      /** So many first depositors in one month at most; 0 for no bound. */
      cpa_most: int4.default(0),
      note: text(200),
    }),
    z.object({ id: z.number().int() }),
    once,
  ),
  'POST /api/console/agent-plans/approve': operator('commission.review', named, z.null(), once),
  'POST /api/console/agent-plans/reject': operator(
    'commission.review',
    named.extend({ remark }),
    z.null(),
    once,
  ),
} as const
