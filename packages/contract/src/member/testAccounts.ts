import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { reviewLabels, reviewState } from '../facts.ts'
import { int2, int8, text, time, stateOf } from '../fields.ts'
import { keyed, sorted, span } from '../listed.ts'

const once = { once: true } as const

/**
 * Accounts of the operator's own for tests: out of every report, without deposits, withdrawals and
 * benefits; their money comes by adjustments of two persons.
 */
export const testAccountConsole = {
  'POST /api/console/members/tests/list': operator(
    'member.test',
    z.object({
      ...sorted('POST /api/console/members/tests/list'),
      ...span,
      state: int2.optional(),
    }),
    keyed(
      z.object({
        member_id: z.number().int(),
        username: z.string(),
        reason: z.string(),
        state: stateOf(reviewState, reviewLabels),
        asked_by: z.string(),
        created_at: time,
        decided_by: z.string(),
        decided_at: z.string(),
      }),
    ),
  ),
  /** `member` is an id or a name. */
  'POST /api/console/members/tests/ask': operator(
    'member.test',
    z.object({ member: text(64), remark }),
    z.null(),
    once,
  ),
  /** Refused to who asked, but for taking it back. */
  'POST /api/console/members/tests/decide': operator(
    'member.test',
    z.object({ id: int8, approve: z.boolean() }),
    z.null(),
    once,
  ),
} as const
