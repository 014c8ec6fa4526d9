// What was approved by hand within the last day, of which a further approval is a part.
import { reviewState } from '@tianping/contract/facts'
import { depositState } from '@tianping/contract/cashier/facts'
import { run, sql, theRow, type Db, type Tx } from '@tianping/database'

/** In fen: of the member, of the account it is paid to, and by the operator. */
export type ApprovedSums = { member: bigint; card: bigint; reviewer: bigint }
type Asked = { memberId: bigint; cardId?: bigint; operator: string; since: Date; but: string }

/**
 * One approval after the other until the transaction ends: of two at once, each would miss the
 * other's amount.
 */
export const waitForApprovals = (tx: Tx) => run(tx, sql`select pg_advisory_xact_lock(104, 1)`)

/** Of withdrawals; an account counts with every member who bound it. */
export const withdrawnSince = (db: Db, a: Asked & { cardId: bigint }) => {
  const decided = sql`from withdrawal_order where state = ${sql.literal(reviewState.approved)} and decided_at > ${a.since} and withdrawal_no <> ${a.but}`
  const sum = sql`select coalesce(sum(amount_fen), 0)::bigint`
  return theRow(
    db,
    sql<ApprovedSums>`
    select
      (${sum} ${decided} and member_id = ${a.memberId}) as member,
      (${sum} ${decided} and card_id in (
        select other.card_id from card mine join card other on other.number_digest = mine.number_digest
        where mine.member_id = ${a.memberId} and mine.card_id = ${a.cardId})) as card,
      (${sum} ${decided} and decided_by = ${a.operator}) as reviewer`,
  )
}

/** Of deposits that an operator credited; they are paid to nobody's account. */
export const creditedSince = (db: Db, a: Asked) => {
  const decided = sql`from deposit_order where state = ${sql.literal(depositState.credited)} and decided_by <> '' and decided_at > ${a.since} and deposit_no <> ${a.but}`
  const sum = sql`select coalesce(sum(credited_fen), 0)::bigint`
  return theRow(
    db,
    sql<ApprovedSums>`
    select
      (${sum} ${decided} and member_id = ${a.memberId}) as member,
      0::bigint as card,
      (${sum} ${decided} and decided_by = ${a.operator}) as reviewer`,
  )
}
