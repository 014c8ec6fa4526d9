import type { Db } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { present } from '../../kernel/present.ts'
import { openGifts, type NewRequirement } from '../../ledger/wagering.ts'
import { timesCap } from '../profiles/profiles.ts'
import { wageringSetting } from './setting.ts'

export type Gift = Omit<NewRequirement, 'requiredFen'> & {
  amountFen: bigint
  turnoverTimes: number
}

/**
 * Opens the requirements of gifts by the rule in force: turnover counts towards them by the weight
 * of its game, until the last moment, where the rule has one. In the transaction that pays them.
 * None asks for more turnover than the profiles enabled by then allow, whenever it was approved.
 * Answers the multiple of each.
 */
export async function openGiftsBy(db: Db, gifts: readonly Gift[]): Promise<number[]> {
  if (gifts.length === 0) return []
  const { giftDays } = await wageringSetting(db)
  const capped = await timesCap(db)
  await openGifts(
    db,
    gifts.map(({ amountFen, turnoverTimes, ...gift }) => ({
      ...gift,
      requiredFen: amountFen * BigInt(capped(turnoverTimes)),
      expiresAt: giftDays > 0 ? new Date(gift.openedAt.getTime() + giftDays * DAY_MS) : null,
    })),
  )
  return gifts.map(({ turnoverTimes }) => capped(turnoverTimes))
}

export const openGift = async (db: Db, gift: Gift): Promise<number> => {
  const [times] = await openGiftsBy(db, [gift])
  return present(times, 'multiple of a gift')
}
