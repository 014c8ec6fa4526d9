import { z } from 'zod'
import { operator } from '../call.ts'
import { int2, int8, nothing, oneOf, text, time, stateOf } from '../fields.ts'
import { keyed, sorted, span } from '../listed.ts'
import { channels, deliveryKinds, deliveryLabels, deliveryState, deliveryWays } from './facts.ts'

const channel = oneOf(channels)
const way = oneOf(deliveryWays)

const deliveryRow = z.object({
  id: z.number().int(),
  created_at: time,
  channel: way,
  kind: oneOf(deliveryKinds),
  member_id: z.number().int(),
  username: z.string(),
  /** Masked. */
  contact: z.string(),
  state: stateOf(deliveryState, deliveryLabels),
  attempts: z.number().int(),
  /** What the other side said, or that it said nothing. */
  error: z.string(),
  decided_at: z.string(),
})

export const deliveryConsole = {
  /** What was sent to members, newest first; `q` is a member's id or how the name begins. */
  'POST /api/console/deliveries/list': operator(
    'delivery.read',
    z.object({
      ...sorted('POST /api/console/deliveries/list'),
      ...span,
      state: int2.optional(),
      channel: text(10),
      q: text(32),
    }),
    keyed(deliveryRow),
  ),
  /** Which channels are configured, and how they fared within the last day. */
  'POST /api/console/deliveries/channels': operator(
    'delivery.read',
    nothing,
    z.array(
      z.object({
        channel: way,
        open: z.boolean(),
        sent: z.number().int(),
        waiting: z.number().int(),
        failed: z.number().int(),
      }),
    ),
  ),
  /** Tries a failed one again. */
  'POST /api/console/deliveries/retry': operator(
    'delivery.send',
    z.object({ id: int8 }),
    z.null(),
    { once: true },
  ),
  /** Sends a fixed text at once; the answer says what the other side said. */
  'POST /api/console/deliveries/trial': operator(
    'delivery.send',
    z.object({ channel, to: text(100) }),
    z.object({ sent: z.boolean(), error: z.string() }),
    { once: true },
  ),
} as const
