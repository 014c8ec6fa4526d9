import { z } from 'zod'
import { member } from '../call.ts'
import { complaintText } from '../complaints/calls.ts'
import { int2, nothing, oneOf, page, paged, text, time, yuan, stateOf } from '../fields.ts'
import {
  attachedKinds,
  TICKET_PICTURE_BYTES,
  TICKET_TEXT_MAX,
  ticketAuthors,
  ticketLabels,
  ticketState,
  ticketTopics,
} from './facts.ts'

/** The number of a conversation, `T20261123-7K3M9Q`. */
export const ticketNo = text(20)
/** Longer than the rule allows, so that the rule can say so. */
export const ticketText = text(TICKET_TEXT_MAX + 500)

export const ticketHead = z.object({
  ticket_no: z.string(),
  topic: oneOf(ticketTopics),
  state: stateOf(ticketState, ticketLabels),
  created_at: time,
  /** When the newest line came that the member can read. */
  updated_at: time,
  closed_at: z.string(),
  /** The complaint that it became; empty for none. */
  complaint_no: z.string(),
  /** What the member said of it; 0 for nothing. */
  rating: z.number().int().min(0).max(3),
})

/** One order or bet of the member. */
export const attached = z.object({
  kind: oneOf(attachedKinds),
  no: z.string(),
  amount: yuan,
  at: time,
})

export const ticketLine = z.object({
  line_id: z.number().int(),
  author: oneOf(ticketAuthors),
  content: z.string(),
  at: time,
  /** Its picture: `GET /api/tickets/picture/<id>`; 0 for none. */
  picture: z.number().int(),
  attached: attached.nullable(),
})

const one = z.object({ ticket_no: ticketNo })
const once = { once: true } as const
const attaching = { attached_kind: text(20), attached_no: text(64) }

/** None is named by a document: conversations with customer service. */
export const ticketCalls = {
  'POST /api/tickets': member(
    z.object({ page }),
    z.object({
      list: paged(
        ticketHead.extend({
          last: z.string(),
          last_author: oneOf(ticketAuthors),
          unread: z.number().int(),
        }),
      ),
      /** Lines of staff that the member has not read, in all conversations. */
      unread: z.number().int(),
      /** Within how many minutes staff usually answer. */
      answer_minutes: z.number().int(),
    }),
  ),
  /** The page of a conversation asks again by itself; what it gives counts as read. */
  'POST /api/tickets/show': member(
    one,
    ticketHead.extend({
      lines: z.array(ticketLine),
      /** The newest line that staff have read, and when. */
      read_line: z.number().int(),
      read_at: z.string(),
      /** Whether writing opens it again. */
      can_reopen: z.boolean(),
      reopen_days: z.number().int(),
      answer_minutes: z.number().int(),
    }),
    { polled: true },
  ),
  /** The member's newest orders and bets, to attach one of them. */
  'POST /api/tickets/attachable': member(nothing, z.array(attached)),
  'POST /api/tickets/new': member(
    z.object({ topic: text(20), content: ticketText, ...attaching }),
    z.object({ ticket_no: z.string() }),
    once,
  ),
  'POST /api/tickets/reply': member(
    one.extend({ content: ticketText, ...attaching }),
    z.null(),
    once,
  ),
  /** One JPEG or PNG of up to 8 MB, with the number before it in the form. */
  'POST /api/tickets/picture': member(one, z.object({ id: z.number().int() }), {
    upload: true,
    uploadBytes: TICKET_PICTURE_BYTES,
  }),
  'POST /api/tickets/solve': member(one, z.null()),
  'POST /api/tickets/rate': member(one.extend({ rating: int2 }), z.null()),
  /** Goes on as a complaint, with its clock. */
  'POST /api/tickets/complain': member(
    one.extend({ content: complaintText }),
    z.object({ complaint_no: z.string() }),
    once,
  ),
} as const
