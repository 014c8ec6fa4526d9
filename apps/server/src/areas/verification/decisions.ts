// What the provider decides arrives late, twice, out of order, or is taken back. Each decision is
// kept once under its own name, and a check only moves to a higher version.
import {
  verificationReasons,
  verificationState,
  type VerificationReason,
} from '@tianping/contract/verification/facts'
import { transaction, type Tx } from '@tianping/database'
import { z } from 'zod'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { dropClaim } from '../../kernel/operator/claim.sql.ts'
import { approveCase, askForMore, lockedCase, rejectCase, reverseCase } from './cases.ts'
import { checkNamed } from './checks.ts'
import { answerOf, insertAnswer, type Answer } from './store/answer.sql.ts'
import { caseOf, handToPerson, setCheckVersion, type Case } from './store/case.sql.ts'

export const decisionSchema = z.object({
  check: z.string().max(64),
  /** The decision's own name; the same one again is the same decision. */
  decision: z.string().regex(/^[\w-]{8,64}$/),
  /** Rises with each decision about a check. */
  version: z.number().int().min(1).max(1_000_000),
  result: z.enum(['approved', 'rejected', 'more', 'reversed']),
  reason: z.enum(Object.keys(verificationReasons) as [VerificationReason]).default('other'),
})
export type Decision = z.output<typeof decisionSchema>

export type Verdict =
  | 'approved'
  | 'rejected'
  | 'more'
  | 'reversed'
  /** For a person: what the provider approved does not fit the account. */
  | 'to_person'
  /** The same decision again. */
  | 'duplicate'
  /** A newer one was taken before. */
  | 'outdated'
  /** The member has handed the case in anew since. */
  | 'superseded'
  /** A person has it, or it is decided; kept for who reviews. */
  | 'late'
  | 'conflict'
  | 'unknown_check'

export const PROVIDER = '核验机构'

export async function takeDecision(services: Services, decision: Decision): Promise<Verdict> {
  const { db, clock, bus } = services
  const named = checkNamed(decision.check)
  const known = named && (await caseOf(db, named.caseId))
  if (!named || !known || named.round < 1 || named.round > known.checkRound) return 'unknown_check'
  const now = clock.now()
  const verdict = await transaction(db, async tx => {
    const found = await lockedCase(tx, named.caseId)
    const before = await answerOf(tx, decision.decision)
    if (before) return isSame(before, found, decision) ? 'duplicate' : 'conflict'
    const made = await apply(tx, services, found, { decision, round: named.round, now })
    const { result, reason, version } = decision
    const kept = { decision: decision.decision, caseId: found.caseId, version, result, reason }
    await insertAnswer(tx, { ...kept, verdict: made })
    await audit(
      tx,
      now,
      { operator: null, address: '' },
      {
        action: `verification.provider_${made}`,
        subject: `verification:${found.caseId}`,
        before: { state: found.state },
        after: { result, reason, version, member: found.memberId },
      },
    )
    return made
  })
  bus.publish('member', [known.memberId.toString()])
  services.log.info({ check: decision.check, verdict }, 'decision of the identity provider')
  return verdict
}

const isSame = (before: Answer, { caseId }: Case, { version, result, reason }: Decision) =>
  before.caseId === caseId &&
  before.version === version &&
  before.result === result &&
  before.reason === reason

type Asked = { decision: Decision; round: number; now: Date }

async function apply(
  tx: Tx,
  services: Services,
  found: Case,
  { decision, round, now }: Asked,
): Promise<Verdict> {
  if (round < found.checkRound) return 'superseded'
  if (decision.version <= found.checkVersion) return 'outdated'
  await setCheckVersion(tx, found.caseId, decision.version)
  const word = { by: PROVIDER, reason: decision.reason, remark: '', now }
  if (found.state === verificationState.approved) return takenBack(tx, found, decision, word)
  const waits = found.state === verificationState.waiting && found.waitsFor === 'provider'
  if (!waits) return 'late'
  await dropClaim(tx, `verification:${found.caseId}`)
  if (decision.result === 'approved') return approved(tx, services, found, now)
  if (decision.result === 'more') {
    await askForMore(tx, found, word)
    return 'more'
  }
  await rejectCase(tx, found, word)
  return 'rejected'
}

/**
 * An approval is taken back by "reversed", and by a later "rejected" of the provider's own word. A
 * person's approval stands against anything but "reversed".
 */
async function takenBack(
  tx: Tx,
  found: Case,
  { result }: Decision,
  word: Parameters<typeof reverseCase>[2],
): Promise<Verdict> {
  const takes = result === 'reversed' || (result === 'rejected' && found.decidedBy === PROVIDER)
  if (!takes) return 'late'
  await reverseCase(tx, found, word)
  return 'reversed'
}

/**
 * What the provider approves proves nothing that the account contradicts: then a person decides.
 */
async function approved(tx: Tx, services: Services, found: Case, now: Date): Promise<Verdict> {
  try {
    await approveCase(tx, services.settings.documentKey, found, { by: PROVIDER, remark: '', now })
    return 'approved'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await handToPerson(tx, found.caseId)
    return 'to_person'
  }
}
