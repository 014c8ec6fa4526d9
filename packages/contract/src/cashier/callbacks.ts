import { z } from 'zod'
import { inOrder, keyed, span } from '../listed.ts'
import { operator } from '../call.ts'
import { int8, text, time, nameOf } from '../fields.ts'
import { verdictWords } from '../desk/words.ts'

const callbackRow = z.object({
  id: z.number().int(),
  /** Its name; the code of one that is gone. */
  provider: z.string(),
  received_at: time,
  address: z.string(),
  verdict: nameOf(verdictWords),
  deposit_no: z.string(),
})

export const callbackConsole = {
  /** Callbacks as providers sent them, newest first; `q` is an order's number or an address. */
  'POST /api/console/callbacks/list': operator(
    'callback.read',
    z.object({
      ...inOrder('POST /api/console/callbacks/list'),
      ...span,
      verdict: text(30),
      q: text(64),
    }),
    keyed(callbackRow),
  ),
  /** With its body; signatures and secrets are left out. */
  'POST /api/console/callbacks/show': operator(
    'callback.read',
    z.object({ id: int8 }),
    callbackRow.extend({ payload: z.string(), signed: z.boolean(), member_id: z.number().int() }),
  ),
} as const
