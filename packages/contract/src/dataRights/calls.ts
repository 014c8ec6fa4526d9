import { z } from 'zod'
import { member } from '../call.ts'
import { nothing, oneOf, secret, text, time } from '../fields.ts'
import { factorProof } from '../safety/calls.ts'
import { dataExportState, dataRequestKinds, dataRequestState } from './facts.ts'

const proven = { password: secret, factor: factorProof.optional() }
/** Longer than the rule allows, so that the refusal can say so. */
export const requestText = text(1_500)

const requestShown = z.object({
  id: z.number().int(),
  kind: oneOf(dataRequestKinds),
  state: z.enum(dataRequestState),
  asked_at: time,
  answer_by: time,
  extension: z.string(),
  answer: z.string(),
})

export const dataRightsCalls = {
  'POST /api/dataRights': member(
    nothing,
    z.object({
      export: z
        .object({
          state: z.enum(dataExportState),
          /** 0 to 100. */
          progress: z.number().int(),
          asked_at: time,
          expires_at: z.string(),
          bytes: z.number().int(),
        })
        .nullable(),
      /** From when on another copy may be asked for; empty for now. */
      again_at: z.string(),
      requests: z.array(requestShown),
    }),
  ),
  /** Asks for a copy of everything; the job that makes it reports its progress above. */
  'POST /api/dataRights/export': member(nothing, z.null(), { once: true }),
  /** A path that gives the file once, within a minute. */
  'POST /api/dataRights/download': member(z.object(proven), z.object({ path: z.string() })),
  'POST /api/dataRights/ask': member(
    z.object({ kind: text(20), content: requestText, ...proven }),
    z.null(),
    { once: true },
  ),
} as const
