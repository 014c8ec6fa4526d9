// The front of closing an account: all that other areas may import.
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import { closingOf, type Closing } from './store/closing.sql.ts'

/** Undefined while the account is neither closed nor being closed. */
export const closedOf = (db: Db, memberId: bigint): Promise<Closing | undefined> =>
  closingOf(db, memberId)

/** Refuses deposits and play from the request on. */
export async function refuseClosing(db: Db, memberId: bigint): Promise<void> {
  const closing = await closingOf(db, memberId)
  if (closing)
    throw new Refusal(say('closing.started'), {
      rule: 'closing',
      since: beijing(closing.closingAt),
    })
}
