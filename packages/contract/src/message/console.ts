import { z } from 'zod'
import { operator } from '../call.ts'
import { moment, remark } from '../consoleFields.ts'
import { channels } from '../delivery/facts.ts'
import { int4, int8, nothing, oneOf, text, time } from '../fields.ts'
import { planStates } from './facts.ts'

/** What a letter says, how it goes out and when; whom it goes to stands beside it. */
export const letterForm = {
  /** Offers reach nobody who is blocked or excluded; what is of service does. */
  kind: z.enum(['offer', 'service']).default('offer'),
  /** What an offer is about; empty for all products. */
  product: z.enum(['', 'betting', 'casino', 'lottery']).default(''),
  /** How it goes out besides the inbox; for offers, to members who want them there. */
  channels: z.array(oneOf(channels)).max(2).default([]),
  title: text(100),
  content: text(16_000),
  /** When it is sent once another operator has approved it; empty for at once. */
  send_at: moment.default(''),
}

const letter = z.object({
  audience: z.enum(['all', 'segment']),
  segment_id: int8.default(0),
  ...letterForm,
})

/** Letters to a segment or to everybody that are not sent yet. */
export const letterConsole = {
  /** At most fifty, newest first. */
  'POST /api/console/letters/drafts': operator(
    'message.read',
    nothing,
    z.array(
      letter.extend({
        draft_id: z.number().int(),
        version: z.number().int(),
        segment: z.string(),
        saved_by: z.string(),
        saved_at: time,
      }),
    ),
  ),
  /** `draft_id` 0 for a new one; `version` is the one that was read. */
  'POST /api/console/letters/save': operator(
    'message.send',
    letter.extend({ draft_id: int8, version: int4 }),
    z.object({ draft_id: z.number().int(), version: z.number().int() }),
    { once: true },
  ),
  'POST /api/console/letters/remove': operator(
    'message.send',
    z.object({ draft_id: int8 }),
    z.null(),
    { once: true },
  ),
  /** Those that are planned, the next one first, then the latest twenty that were not sent. */
  'POST /api/console/letters/plans': operator(
    'message.read',
    nothing,
    z.array(
      z.object({
        plan_id: z.number().int(),
        state: oneOf(planStates),
        audience: z.enum(['all', 'segment']),
        segment: z.string(),
        title: z.string(),
        content: z.string(),
        send_at: time,
        written_by: z.string(),
        approved_by: z.string(),
        approved_at: time,
        ended_by: z.string(),
        ended_at: z.string(),
        /** Why it was not sent; empty for one that is planned. */
        why: z.string(),
      }),
    ),
  ),
  /** One person stops what two have planned. */
  'POST /api/console/letters/stop': operator(
    'message.send',
    z.object({ plan_id: int8, remark }),
    z.null(),
    { once: true },
  ),
} as const
