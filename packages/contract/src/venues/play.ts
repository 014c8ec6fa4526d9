import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { nothing } from '../fields.ts'
import { proposal } from '../desk/proposal.ts'

const once = { once: true } as const

/** The switch of all play: one operator turns it off, two turn it on again. */
export const playConsole = {
  'POST /api/console/play/show': operator(
    'venue.read',
    nothing,
    z.object({
      open: z.boolean(),
      changed_by: z.string(),
      changed_at: z.string(),
      note: z.string(),
      /** Games that a venue has not said it ended. */
      ending: z.number().int(),
      /** To be turned on again, once another operator approves it among the rules. */
      proposal: proposal.nullable(),
    }),
  ),
  'POST /api/console/play/stop': operator('play.stop', z.object({ remark }), z.null(), once),
  'POST /api/console/play/resume': operator('play.stop', z.object({ remark }), z.null(), once),
} as const
