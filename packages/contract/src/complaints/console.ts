import { z } from 'zod'
import { keyed, sorted, span } from '../listed.ts'
import { operator } from '../call.ts'
import { day, remark } from '../consoleFields.ts'
import { int2, oneOf, text, time } from '../fields.ts'
import { complaintHead, complaintNo, complaintText } from './calls.ts'
import { complaintAuthors, complaintKinds } from './facts.ts'

const once = { once: true } as const

const complaintRow = complaintHead.extend({
  member_id: z.number().int(),
  username: z.string(),
  /** Nobody has answered for twenty hours. */
  overdue: z.boolean(),
  waits_for: z.string(),
  first_answer_at: z.string(),
  decided_by: z.string(),
})

const figures = z.object({
  kind: oneOf(complaintKinds),
  received: z.number().int(),
  open: z.number().int(),
  upheld: z.number().int(),
  partly: z.number().int(),
  rejected: z.number().int(),
  settled: z.number().int(),
  deadlock: z.number().int(),
  withdrawn: z.number().int(),
})

export const complaintConsole = {
  /** `q` is the number of a complaint, a member's id or how the name begins. */
  'POST /api/console/complaints/list': operator(
    'complaint.read',
    z.object({
      ...sorted('POST /api/console/complaints/list'),
      ...span,
      state: int2.optional(),
      kind: text(20),
      q: text(64),
    }),
    keyed(complaintRow),
  ),
  'POST /api/console/complaints/show': operator(
    'complaint.read',
    z.object({ complaint_no: complaintNo }),
    complaintRow.extend({
      messages: z.array(
        z.object({
          author: oneOf(complaintAuthors),
          operator: z.string(),
          content: z.string(),
          at: time,
        }),
      ),
      dispute_body: z.string(),
    }),
  ),
  /** How many came and how they ended, by type, of the days asked for; empty for all. */
  'POST /api/console/complaints/figures': operator(
    'complaint.read',
    z.object({ from: day, to: day }),
    z.array(figures),
  ),
  /** With `note` it is for staff alone. */
  'POST /api/console/complaints/reply': operator(
    'complaint.answer',
    z.object({ complaint_no: complaintNo, content: complaintText, note: z.boolean() }),
    z.null(),
    once,
  ),
  /** The final answer, with its outcome. */
  'POST /api/console/complaints/decide': operator(
    'complaint.answer',
    z.object({
      complaint_no: complaintNo,
      outcome: text(20),
      content: complaintText,
      remark,
    }),
    z.null(),
    once,
  ),
} as const
