import type { Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { beijingDay } from '@tianping/money/day'
import { mustPost } from '../../ledger/ledger.ts'
import { openGift } from '../wagering/wagering.ts'
import { htmlOf, sendMessage } from '../message/message.ts'
import type { Journey } from './store/journey.sql.ts'
import { countReached } from './store/member.sql.ts'

type Giving = { journey: Journey; memberId: bigint; reachId: bigint; now: Date }

/** Counts, pays and writes to a member who is reached. */
export async function give(tx: Tx, giving: Giving): Promise<void> {
  const { journey, memberId, now } = giving
  const { seriesId, bonusFen, title, content, product } = journey
  await countReached(tx, { seriesId, day: beijingDay(now), fen: bonusFen })
  const times = bonusFen > 0n ? await payBonus(tx, giving) : 0
  const { recipients } = await sendMessage(tx, {
    to: [memberId],
    title,
    html: content + paidText(bonusFen, times),
    product,
    by: journey.proposedBy,
    at: now,
  })
  if (recipients !== 1) throw new Error(`a letter of a journey did not reach member ${memberId}`)
}

/** The terms of a bonus stand below every letter that gives one. */
function paidText(bonusFen: bigint, times: number): string {
  if (bonusFen === 0n) return ''
  const turnover = times > 0 ? `，完成 ${times} 倍流水即可提款` : ''
  return htmlOf(`奖金 ¥${formatFen(bonusFen)} 已存入中心钱包${turnover}。`)
}

/** Answers the multiple of turnover that the bonus asks. */
async function payBonus(tx: Tx, { journey, memberId, reachId, now }: Giving): Promise<number> {
  const { bonusFen, turnoverTimes } = journey
  const id = `J${reachId}`
  const { replayed } = await mustPost(tx, {
    memberId,
    key: `journey:${id}`,
    code: 'activity_bonus',
    from: { name: 'activityBonus' },
    to: { name: 'memberCash' },
    amountFen: bonusFen,
    source: { type: 'journey', id },
    actor: { type: 'system', id: 'journeys' },
    effectiveAt: now,
  })
  if (replayed) throw new Error(`a bonus of journey ${journey.journeyId} was not paid`)
  return openGift(tx, {
    memberId,
    sourceType: 'journey',
    sourceId: id,
    amountFen: bonusFen,
    turnoverTimes,
    openedAt: now,
  })
}
