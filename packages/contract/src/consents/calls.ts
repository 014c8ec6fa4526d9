import { z } from 'zod'
import { anyone, member } from '../call.ts'
import { flag, int4, nothing, oneOf, time } from '../fields.ts'
import { consentLabels, offerChannels, offerProducts, termsLabels } from './facts.ts'

const termsText = z.object({
  kind: oneOf(termsLabels),
  version: z.number().int(),
  title: z.string(),
  /** What is new in it. */
  note: z.string(),
  published_at: time,
})

export const consentCalls = {
  /** The versions in force. The texts themselves are articles 5 and 6. */
  'POST /api/consents/current': anyone(nothing, z.array(termsText)),
  'POST /api/consents/show': member(
    nothing,
    z.object({
      /** Published since the member joined and not agreed to yet. */
      due: z.array(termsText),
      /** The newest row of each kind that there is one of. */
      given: z.array(
        z.object({
          kind: oneOf(consentLabels),
          version: z.number().int(),
          given_at: time,
          /** Empty while it stands. */
          withdrawn_at: z.string(),
        }),
      ),
      /** Which offers reach the member, cell by cell. */
      offers: z.array(
        z.object({
          product: oneOf(offerProducts),
          channel: oneOf(offerChannels),
          wanted: z.boolean(),
        }),
      ),
    }),
    { early: true },
  ),
  /** `version` is the one that was read; a kind without a text takes 0. */
  'POST /api/consents/give': member(
    z.object({ kind: oneOf(consentLabels), version: int4 }),
    z.null(),
  ),
  /** One product on one channel. */
  'POST /api/consents/offer': member(
    z.object({ product: oneOf(offerProducts), channel: oneOf(offerChannels), on: flag }),
    z.null(),
  ),
  /** Ends offers of every product on every channel. */
  'POST /api/consents/offers/stop': member(nothing, z.null()),
  'POST /api/consents/withdraw': member(z.object({ kind: oneOf(consentLabels) }), z.null()),
} as const
