import type { CardKind } from '@tianping/contract/cards/facts'
import { reviewState, type DecidedState, type ReviewState } from '@tianping/contract/facts'
import { row, run, sql, theRow, type Db } from '@tianping/database'

export type Withdrawal = {
  memberId: bigint
  withdrawalNo: string
  cardId: bigint
  kind: CardKind
  /** Its label: 银行卡, 支付宝, USDT-TRC20, … */
  method: string
  amountFen: bigint
  /** Yuan per USDT as decimal digits; null for a bank card. */
  rate: string | null
  usdtCents: bigint
  feeCents: bigint
  receivesCents: bigint
  state: ReviewState
  createdAt: Date
  /** Until when it waits, and after what. */
  heldUntil: Date | null
  heldFor: readonly string[]
  /** The verification that was asked for with it; 0 for none. */
  needsTier: number
  claimedBy: string
  claimedUntil: Date | null
  decidedBy: string
  decidedAt: Date | null
  remark: string
}

const columns = sql`
  w.member_id, w.withdrawal_no, w.card_id, w.kind, w.method, w.amount_fen, w.rate,
  w.usdt_cents, w.fee_cents, w.receives_cents, w.state, w.created_at, w.held_until, w.held_for, w.needs_tier,
  w.claimed_by, w.claimed_until, w.decided_by, w.decided_at, w.remark`

export type NewWithdrawal = Pick<
  Withdrawal,
  | 'memberId'
  | 'withdrawalNo'
  | 'cardId'
  | 'kind'
  | 'method'
  | 'amountFen'
  | 'usdtCents'
  | 'feeCents'
  | 'receivesCents'
  | 'createdAt'
  | 'heldUntil'
  | 'heldFor'
  | 'needsTier'
> & { rate: number | null; actionKey: string }

export const insertWithdrawal = (db: Db, w: NewWithdrawal) =>
  run(
    db,
    sql`
    insert into withdrawal_order (member_id, withdrawal_no, card_id, kind, method, amount_fen, rate, usdt_cents, fee_cents, receives_cents, created_at, held_until, held_for, needs_tier, action_key)
    values (${w.memberId}, ${w.withdrawalNo}, ${w.cardId}, ${w.kind}, ${w.method}, ${w.amountFen}, ${w.rate}, ${w.usdtCents}, ${w.feeCents},
      ${w.receivesCents}, ${w.createdAt}, ${w.heldUntil}, ${w.heldFor}, ${w.needsTier}, ${w.actionKey})`,
  )

export const withdrawalOfAction = (db: Db, memberId: bigint, actionKey: string) =>
  row(
    db,
    sql<Withdrawal>`select ${columns} from withdrawal_order w where w.member_id = ${memberId} and w.action_key = ${actionKey}`,
  )

export const readWithdrawal = (db: Db, memberId: bigint, withdrawalNo: string) =>
  row(
    db,
    sql<Withdrawal>`select ${columns} from withdrawal_order w where w.member_id = ${memberId} and w.withdrawal_no = ${withdrawalNo}`,
  )

/** The order, locked until the transaction ends. */
export const lockWithdrawal = (db: Db, memberId: bigint, withdrawalNo: string) =>
  theRow(
    db,
    sql<Withdrawal>`select ${columns} from withdrawal_order w where w.member_id = ${memberId} and w.withdrawal_no = ${withdrawalNo} for update`,
  )

/** Withdrawals asked for since then that were not rejected. */
export const withdrawalsSince = async (db: Db, memberId: bigint, since: Date): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`
    select count(*)::int as count from withdrawal_order where member_id = ${memberId} and created_at >= ${since} and state <> ${sql.literal(reviewState.rejected)}`,
    )
  ).count

/** What was asked for since then and not rejected. */
export const withdrawnSince = async (db: Db, memberId: bigint, since: Date): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ sum: bigint }>`
    select coalesce(sum(amount_fen), 0)::bigint as sum from withdrawal_order where member_id = ${memberId} and created_at > ${since} and state <> ${sql.literal(reviewState.rejected)}`,
    )
  ).sum

/** What earlier withdrawals, none of them rejected since, held when this one was asked for. */
export const heldBefore = async (db: Db, { memberId, withdrawalNo, createdAt }: Withdrawal) =>
  (
    await theRow(
      db,
      sql<{ sum: bigint }>`
    select coalesce(sum(amount_fen), 0)::bigint as sum from withdrawal_order
    where member_id = ${memberId} and (created_at, withdrawal_no) < (${createdAt}, ${withdrawalNo})
      and state <> ${sql.literal(reviewState.rejected)} and coalesce(decided_at, 'infinity') > ${createdAt}`,
    )
  ).sum

export const decideWithdrawal = (
  db: Db,
  w: {
    memberId: bigint
    withdrawalNo: string
    state: DecidedState
    decidedBy: string
    now: Date
    remark: string
  },
) =>
  run(
    db,
    sql`
    update withdrawal_order set state = ${w.state}, decided_by = ${w.decidedBy}, decided_at = ${w.now}, remark = ${w.remark}
    where member_id = ${w.memberId} and withdrawal_no = ${w.withdrawalNo} and state = ${sql.literal(reviewState.waiting)}`,
  )

/** The next attempt to pay an approved withdrawal out. */
export const addPayout = (
  db: Db,
  p: {
    memberId: bigint
    withdrawalNo: string
    provider: string
    state: 'open' | 'paid'
    reference: string
    now: Date
  },
) =>
  run(
    db,
    sql`
    insert into payout_attempt (member_id, withdrawal_no, attempt_no, provider, state, reference, created_at, settled_at)
    select ${p.memberId}, ${p.withdrawalNo}, coalesce(max(attempt_no), 0) + 1, ${p.provider}, ${p.state}, ${p.reference}, ${p.now},
      case when ${p.state} = 'paid' then ${p.now}::timestamptz end
    from payout_attempt where member_id = ${p.memberId} and withdrawal_no = ${p.withdrawalNo}`,
  )
