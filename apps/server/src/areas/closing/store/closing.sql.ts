import { statementState } from '@tianping/contract/agent/facts'
import { reviewState } from '@tianping/contract/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { depositState, disputeState } from '@tianping/contract/cashier/facts'
import { complaintState } from '@tianping/contract/complaints/facts'
import { grantState } from '@tianping/contract/freeRounds/facts'
import { MAX_TIMEOUT_DAYS } from '@tianping/contract/protection/facts'
import { transferState } from '@tianping/contract/venues/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

export type Closing = { closingAt: Date; closedAt: Date | null; reason: string }

/** Undefined while the account is neither closed nor being closed. */
export const closingOf = (db: Db, memberId: bigint) =>
  row(
    db,
    sql<Closing>`
    select closing_at, closed_at, closing_reason as reason from member
    where member_id = ${memberId} and closing_at is not null`,
  )

/** False when it was asked for before. */
export const beginClosing = async (tx: Db, memberId: bigint, reason: string): Promise<boolean> =>
  (await run(
    tx,
    sql`
    update member set closing_at = now(), closing_reason = ${reason} where member_id = ${memberId} and closing_at is null`,
  )) === 1

/** Takes members whose account is being closed and was not looked at for so long. */
export const takeClosing = async (
  db: Db,
  p: { everySeconds: number; limit: number },
): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
      update member set closing_checked_at = now() where member_id in (
        select member_id from member
        where closing_at is not null and closed_at is null
          and (closing_checked_at is null or closing_checked_at <= now() - make_interval(secs => ${p.everySeconds}::int))
        order by closing_checked_at nulls first limit ${p.limit} for update skip locked)
      returning member_id`,
    )
  ).map(({ memberId }) => memberId)

/** What a member has paid in and was paid, by the books; what waits to be paid out counts. */
export const paidOf = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<{ depositedFen: bigint; withdrawnFen: bigint }>`
    select coalesce(-sum(amount) filter (where account_code = 200), 0)::bigint as deposited_fen,
      coalesce(sum(amount) filter (where account_code in (210, 220)), 0)::bigint as withdrawn_fen
    from ledger.entry where member_id = ${memberId} and layer = 'posted' and account_code in (200, 210, 220)`,
  )

export type Pending = {
  bets: number
  transfers: number
  deposits: number
  withdrawals: number
  payouts: number
  disputes: number
  complaints: number
  statements: number
  freeRounds: number
  adjustments: number
}

const goingGrants = [grantState.sending, grantState.open, grantState.settling]

/**
 * What is under way and may still bring money or take it. Free rounds of a member who is stopped
 * for longer than a break lasts are not paid, so nothing waits for them.
 */
export const pendingOf = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<Pending>`
    select
      (select count(*)::int from bet where member_id = ${memberId} and status = ${sql.literal(betStatus.open)})
        + (select count(*)::int from venue_bet_aside where member_id = ${memberId}) as bets,
      (select count(*)::int from venue_transfer where member_id = ${memberId} and state = ${sql.literal(transferState.pending)}) as transfers,
      (select count(*)::int from deposit_order where member_id = ${memberId} and state = ${sql.literal(depositState.waiting)}
        and (waits_for = 'person' or expires_at > now())) as deposits,
      (select count(*)::int from withdrawal_order where member_id = ${memberId} and state = ${sql.literal(reviewState.waiting)}) as withdrawals,
      (select count(*)::int from payout_attempt where member_id = ${memberId} and state = 'open') as payouts,
      (select count(*)::int from payment_dispute where member_id = ${memberId} and state = ${sql.literal(disputeState.open)}) as disputes,
      (select count(*)::int from complaint where member_id = ${memberId} and state = ${sql.literal(complaintState.open)}) as complaints,
      (select count(*)::int from agent_statement where agent_id = ${memberId}
        and state = ${sql.literal(statementState.waiting)}) as statements,
      (select count(*)::int from free_round_grant where member_id = ${memberId} and state = any(${goingGrants}::smallint[])
        and not exists (select from blocks_at(now()) b where b.member_id = ${memberId}
          and coalesce(b.until, 'infinity') > now() + make_interval(days => ${MAX_TIMEOUT_DAYS}::int))) as free_rounds,
      (select count(*)::int from adjustment where member_id = ${memberId} and state = ${sql.literal(reviewState.waiting)}) as adjustments`,
  )

/** Closes for good, in the caller's transaction; false when another instance did. */
export const closeForGood = async (tx: Db, memberId: bigint): Promise<boolean> =>
  (await run(
    tx,
    sql`update member set closed_at = now() where member_id = ${memberId} and closing_at is not null and closed_at is null`,
  )) === 1
