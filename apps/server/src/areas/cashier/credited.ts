// Deposits as gifts count them: what was credited and was not taken back.
import { depositState, disputeState } from '@tianping/contract/cashier/facts'
import { row, rows, sql, theRow, type Db, type Sql } from '@tianping/database'

/** A dispute whose payer may have the money, or has it. */
export const isContested = (dispute: Sql) =>
  sql`${dispute}.state not in (${sql.literal(disputeState.won)}, ${sql.literal(disputeState.lifted)})`

/** A transfer that its chain took back. */
export const isReversed = (transfer: Sql) =>
  sql`${transfer}.reversed_at is not null and ${transfer}.restored_at is null`

const isCredited = (order: Sql) => sql`${order}.state = ${sql.literal(depositState.credited)}`

/** A credited order whose payer does not take it back, and whose chain has not. */
export const isKept = (order: Sql) => sql`(${isCredited(order)}
  and not exists (select from payment_dispute x where x.member_id = ${order}.member_id and x.deposit_no = ${order}.deposit_no
    and ${isContested(sql`x`)})
  and not exists (select from chain_transfer x where x.member_id = ${order}.member_id and x.deposit_no = ${order}.deposit_no
    and ${isReversed(sql`x`)}))`

export type Credited = { fen: bigint; count: number; lastAt: Date | null }

/**
 * What a member's kept deposits of [from, until) add up to; a deposit counts when it is credited,
 * not when it is asked for.
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
    from deposit_order d where member_id = ${memberId} and decided_at >= ${from} and decided_at < ${until} and ${isKept(sql`d`)}`,
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
    from deposit_order d where member_id = any(${memberIds}::bigint[]) and decided_at >= ${from} and decided_at < ${until}
      and ${isKept(sql`d`)}
    group by member_id`,
      )
    ).map(({ memberId, ...credited }) => [memberId, credited]),
  )

/** A member's first credited deposit, and whether it is kept: a later one never takes its place. */
export const firstCredited = (
  db: Db,
  memberId: bigint,
): Promise<{ fen: bigint; at: Date; kept: boolean } | undefined> =>
  row(
    db,
    sql<{ fen: bigint; at: Date; kept: boolean }>`
    select credited_fen as fen, decided_at as at, ${isKept(sql`d`)} as kept from deposit_order d
    where member_id = ${memberId} and ${isCredited(sql`d`)} order by decided_at, deposit_no limit 1`,
  )

/** A member's newest deposit that is neither credited nor refused; who has none has undefined. */
export const newestWaiting = (db: Db, memberId: bigint) =>
  row(
    db,
    sql<{ amountFen: bigint }>`
    select amount_fen from deposit_order where member_id = ${memberId} and state = ${sql.literal(depositState.waiting)}
    order by created_at desc, deposit_no limit 1`,
  )
