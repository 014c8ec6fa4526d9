// What becomes of a case, whoever decides: a person in the back office, or the provider. Each
// function works inside the caller's transaction and under the lock of the member's tier.
import { sameHolder } from '@tianping/contract/holder'
import { say } from '@tianping/contract/refusals'
import {
  asksIdentity,
  tierLabel,
  verificationReasons,
  verificationState,
  type VerificationReason,
} from '@tianping/contract/verification/facts'
import type { Db, Tx } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import type { SealingKeys } from '../../kernel/cardNumber.ts'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import { present } from '../../kernel/present.ts'
import { readMember } from '../account/account.ts'
import { notify } from '../message/message.ts'
import { refuseRestricted } from '../restriction/restriction.ts'
import { digestsOf, openStated, type Stated } from './sealing.ts'
import { verificationSetting } from './setting.ts'
import { caseOf, decideCase, lockCase, refusedLately, type Case } from './store/case.sql.ts'
import {
  dropTier,
  lockStanding,
  markProven,
  reachTier,
  setBirthday,
  standingOf,
  type Standing,
} from './store/tier.sql.ts'

const about = { kind: 'safety', link: '/verification' } as const

export type Word = { by: string; reason: VerificationReason | ''; remark: string; now: Date }

/** The case and what the member has proven, both locked, in the order that every call keeps. */
export async function lockedCase(tx: Tx, caseId: bigint): Promise<Case> {
  const { memberId } = existing(await caseOf(tx, caseId), 'verification.not_found')
  await lockStanding(tx, memberId)
  return present(await lockCase(tx, caseId), 'case that was there')
}

export const statedOf = (keys: SealingKeys, { memberId, statedSealed }: Case): Stated =>
  openStated(keys, memberId, present(statedSealed, 'statement of a case that was handed in'))

/** Refuses an approval that would prove what does not hold. */
async function refuseUnproven(
  tx: Tx,
  found: Case,
  { stated, standing, now }: { stated: Stated; standing: Standing; now: Date },
) {
  if (!asksIdentity(found)) {
    if (standing.tier < found.tier - 1)
      throw new Refusal(say('verification.tier_below', { tier: tierLabel(found.tier - 1) }))
    return
  }
  const { realname, birthday } = await readMember(tx, found.memberId)
  if (birthday !== stated.birthday) await refuseRestricted(tx, found.memberId)
  if (!sameHolder(stated.name, realname)) throw new Refusal(say('verification.name_differs'))
  if (stated.expires !== '' && stated.expires < beijingDay(now))
    throw new Refusal(say('verification.paper_expired'))
}

export async function approveCase(
  tx: Tx,
  keys: SealingKeys,
  found: Case,
  { by, remark, now }: Omit<Word, 'reason'>,
): Promise<void> {
  const { memberId, caseId, tier, whole } = found
  const stated = statedOf(keys, found)
  const standing = await standingOf(tx, memberId)
  await refuseUnproven(tx, found, { stated, standing, now })
  const { validMonths: months } = await verificationSetting(tx)
  await reachTier(tx, { memberId, caseId, tier, lastDay: stated.expires, months, whole })
  if (asksIdentity(found)) {
    await setBirthday(tx, memberId, stated.birthday)
    const [digest] = digestsOf(keys, stated.number)
    await markProven(tx, memberId, digest)
  }
  await decideCase(tx, { caseId, state: verificationState.approved, by, reason: '', remark })
  await notify(
    tx,
    memberId,
    '身份认证已通过',
    `您的${tierLabel(tier)}已通过。等待认证的取款将继续处理。`,
    now,
    about,
  )
}

/** The reason as the member reads it. */
export const reasonText = (reason: VerificationReason | '', remark: string): string =>
  [reason === '' || reason === 'other' ? '' : verificationReasons[reason], remark]
    .filter(part => part !== '')
    .join('：')

export async function triesLeft(db: Db, memberId: bigint): Promise<number> {
  const { tries } = await verificationSetting(db)
  return Math.max(0, tries - (await refusedLately(db, memberId)))
}

export async function rejectCase(
  tx: Tx,
  { caseId, memberId, tier }: Case,
  { by, reason, remark, now }: Word,
): Promise<void> {
  await decideCase(tx, { caseId, state: verificationState.rejected, by, reason, remark })
  const left = await triesLeft(tx, memberId)
  await notify(
    tx,
    memberId,
    '身份认证未通过',
    `您的${tierLabel(tier)}未通过。\n原因：${reasonText(reason, remark)}\n${left > 0 ? `还可提交 ${left} 次，请前往“我的-身份认证”。` : '请联系客服处理。'}`,
    now,
    about,
  )
}

/** Back to the member, who adds what is missing to the same case. */
export async function askForMore(
  tx: Tx,
  { caseId, memberId, tier }: Case,
  { by, reason, remark, now }: Word,
): Promise<void> {
  await decideCase(tx, { caseId, state: verificationState.more, by, reason, remark })
  await notify(
    tx,
    memberId,
    '身份认证需补充资料',
    `您的${tierLabel(tier)}需要补充资料。\n${reasonText(reason, remark)}\n请前往“我的-身份认证”补充。`,
    now,
    about,
  )
}

/**
 * Takes an approval back. The tier is gone, whichever case it came from: what a taken-back paper
 * carried carries nothing any more. Payouts are held by that.
 */
export async function reverseCase(
  tx: Tx,
  { caseId, memberId }: Case,
  { by, reason, remark, now }: Word,
): Promise<void> {
  await decideCase(tx, { caseId, state: verificationState.reversed, by, reason, remark })
  await dropTier(tx, memberId, caseId)
  await notify(
    tx,
    memberId,
    '身份认证已撤销',
    `您的身份认证已撤销，未处理的取款需重新认证后放款。\n${reasonText(reason, remark)}\n请前往“我的-身份认证”重新提交，或联系客服。`,
    now,
    about,
  )
}
