import { z } from 'zod'
import { member } from '../call.ts'
import { int8, nothing, oneOf, text, time, yuan } from '../fields.ts'
import {
  accountPurposes,
  DOCUMENT_BYTES,
  documentKinds,
  documentTypes,
  expectedDeposits,
  fundsSources,
  papers,
  verificationConsents,
  verificationReasons,
  verificationState,
} from './facts.ts'

const document = z.object({
  id: z.number().int(),
  kind: oneOf(documentKinds),
  type: oneOf(documentTypes),
  uploaded_at: time,
})

/** Sums of 30 days up to which a tier suffices; null for any. */
const allowed = z.object({
  tier: z.number().int(),
  withdrawal: yuan.nullable(),
  deposit: yuan.nullable(),
})

const status = z.object({
  /** The tier that counts now. */
  tier: z.number().int(),
  /** The day until which it does; empty for no end. */
  valid_until: z.string(),
  /** Whether it ran out, or soon will, and can be renewed. */
  renew: z.enum(['no', 'soon', 'over']),
  /** Whether the site asks for any tier at all. */
  asked: z.boolean(),
  tiers: z.array(allowed),
  /** What was withdrawn within 30 days, and what more is paid without another tier. */
  withdrawn: yuan,
  left: yuan.nullable(),
  /** Withdrawals that wait for the verification. */
  held: z.object({ count: z.number().int(), amount: yuan }),
  /** What can be handed in now; null for nothing. `whole` asks for all papers again. */
  next: z.object({ tier: z.number().int(), whole: z.boolean() }).nullable(),
  tries_left: z.number().int(),
  consents: z.array(oneOf(verificationConsents)),
  /** Within how many hours somebody looks at it. */
  answer_hours: z.number().int(),
  /** How long documents are kept, in years. */
  keep_years: z.number().int(),
  /** The newest case, while it lasts or its outcome still matters. */
  case: z
    .object({
      id: z.number().int(),
      tier: z.number().int(),
      whole: z.boolean(),
      state: z.enum(verificationState),
      submitted_at: z.string(),
      decided_at: z.string(),
      reason: z.union([oneOf(verificationReasons), z.literal('')]),
      remark: z.string(),
      documents: z.array(document),
    })
    .nullable(),
})

/** None is named by a document: how members prove who they are. */
export const verificationCalls = {
  'POST /api/verification': member(nothing, status),
  /** One JPEG, PNG or PDF of up to 8 MB, with its `kind` before it in the form. */
  'POST /api/verification/upload': member(
    z.object({ kind: oneOf(documentKinds) }),
    z.object({ id: z.number().int() }),
    { upload: true, uploadBytes: DOCUMENT_BYTES },
  ),
  /** Takes back one that was not handed in yet. */
  'POST /api/verification/remove': member(z.object({ id: int8 }), z.null()),
  'POST /api/verification/submit': member(
    z.object({
      paper: oneOf(papers),
      name: text(32),
      number: text(32),
      birthday: text(10),
      expires: text(10),
      address: text(120),
      /** Of the account, asked for with the second tier. */
      purpose: z.union([oneOf(accountPurposes), z.literal('')]).default(''),
      expected: z.union([oneOf(expectedDeposits), z.literal('')]).default(''),
      funds: z.union([oneOf(fundsSources), z.literal('')]).default(''),
      consents: z.array(oneOf(verificationConsents)).max(10),
    }),
    z.null(),
    { once: true },
  ),
} as const
