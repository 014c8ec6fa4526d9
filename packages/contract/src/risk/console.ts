import { z } from 'zod'
import { keyed, sorted, span } from '../listed.ts'
import { operator } from '../call.ts'
import { claiming, decision, memberFigures, orderFilter, remark } from '../consoleFields.ts'
import { int8, nothing, oneOf, text, time, stateOf } from '../fields.ts'
import { flagLabels, flagState, riskKinds } from './facts.ts'

const flagRow = z.object({
  flag_id: z.number().int(),
  member_id: z.number().int(),
  username: z.string(),
  kind: oneOf(riskKinds),
  subject: z.string(),
  /** What was seen, in one sentence with its figures. */
  explained: z.string(),
  weight: z.number().int(),
  state: stateOf(flagState, flagLabels),
  created_at: time,
  seen_at: time,
  ...decision.shape,
})

const flag = z.object({ flag_id: int8 })

/** What looks wrong, by rules that are data. A flag decides nothing: people do. */
export const riskConsole = {
  /** `kind` empty means all; `q` is a member's id or the beginning of a name. */
  'POST /api/console/risk/list': operator(
    'risk.read',
    orderFilter.extend({
      ...sorted('POST /api/console/risk/list'),
      ...span,
      kind: text(20),
    }),
    keyed(flagRow),
  ),
  'POST /api/console/risk/show': operator(
    'risk.read',
    flag,
    flagRow.extend({
      rule_version: z.number().int(),
      /** The rule as it was: each parameter with its value. */
      rule: z.array(z.object({ label: z.string(), value: z.string() })),
      /** The figures it saw. */
      inputs: z.array(z.object({ label: z.string(), value: z.string() })),
      /** Other members whom it names. */
      others: z.array(z.object({ id: z.number().int(), username: z.string() })),
      member: memberFigures,
    }),
  ),
  'POST /api/console/risk/claim': operator('risk.review', flag.extend(claiming), z.null()),
  /** It is as it looks. Nothing follows by itself. */
  'POST /api/console/risk/confirm': operator('risk.review', flag.extend({ remark }), z.null(), {
    once: true,
  }),
  'POST /api/console/risk/dismiss': operator('risk.review', flag.extend({ remark }), z.null(), {
    once: true,
  }),
  /** Looks at everything now instead of at the next turn; answers how many flags are new. */
  'POST /api/console/risk/run': operator(
    'risk.review',
    nothing,
    z.object({ raised: z.number().int() }),
  ),
} as const
