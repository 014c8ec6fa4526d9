import type { Db } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { openGifts, type NewRequirement } from '../../ledger/wagering.ts'
import { wageringSetting } from './setting.ts'

/**
 * Opens the requirements of gifts by the rule in force: turnover counts towards them by the weight
 * of its game, until the last moment, where the rule has one. In the transaction that pays them.
 */
export async function openGiftsBy(db: Db, gifts: readonly NewRequirement[]): Promise<void> {
  if (gifts.length === 0) return
  const { giftDays } = await wageringSetting(db)
  await openGifts(
    db,
    gifts.map(gift => ({
      ...gift,
      expiresAt: giftDays > 0 ? new Date(gift.openedAt.getTime() + giftDays * DAY_MS) : null,
    })),
  )
}

export const openGift = (db: Db, gift: NewRequirement) => openGiftsBy(db, [gift])
