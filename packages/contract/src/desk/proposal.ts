import { z } from 'zod'
import { reviewState } from '../facts.ts'
import { time } from '../fields.ts'

/** A value that waits for a second person, or what became of it. */
export const proposal = z.object({
  id: z.number().int(),
  key: z.string(),
  label: z.string(),
  base_version: z.number().int(),
  value: z.unknown(),
  note: z.string(),
  proposed_by: z.string(),
  proposed_at: time,
  state: z.enum(reviewState),
  decided_by: z.string(),
  decided_at: z.string(),
  remark: z.string(),
})
