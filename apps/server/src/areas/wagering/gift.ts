import type { Db } from '@tianping/database'
import { openGifts } from '../../ledger/wagering.ts'

type Gift = Omit<Parameters<typeof openGifts>[1][number], 'expiresAt'>

/**
 * Opens the requirements of gifts: turnover counts towards them by the weight of its game. In the
 * transaction that pays them.
 */
export const openGiftsBy = (db: Db, gifts: readonly Gift[]): Promise<void> =>
  openGifts(
    db,
    gifts.map(gift => ({ ...gift, expiresAt: null })),
  )

export const openGift = (db: Db, gift: Gift) => openGiftsBy(db, [gift])
