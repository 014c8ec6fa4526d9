// The front of closing an account: all that other areas may import.
import type { Db } from '@tianping/database'
export { underAgeOf, underAgeRule } from './underAge.ts'
import { closingOf, type Closing } from './store/closing.sql.ts'

/** Undefined while the account is neither closed nor being closed. */
export const closedOf = (db: Db, memberId: bigint): Promise<Closing | undefined> =>
  closingOf(db, memberId)
