import { z } from 'zod'
import { member } from '../call.ts'
import { oneOf, page, paged, text, time, stateOf } from '../fields.ts'
import {
  COMPLAINT_TEXT_MAX,
  complaintAuthors,
  complaintKinds,
  complaintOutcomes,
  complaintLabels,
  complaintState,
} from './facts.ts'

/** The number of a complaint, `C20261123-7K3M9Q`. */
export const complaintNo = text(20)
/** Longer than the rule allows, so that the rule can say so. */
export const complaintText = text(COMPLAINT_TEXT_MAX + 500)

export const complaintHead = z.object({
  complaint_no: z.string(),
  kind: oneOf(complaintKinds),
  state: stateOf(complaintState, complaintLabels),
  /** Empty until it was answered. */
  outcome: z.union([oneOf(complaintOutcomes), z.literal('')]),
  order_no: z.string(),
  /** `YYYY-MM-DD`; empty where none was named. */
  event_day: z.string(),
  created_at: time,
  answer_by: time,
  decided_at: z.string(),
})

/** Where a member may go who does not agree with the answer. */
const disputeBody = z.object({ name: z.string(), address: z.string(), url: z.string() })

export const complaintCalls = {
  'POST /api/complaints': member(
    z.object({ page }),
    z.object({
      list: paged(complaintHead.extend({ last: z.string(), waits_for_you: z.boolean() })),
      answer_days: z.number().int(),
      event_months: z.number().int(),
      dispute_body: disputeBody,
    }),
  ),
  'POST /api/complaints/show': member(
    z.object({ complaint_no: complaintNo }),
    complaintHead.extend({
      messages: z.array(
        z.object({ author: oneOf(complaintAuthors), content: z.string(), at: time }),
      ),
      dispute_body: disputeBody,
    }),
  ),
  'POST /api/complaints/new': member(
    z.object({
      kind: text(20),
      content: complaintText,
      order_no: text(64),
      event_day: text(10),
    }),
    z.object({ complaint_no: z.string() }),
    { once: true },
  ),
  'POST /api/complaints/reply': member(
    z.object({ complaint_no: complaintNo, content: complaintText }),
    z.null(),
    { once: true },
  ),
  /** The member no longer wants it to be pursued. */
  'POST /api/complaints/withdraw': member(z.object({ complaint_no: complaintNo }), z.null()),
} as const
