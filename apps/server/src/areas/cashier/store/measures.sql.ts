import { depositState } from '@tianping/contract/cashier/facts'
import { rows, sql, type Db } from '@tianping/database'

/** So many orders that no provider took make a method troubled. */
const TROUBLED_FROM = 3

/**
 * Methods of which providers refused more orders than they took since then. all members: one
 * member's orders say little of a channel.
 */
export const troubledMethods = async (db: Db, since: Date): Promise<Set<string>> =>
  new Set(
    (
      await rows(
        db,
        sql<{ method: string }>`
        select method from deposit_order where created_at >= ${since} and provider <> '' group by method
        having count(*) filter (where pay_url = '' and state = ${sql.literal(depositState.rejected)})
          >= greatest(${sql.literal(TROUBLED_FROM)}, 1 + count(*) filter (where pay_url <> ''))`,
      )
    ).map(({ method }) => method),
  )
