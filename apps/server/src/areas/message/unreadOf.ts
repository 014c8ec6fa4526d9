import type { Db } from '@tianping/database'
import { unaskedOffers } from '../protection/protection.ts'
import { unread } from './store/message.sql.ts'

/** A member at the inbox, with what counts for offers there. */
export const readerOf = async (db: Db, memberId: bigint, now: Date) => ({
  memberId,
  now,
  unasked: await unaskedOffers(db, 'inbox'),
})

/** How many messages the member has not opened. */
export const unreadOf = async (db: Db, p: { memberId: bigint; now: Date }): Promise<number> =>
  unread(db, await readerOf(db, p.memberId, p.now))
