import { z } from 'zod'
import { operator } from '../call.ts'
import { inOrder, keyed, sorted, span } from '../listed.ts'
import { claiming, decision, remark } from '../consoleFields.ts'
import { int2, int8, oneOf, text, time, stateOf } from '../fields.ts'
import {
  accountPurposes,
  assessmentLevels,
  comparisons,
  documentKinds,
  documentTypes,
  expectedDeposits,
  fundsSources,
  papers,
  verificationConsents,
  verificationReasons,
  verificationLabels,
  verificationState,
} from './facts.ts'

const caseRow = z.object({
  case_id: z.number().int(),
  member_id: z.number().int(),
  username: z.string(),
  tier: z.number().int(),
  state: stateOf(verificationState, verificationLabels),
  /** Who answers: a person, or the provider. */
  waits_for: oneOf({ person: '人工', provider: '核验机构' }),
  created_at: time,
  /** How many documents it has. */
  documents: z.number().int(),
  reason: z.union([oneOf(verificationReasons), z.literal('')]),
  ...decision.shape,
})

const one = z.object({ case_id: int8 })
const reason = z.union([oneOf(verificationReasons), z.literal('')])

const assessment = z.object({
  member_id: z.number().int(),
  username: z.string(),
  reached_at: time,
  due_at: time,
  /** Its time is over: the member neither deposits nor plays. */
  late: z.boolean(),
  level: z.union([oneOf(assessmentLevels), z.literal('')]),
  why: z.string(),
  assessed_by: z.string(),
  assessed_at: z.string(),
})

/** Identity checks: a queue, the documents beside what was stated, and the decision. */
export const verificationConsole = {
  /** `q` is a member's id or the beginning of a name. */
  'POST /api/console/verifications/list': operator(
    'verification.read',
    z.object({
      ...sorted('POST /api/console/verifications/list'),
      ...span,
      state: int2.optional(),
      q: text(64),
    }),
    keyed(caseRow),
  ),
  /** Names and numbers are whole for who may review, and that look is in the audit log. */
  'POST /api/console/verifications/show': operator(
    'verification.read',
    one,
    caseRow.extend({
      whole: z.boolean(),
      paper: oneOf(papers),
      /** What the member stated beside what the account has. */
      fields: z.array(
        z.object({
          field: z.enum(['name', 'number', 'birthday', 'expires', 'address']),
          stated: z.string(),
          stored: z.string(),
          comparison: oneOf(comparisons),
        }),
      ),
      /** What the member says of the account; empty below the second tier. */
      purpose: z.union([oneOf(accountPurposes), z.literal('')]),
      expected: z.union([oneOf(expectedDeposits), z.literal('')]),
      funds: z.union([oneOf(fundsSources), z.literal('')]),
      /** Years of age by what was stated; null where nothing was. */
      age: z.number().int().nullable(),
      files: z.array(
        z.object({
          id: z.number().int(),
          kind: oneOf(documentKinds),
          type: oneOf(documentTypes),
          bytes: z.number().int(),
          uploaded_at: time,
          keep_until: z.string(),
        }),
      ),
      /** Other members who stated the same number. */
      others: z.array(z.object({ id: z.number().int(), username: z.string() })),
      consents: z.array(z.object({ kind: oneOf(verificationConsents), given_at: time })),
      /** The tier that counts now, and until when. */
      current_tier: z.number().int(),
      valid_until: z.string(),
      /** How many of the member's cases were refused before. */
      refused_before: z.number().int(),
      held: z.object({ count: z.number().int(), amount: z.number() }),
      /** What the provider said, newest first. */
      answers: z.array(
        z.object({ at: time, result: z.string(), verdict: z.string(), reason: z.string() }),
      ),
    }),
  ),
  /** Members whose sums reached the threshold of due diligence; what is due first. */
  'POST /api/console/assessments/list': operator(
    'verification.read',
    z.object({
      ...inOrder('POST /api/console/assessments/list'),
      ...span,
      open: z.boolean().default(true),
    }),
    keyed(assessment),
  ),
  'POST /api/console/assessments/assess': operator(
    'verification.review',
    z.object({ member_id: int8, level: oneOf(assessmentLevels), remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/verifications/claim': operator(
    'verification.review',
    one.extend(claiming),
    z.null(),
  ),
  'POST /api/console/verifications/approve': operator(
    'verification.review',
    one.extend({ remark }),
    z.null(),
    { once: true },
  ),
  'POST /api/console/verifications/reject': operator(
    'verification.review',
    one.extend({ reason, remark }),
    z.null(),
    { once: true },
  ),
  /** Asks the member for more; the case goes on with it. */
  'POST /api/console/verifications/more': operator(
    'verification.review',
    one.extend({ reason, remark }),
    z.null(),
    { once: true },
  ),
  /** Takes an approval back: the tier is gone, and payouts are held. */
  'POST /api/console/verifications/reverse': operator(
    'verification.review',
    one.extend({ reason, remark: text(200) }),
    z.null(),
    { once: true },
  ),
} as const
