import { yuanOf } from '@tianping/money'
import { beijingDay, monthsLater } from '@tianping/money/day'
import type { Db } from '@tianping/database'
import type { Handler } from '../../../kernel/http/services.ts'
import {
  careOf,
  fundsDue,
  fundsHeld,
  netSince,
  protectionSetting,
  type Care,
} from '../../protection/protection.ts'
import { papersFor } from '../../verification/verification.ts'

/** From when on activity and limits are looked through again. */
const reviewSince = ({ reviewedAt, since }: Care) => reviewedAt ?? since

/** Whether that is due, so many months later. */
export const reviewDue = (care: Care, months: number, now: Date) =>
  monthsLater(reviewSince(care), months) <= now

/** What the member is to look through, with what came of the time since. */
async function reviewOf(db: Db, asked: { memberId: bigint; care: Care; now: Date }) {
  const { memberId, care, now } = asked
  const { reviewMonths } = await protectionSetting(db)
  if (!reviewDue(care, reviewMonths, now)) return null
  const since = beijingDay(reviewSince(care))
  const { stakeFen, payoutFen } = await netSince(db, memberId, since)
  return { since, stake: yuanOf(stakeFen), net: yuanOf(payoutFen - stakeFen) }
}

/** What a member is to be shown at home, before the first game and before the first deposit. */
export const due: Handler<'POST /api/protection/due'> = async ({ db, clock, member }) => {
  // A one-time password opens home as visitors see it, and nothing of the member's.
  if (member.mustChange) return { data: { review: null, funds: null, papers: null } }
  const { memberId } = member
  const now = clock.now()
  const care = await careOf(db, memberId)
  const funds = await fundsDue(db, memberId, now)
  const papers = await papersFor(db, memberId)
  return {
    data: {
      review: await reviewOf(db, { memberId, care, now }),
      funds: funds ? { ...funds, held: yuanOf(await fundsHeld(db, memberId)) } : null,
      papers: papers ? { ...papers, read: care.papersReadAt !== null } : null,
    },
  }
}
