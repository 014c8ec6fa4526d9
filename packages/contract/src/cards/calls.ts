import { z } from 'zod'
import { member } from '../call.ts'
import { factorProof } from '../safety/calls.ts'
import { flag, int2, int8, nothing, secret, text } from '../fields.ts'

/**
 * A bound card (type 1) or USDT address (type 2); the number is masked to its last four characters
 * (docs/decisions/0022-card-numbers-leave-the-server-masked.md).
 */
export const card = z.object({
  id: z.number().int(),
  bank: z.string(),
  /** The holder, or the protocol of a USDT address. */
  bank_owner: z.string(),
  bank_no: z.string(),
  ico: z.string(),
})

export const cardCalls = {
  'POST /api/getcard': member(z.object({ type: int2 }), z.array(card)),
  'POST /api/bindcard': member(
    z.object({
      bank: text(40),
      bank_owner: text(40),
      bank_no: text(80),
      bank_address: text(80),
      pay_pass: secret,
      /** 1: the member says that the USDT address is their own. */
      own: flag.optional(),
      /** After the refusal `factor.for_change`; so for all calls below. */
      factor: factorProof.optional(),
    }),
    z.null(),
    { once: true },
  ),
  'POST /api/delcard': member(z.object({ id: int8, factor: factorProof.optional() }), z.null()),
  'POST /api/banklist': member(
    nothing,
    z.array(z.object({ id: z.number().int(), bank_name: z.string(), ico: z.string() })),
  ),
} as const
