import { verificationState, type VerificationConsent } from '@tianping/contract/verification/facts'
import type { Given } from '@tianping/contract'
import type { Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { beijing, beijingDay } from '@tianping/money/day'
import type { Handler, Services } from '../../../kernel/http/services.ts'
import { triesLeft } from '../cases.ts'
import { allowedFen, nextOf, payableFen } from '../tier.ts'
import { verificationSetting, type VerificationSetting } from '../setting.ts'
import { newestCase, type Case } from '../store/case.sql.ts'
import { documentsOf } from '../store/document.sql.ts'
import { heldOf, renewalOf, standingOf, sumsOf } from '../store/tier.sql.ts'

type Status = Given<'POST /api/verification'>

const yuanOrAny = (fen: bigint | null) => (fen === null ? null : yuanOf(fen))

const tiersOf = (setting: VerificationSetting): Status['tiers'] =>
  [0, 1, 2].map(tier => ({
    tier,
    withdrawal: yuanOrAny(payableFen(setting, tier)),
    deposit: yuanOrAny(allowedFen(setting.depositSum, tier)),
  }))

const asksAnything = (setting: VerificationSetting) =>
  payableFen(setting, 0) !== null || allowedFen(setting.depositSum, 0) !== null

/** The last day that a moment just after midnight ends. */
const lastDay = (until: Date | null) =>
  until === null ? '' : beijingDay(new Date(until.getTime() - 1))

const moment = (at: Date | null) => (at === null ? '' : beijing(at))

async function caseShown(db: Db, found: Case | undefined): Promise<Status['case']> {
  if (!found) return null
  const documents = await documentsOf(db, found.caseId)
  return {
    id: Number(found.caseId),
    tier: found.tier,
    whole: found.whole,
    state: found.state,
    submitted_at: moment(found.submittedAt),
    decided_at: moment(found.decidedAt),
    reason: found.reason,
    remark: found.remark,
    documents: documents.map(each => ({
      id: Number(each.documentId),
      kind: each.kind,
      type: each.type,
      uploaded_at: beijing(each.uploadedAt),
    })),
  }
}

/** Each consent that a case needs. */
export const consentsFor = (
  { settings }: Pick<Services, 'settings'>,
  { byProvider }: VerificationSetting,
  tier: number,
): VerificationConsent[] => [
  'identity',
  ...(tier > 1 ? (['face'] as const) : []),
  ...(byProvider && settings.identity ? (['provider'] as const) : []),
]

const collecting = (found: Case | undefined) =>
  found !== undefined &&
  (found.state === verificationState.collecting || found.state === verificationState.more)

/** Where the member stands: what can be withdrawn, what is handed in, what comes next. */
export const status: Handler<'POST /api/verification'> = async ({
  db,
  clock,
  member,
  settings,
}) => {
  const { memberId } = member
  const setting = await verificationSetting(db)
  const [standing, renew, sums, newest, tries] = await Promise.all([
    standingOf(db, memberId),
    renewalOf(db, memberId, setting.renewDays),
    sumsOf(db, memberId, clock.now()),
    newestCase(db, memberId),
    triesLeft(db, memberId),
  ])
  const held = await heldOf(db, memberId, standing.tier, standing.reversedCase !== null)
  const next = newest && collecting(newest) ? newest : nextOf(standing, renew)
  const payable = payableFen(setting, standing.tier)
  const left = payable === null ? null : payable - sums.withdrawnFen
  return {
    data: {
      tier: standing.tier,
      valid_until: lastDay(standing.validUntil),
      renew,
      asked: asksAnything(setting),
      tiers: tiersOf(setting),
      withdrawn: yuanOf(sums.withdrawnFen),
      left: left === null ? null : yuanOf(left > 0n ? left : 0n),
      held: { count: held.count, amount: yuanOf(held.fen) },
      next: next && { tier: next.tier, whole: next.whole },
      tries_left: tries,
      consents: consentsFor({ settings }, setting, next?.tier ?? 1),
      answer_hours: setting.answerHours,
      keep_years: setting.keepYears,
      case: await caseShown(db, newest),
    },
  }
}
