import { z } from 'zod'
import { keyed, sorted, span } from '../listed.ts'
import { operator } from '../call.ts'
import { claiming, memberFigures } from '../consoleFields.ts'
import { flag, int2, oneOf, text } from '../fields.ts'
import { ticketHead, ticketLine, ticketNo, ticketText } from './calls.ts'
import { ticketEnds } from './facts.ts'

const once = { once: true } as const
const one = z.object({ ticket_no: ticketNo })

const ticketRow = ticketHead.extend({
  member_id: z.number().int(),
  username: z.string(),
  last: z.string(),
  waits_for: z.string(),
  /** Since when staff owe an answer; empty while they owe none. */
  waits_since: z.string(),
  /** They owe it for longer than the setting allows. */
  overdue: z.boolean(),
  /** Who holds it now; empty for nobody. */
  claimed_by: z.string(),
  first_answer_at: z.string(),
  closed_by: z.string(),
  end: z.union([oneOf(ticketEnds), z.literal('')]),
})

/** Conversations with members. */
export const ticketConsole = {
  /** What waits for staff comes first. `q` is a number, a member's id or how the name begins. */
  'POST /api/console/tickets/list': operator(
    'ticket.read',
    z.object({
      ...sorted('POST /api/console/tickets/list'),
      ...span,
      state: int2.optional(),
      topic: text(20),
      q: text(64),
      mine: flag.optional(),
    }),
    keyed(ticketRow),
  ),
  'POST /api/console/tickets/show': operator(
    'ticket.read',
    one,
    ticketRow.extend({
      lines: z.array(ticketLine.extend({ operator: z.string() })),
      /** Up to which line the member has read. */
      member_read: z.number().int(),
      canned: z.array(z.object({ heading: z.string(), content: z.string() })),
      /** Null for an operator who may not see members. */
      member: memberFigures.nullable(),
      earlier: z.array(ticketHead),
    }),
  ),
  /** Takes it for ten minutes; an answer takes it too. */
  'POST /api/console/tickets/claim': operator('ticket.answer', one.extend(claiming), z.null()),
  /** With `note` it is for staff alone. */
  'POST /api/console/tickets/reply': operator(
    'ticket.answer',
    one.extend({ content: ticketText, note: z.boolean() }),
    z.null(),
    once,
  ),
  'POST /api/console/tickets/close': operator(
    'ticket.answer',
    one.extend({ end: text(20) }),
    z.null(),
    once,
  ),
} as const
