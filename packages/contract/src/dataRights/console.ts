import { z } from 'zod'
import { operator } from '../call.ts'
import { keyed, sorted, span } from '../listed.ts'
import { remark } from '../consoleFields.ts'
import { int2, int8, oneOf, text, time, stateOf } from '../fields.ts'
import { requestText } from './calls.ts'
import { dataRequestKinds, dataRequestLabels, dataRequestState } from './facts.ts'

const once = { once: true } as const

const dataRequestRow = z.object({
  request_id: z.number().int(),
  member_id: z.number().int(),
  username: z.string(),
  kind: oneOf(dataRequestKinds),
  /** What the member asks for, in their words. */
  apply_info: z.string(),
  asked_by: z.string(),
  created_at: time,
  answer_by: time,
  /** Five days are left, or fewer. */
  overdue: z.boolean(),
  extension: z.string(),
  state: stateOf(dataRequestState, dataRequestLabels),
  /** The account is closed for good, so that an erasure can be done. */
  closed_at: z.string(),
  confirmed_by: z.string(),
  decided_by: z.string(),
  decided_at: z.string(),
  answer: z.string(),
  /** When a granted restriction was lifted; empty while it counts, and for other kinds. */
  lifted_at: z.string(),
})

export const dataRightsConsole = {
  'POST /api/console/data-requests/list': operator(
    'data_request.read',
    z.object({
      ...sorted('POST /api/console/data-requests/list'),
      ...span,
      state: int2.optional(),
      kind: text(20),
      q: text(64),
    }),
    keyed(dataRequestRow),
  ),
  /** Written down for a member who cannot log in, or for an heir. */
  'POST /api/console/data-requests/write': operator(
    'data_request.review',
    z.object({ member: text(32), kind: text(20), content: requestText, remark }),
    z.null(),
    once,
  ),
  /** More time, with the reason that the member reads; once. */
  'POST /api/console/data-requests/extend': operator(
    'data_request.review',
    z.object({ id: int8, remark }),
    z.null(),
    once,
  ),
  /** An erasure takes two persons: the first approval leaves it in the queue. */
  'POST /api/console/data-requests/approve': operator(
    'data_request.review',
    z.object({ id: int8, answer: requestText, remark }),
    z.null(),
    once,
  ),
  /** Ends a granted restriction: the member's rows may change again. The member reads `answer`. */
  'POST /api/console/data-requests/lift': operator(
    'data_request.review',
    z.object({ id: int8, answer: requestText, remark }),
    z.null(),
    once,
  ),
  'POST /api/console/data-requests/reject': operator(
    'data_request.review',
    z.object({ id: int8, answer: requestText, remark }),
    z.null(),
    once,
  ),
} as const
