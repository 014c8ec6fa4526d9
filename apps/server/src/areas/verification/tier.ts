// Which tier of verification is asked for when, and what stands while it is missing.
import { LAST_TIER, tierLabel } from '@tianping/contract/verification/facts'
import { say } from '@tianping/contract/refusals'
import type { Said } from '@tianping/contract/say'
import type { Db, Tx } from '@tianping/database'
import { formatFen, yuanOf } from '@tianping/money'
import { Refusal } from '../../kernel/http/refusal.ts'
import { isOverdue, openAssessment } from './store/assessment.sql.ts'
import { inForce } from '../profiles/profiles.ts'
import { verificationSetting, type VerificationSetting } from './setting.ts'
import {
  belowTier,
  endTier,
  lockStanding,
  setBirthday,
  standingOf,
  sumsOf,
} from './store/tier.sql.ts'

type SumSetting = VerificationSetting['depositSum']

/** The tier that the member has proven and that counts now. */
export const tierOf = async (db: Db, memberId: bigint): Promise<number> =>
  (await standingOf(db, memberId)).tier

/** Refuses who has less, and says where it is made up for. */
export async function requireTier(db: Db, memberId: bigint, tier: number): Promise<void> {
  if (tier === 0 || (await tierOf(db, memberId)) >= tier) return
  throw new Refusal(say('verification.tier_missing', { tier: tierLabel(tier) }), {
    rule: 'verification',
    tier,
  })
}

const tierAt = { deposit: 'depositTier', play: 'playTier' } as const

/** Refuses whom the site does not know well enough for a deposit, or for play. */
export async function requireTierFor(
  db: Db,
  memberId: bigint,
  door: keyof typeof tierAt,
): Promise<void> {
  await requireTier(db, memberId, (await verificationSetting(db))[tierAt[door]])
}

/** Whether the site asks everybody who plays, or deposits, for a proven identity. */
export const asksTierFor = async (db: Db, door: keyof typeof tierAt): Promise<boolean> =>
  (await verificationSetting(db))[tierAt[door]] > 0

/** Refuses whose assessment is overdue, where a profile asks for one. */
export async function refuseUnassessed(db: Db, memberId: bigint, now: Date): Promise<void> {
  const { assessmentDays } = (await inForce(db)).demands
  if (assessmentDays !== null && (await isOverdue(db, memberId, now)))
    throw new Refusal(say('verification.assessment_due'), { rule: 'assessment' })
}

/** Begins the time of an assessment once the sums of a member reach the threshold. */
async function noteThreshold(tx: Tx, asked: { memberId: bigint; sumFen: bigint; now: Date }) {
  const { cddFen, assessmentDays: days } = (await inForce(tx)).demands
  if (cddFen === null || days === null || asked.sumFen < BigInt(cddFen)) return
  await openAssessment(tx, { ...asked, days })
}

/** Those of some members who have proven less than gifts ask for, and what they are told. */
export async function unprovenAmong(
  db: Db,
  memberIds: bigint[],
): Promise<{ memberIds: bigint[]; why: Said }> {
  const { playTier } = await verificationSetting(db)
  return {
    memberIds: playTier === 0 ? [] : await belowTier(db, memberIds, playTier),
    why: say('verification.tier_missing', { tier: tierLabel(playTier) }),
  }
}

/** Which tiers are asked for and when; undefined where none is, anywhere. */
export async function papersFor(db: Db, memberId: bigint) {
  const s = await verificationSetting(db)
  const sums = [s.depositSum, s.withdrawalSum]
  const from = (fen: number[]) => {
    const asking = fen.filter(each => each > 0)
    return asking.length > 0 ? yuanOf(BigInt(Math.min(...asking))) : 0
  }
  const asked = {
    deposit: s.depositTier,
    play: s.playTier,
    withdrawal: s.firstWithdrawalTier,
    tier1_above: from(sums.map(each => each.tier1AboveFen)),
    tier2_above: from(sums.map(each => each.tier2AboveFen)),
  }
  const isAsked = Object.values(asked).some(each => each > 0)
  return isAsked
    ? { tier: await tierOf(db, memberId), answer_hours: s.answerHours, ...asked }
    : undefined
}

const above = (limitFen: number, sumFen: bigint) => limitFen > 0 && sumFen > BigInt(limitFen)

/** The tier that a sum of 30 days asks for. */
function tierForSum({ tier1AboveFen, tier2AboveFen }: SumSetting, sumFen: bigint): number {
  if (above(tier2AboveFen, sumFen)) return 2
  return above(tier1AboveFen, sumFen) ? 1 : 0
}

/** The sum of 30 days up to which a tier suffices; null for any. */
export function allowedFen(sum: SumSetting, tier: number): bigint | null {
  const limits = [sum.tier1AboveFen, sum.tier2AboveFen].filter((fen, n) => fen > 0 && tier <= n)
  return limits.length === 0 ? null : BigInt(Math.min(...limits))
}

/** The same for withdrawals, the first of which may ask for more. */
export const payableFen = (setting: VerificationSetting, tier: number): bigint | null =>
  tier < setting.firstWithdrawalTier ? 0n : allowedFen(setting.withdrawalSum, tier)

type Asked = { memberId: bigint; amountFen: bigint; now: Date }

/** The tier that a withdrawal waits for, whatever the member has; 0 for none. */
export async function withdrawalTier(tx: Tx, { memberId, amountFen, now }: Asked): Promise<number> {
  const setting = await verificationSetting(tx)
  if (payableFen(setting, 0) === null) return 0
  const { withdrawnFen } = await sumsOf(tx, memberId, now)
  return Math.max(
    setting.firstWithdrawalTier,
    tierForSum(setting.withdrawalSum, withdrawnFen + amountFen),
  )
}

/** Refuses a deposit beyond what the member's tier allows. Call under the member's lock. */
export async function refuseDepositTier(tx: Tx, { memberId, amountFen, now }: Asked) {
  const { depositSum } = await verificationSetting(tx)
  if (allowedFen(depositSum, 0) === null) return
  const sumFen = (await sumsOf(tx, memberId, now)).depositedFen + amountFen
  await noteThreshold(tx, { memberId, sumFen, now })
  const tier = tierForSum(depositSum, sumFen)
  if (tier === 0 || (await tierOf(tx, memberId)) >= tier) return
  throw new Refusal(
    say('verification.deposit_tier', { sum: formatFen(sumFen), tier: tierLabel(tier) }),
    { rule: 'verification', tier, sum: yuanOf(sumFen) },
  )
}

/** What a payout waits for; a case taken back holds every one until another is approved. */
export async function verificationHold(
  db: Db,
  { memberId, needsTier }: { memberId: bigint; needsTier: number },
): Promise<{ key: string; text: string } | undefined> {
  const { tier, reversedCase } = await standingOf(db, memberId)
  if (reversedCase !== null)
    return {
      key: `verification:reversed:${reversedCase}`,
      text: '会员的身份认证已被撤销，须重新认证',
    }
  if (tier >= needsTier) return undefined
  return {
    key: `verification:${needsTier}`,
    text: `须完成${tierLabel(needsTier)}，会员目前为${tierLabel(tier)}`,
  }
}

/**
 * For each tier that an order asked for: the one that is missing now, 0 for none. After a reversal
 * every payout waits.
 */
export async function missingTiers(
  db: Db,
  memberId: bigint,
): Promise<(needsTier: number) => number> {
  const { tier, reversedCase } = await standingOf(db, memberId)
  return needsTier => {
    if (reversedCase !== null) return Math.max(1, needsTier)
    return tier < needsTier ? needsTier : 0
  }
}

/** What the member may hand in now: the next tier, or the same one again near or past its end. */
export function nextOf(
  standing: { tier: number; reached: number; validUntil: Date | null },
  renew: 'no' | 'soon' | 'over',
): { tier: number; whole: boolean } | null {
  if (renew !== 'no') return { tier: standing.reached, whole: true }
  if (standing.tier >= LAST_TIER) return null
  return { tier: standing.tier + 1, whole: standing.tier === 0 }
}

/**
 * Refuses a birthday that differs from the proven one. The lock lasts until the profile is written,
 * so that an approval at the same moment is not overwritten.
 */
export async function refuseProvenBirthday(
  tx: Tx,
  { memberId, before, birthday }: { memberId: bigint; before: string | null; birthday: string },
) {
  const { proven } = await lockStanding(tx, memberId)
  if (proven && before !== birthday)
    throw new Refusal(say('verification.birthday_proven'), { field: 'birthday' })
}

/**
 * Staff correct what was proven: it is asked for again. Called before the member's row is locked,
 * as an approval locks the two in that order.
 */
export async function proveAgain(tx: Tx, memberId: bigint) {
  await lockStanding(tx, memberId)
  await endTier(tx, memberId)
}

/** The same for a birthday, which staff alone change once it is proven. */
export async function correctBirthday(tx: Tx, memberId: bigint, birthday: string) {
  await proveAgain(tx, memberId)
  await setBirthday(tx, memberId, birthday)
}
