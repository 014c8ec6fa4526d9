import { z } from 'zod'
import { member } from '../call.ts'
import { nothing, secret, text, yuan } from '../fields.ts'
import { factorProof } from '../safety/calls.ts'

export const closingCalls = {
  'POST /api/closing': member(
    nothing,
    z.object({
      /** When it was asked for; empty while the account stays open. */
      asked_at: z.string(),
      cash: yuan,
      venues: yuan,
      /** What has to end before the account can be closed, as the member reads it. */
      pending: z.array(z.object({ what: z.string(), count: z.number().int() })),
    }),
  ),
  /** Ends play and deposits at once; it is never taken back. */
  'POST /api/closing/ask': member(
    z.object({
      password: secret,
      paypassword: secret,
      reason: text(250),
      factor: factorProof.optional(),
    }),
    z.null(),
    { once: true },
  ),
} as const
