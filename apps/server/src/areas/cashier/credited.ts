import { depositState } from '@tianping/contract/cashier/facts'
import { row, rows, sql, theRow, type Db } from '@tianping/database'

const isCredited = sql`state = ${sql.literal(depositState.credited)}`

export type Credited = { fen: bigint; count: number; lastAt: Date | null }

/**
 * What a member's deposits credited in [from, until) add up to; a deposit counts when it is
 * credited, not when it is asked for.
 */
export const creditedBetween = (
  db: Db,
  memberId: bigint,
  from: Date,
  until: Date,
): Promise<Credited> =>
  theRow(
    db,
    sql<Credited>`
    select coalesce(sum(credited_fen), 0)::bigint as fen, count(*)::int as count, max(decided_at) as last_at
    from deposit_order where member_id = ${memberId} and ${isCredited} and decided_at >= ${from} and decided_at < ${until}`,
  )

/** The same for many members in one look; who has none is not in it. */
export const creditedOf = async (
  db: Db,
  memberIds: bigint[],
  from: Date,
  until: Date,
): Promise<Map<bigint, Credited>> =>
  new Map(
    (
      await rows(
        db,
        sql<Credited & { memberId: bigint }>`
    select member_id, sum(credited_fen)::bigint as fen, count(*)::int as count, max(decided_at) as last_at
    from deposit_order where member_id = any(${memberIds}::bigint[]) and ${isCredited} and decided_at >= ${from} and decided_at < ${until}
    group by member_id`,
      )
    ).map(({ memberId, ...credited }) => [memberId, credited]),
  )

/** A member's first credited deposit. */
export const firstCredited = (
  db: Db,
  memberId: bigint,
): Promise<{ fen: bigint; at: Date } | undefined> =>
  row(
    db,
    sql<{ fen: bigint; at: Date }>`
    select credited_fen as fen, decided_at as at from deposit_order where member_id = ${memberId} and ${isCredited} order by decided_at, deposit_no limit 1`,
  )

/** A member's newest deposit that is neither credited nor refused; who has none has undefined. */
export const newestWaiting = (db: Db, memberId: bigint) =>
  row(
    db,
    sql<{ amountFen: bigint }>`
    select amount_fen from deposit_order where member_id = ${memberId} and state = ${sql.literal(depositState.waiting)}
    order by created_at desc, deposit_no limit 1`,
  )
