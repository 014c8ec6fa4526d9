import { z } from 'zod'
import { member } from '../call.ts'
import { nothing } from '../fields.ts'

/** What a member sees of the care for players: one card that can be closed. */
export const harmCalls = {
  'POST /api/care/card': member(nothing, z.object({ shown: z.boolean() })),
  'POST /api/care/card/close': member(nothing, z.null()),
} as const
