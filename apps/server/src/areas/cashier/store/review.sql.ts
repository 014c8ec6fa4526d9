import { depositState } from '@tianping/contract/cashier/facts'
import { everyState, reviewState } from '@tianping/contract/facts'
import { rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'
import {
  behind,
  inOrder,
  ofOrder,
  ofState,
  onDay,
  totalOf,
  type After,
} from '../../../kernel/operator/listed.sql.ts'
import type { Deposit } from './deposit.sql.ts'
import { firstOf } from './secondApproval.sql.ts'
import type { Withdrawal } from './withdrawal.sql.ts'

const waiting = sql.literal(depositState.waiting)

/**
 * What a list of orders is narrowed by. `state` 1 means what waits for a person, so that orders
 * which nobody has paid yet do not fill the queue; 0 is all. `q` is an order number, a member's id
 * or the beginning of a member's name.
 */
export type OrderFilter = {
  state: number
  method: string
  q: string
  /** The Beijing day it was decided on, or came on while it is not; empty for all. */
  day: string
  limit: number
  offset: number
  /** For a file: on from this row, the newest first, and not counted. */
  after?: After
}

/** The moment that an order's day is of: its decision's, or while it waits its coming's. */
function momentOf(state: number) {
  if (state === everyState) return sql`coalesce(o.decided_at, o.created_at)`
  return state === reviewState.waiting ? sql`o.created_at` : sql`o.decided_at`
}
const ofDay = ({ state, day }: OrderFilter) => onDay(momentOf(state), day)

export type DepositListed = Pick<
  Deposit,
  | 'memberId'
  | 'depositNo'
  | 'method'
  | 'amountFen'
  | 'creditedFen'
  | 'expiresAt'
  | 'paidSaidAt'
  | 'paidSaidBy'
  | 'state'
  | 'waitsFor'
  | 'createdAt'
  | 'claimedBy'
  | 'claimedUntil'
  | 'decidedBy'
  | 'decidedAt'
  | 'remark'
> & {
  username: string
  /** Who approved it first where two have to; empty when nobody did. */
  confirmedBy: string
}
export type WithdrawalListed = Pick<
  Withdrawal,
  | 'memberId'
  | 'withdrawalNo'
  | 'method'
  | 'amountFen'
  | 'usdtCents'
  | 'feeCents'
  | 'receivesCents'
  | 'kind'
  | 'state'
  | 'createdAt'
  | 'claimedBy'
  | 'claimedUntil'
  | 'decidedBy'
  | 'decidedAt'
  | 'remark'
> & { username: string; bank: string; numberTail: string; confirmedBy: string }

/**
 * The queue is worked off oldest first; the rest is read newest first, a day in the order of what
 * makes it that day, which its index has.
 */
function order({ state, day }: OrderFilter, no: Sql) {
  if (state === reviewState.waiting) return sql`o.created_at, ${no}`
  return day === '' ? sql`o.created_at desc, ${no} desc` : sql`${momentOf(state)} desc, ${no} desc`
}

function depositIs(state: number) {
  return state === depositState.waiting
    ? sql`o.state = ${waiting} and o.waits_for = 'person'`
    : ofState(state, sql`o.state`)
}

export async function listDeposits(
  db: Db,
  f: OrderFilter,
): Promise<{ rows: DepositListed[]; total: number }> {
  const no = sql`o.deposit_no`
  const where = sql`
    where ${depositIs(f.state)}
      and ${f.method === '' ? sql`true` : sql`o.method = ${f.method}`} and ${ofOrder(f.q, { member: sql`o.member_id`, no })} and ${ofDay(f)}`
  // The page first, its members then: a late page does not look up everybody before it.
  const arranged = inOrder(f.after, sql`o.created_at`, no, order(f, no))
  const found = await rows(
    db,
    sql<DepositListed>`
    select o.member_id, m.name as username, o.deposit_no, o.method, o.amount_fen, o.credited_fen,
      o.expires_at, o.paid_said_at, o.paid_said_by, o.state, o.waits_for,
      o.created_at, o.claimed_by, o.claimed_until, o.decided_by, o.decided_at, o.remark,
      ${firstOf(sql`'deposit:' || o.deposit_no`)} as confirmed_by
    from (select * from deposit_order o ${where} and ${behind(f.after, sql`o.created_at`, no)} order by ${arranged} limit ${f.limit} offset ${f.offset}) o
      join member m using (member_id) order by ${arranged}`,
  )
  return {
    rows: found,
    total: f.after === undefined ? await totalOf(db, sql`from deposit_order o ${where}`) : 0,
  }
}

export async function listWithdrawals(
  db: Db,
  f: OrderFilter,
): Promise<{ rows: WithdrawalListed[]; total: number }> {
  const no = sql`o.withdrawal_no`
  const where = sql`
    where ${ofState(f.state, sql`o.state`)} and ${f.method === '' ? sql`true` : sql`o.method = ${f.method}`}
      and ${ofOrder(f.q, { member: sql`o.member_id`, no })} and ${ofDay(f)}`
  const arranged = inOrder(f.after, sql`o.created_at`, no, order(f, no))
  const found = await rows(
    db,
    sql<WithdrawalListed>`
    select o.member_id, m.name as username, o.withdrawal_no, o.method, o.amount_fen, o.usdt_cents,
      o.fee_cents, o.receives_cents, o.kind, o.state, o.created_at, o.claimed_by,
      o.claimed_until, o.decided_by, o.decided_at, o.remark, c.bank, c.number_tail,
      ${firstOf(sql`'withdrawal:' || o.withdrawal_no`)} as confirmed_by
    from (select * from withdrawal_order o ${where} and ${behind(f.after, sql`o.created_at`, no)} order by ${arranged} limit ${f.limit} offset ${f.offset}) o
      join member m using (member_id) join card c using (member_id, card_id) order by ${arranged}`,
  )
  return {
    rows: found,
    total: f.after === undefined ? await totalOf(db, sql`from withdrawal_order o ${where}`) : 0,
  }
}

export const claimDepositRow = (
  db: Db,
  o: { memberId: bigint; depositNo: string; operator: string; until: Date },
) =>
  run(
    db,
    sql`
    update deposit_order set claimed_by = ${o.operator}, claimed_until = ${o.until} where member_id = ${o.memberId} and deposit_no = ${o.depositNo}`,
  )

export const claimWithdrawalRow = (
  db: Db,
  o: { memberId: bigint; withdrawalNo: string; operator: string; until: Date | null },
) =>
  run(
    db,
    sql`
    update withdrawal_order set claimed_by = ${o.operator}, claimed_until = ${o.until} where member_id = ${o.memberId} and withdrawal_no = ${o.withdrawalNo}`,
  )

export type Waiting = { pending: number; oldestAt: Date | null }

/** What waits for a person. */
export const waitingDeposits = (db: Db) =>
  theRow(
    db,
    sql<Waiting>`select count(*)::int as pending, min(created_at) as oldest_at from deposit_order where state = ${waiting} and waits_for = 'person'`,
  )

export const waitingWithdrawals = (db: Db) =>
  theRow(
    db,
    sql<Waiting>`select count(*)::int as pending, min(created_at) as oldest_at from withdrawal_order where state = ${sql.literal(reviewState.waiting)}`,
  )

/** What was credited, and what was approved for payment, since then; in fen. */
export const decidedSince = (db: Db, since: Date) =>
  theRow(
    db,
    sql<{ depositsFen: bigint; withdrawalsFen: bigint }>`
    select
      (select coalesce(sum(credited_fen), 0)::bigint from deposit_order where state = ${sql.literal(depositState.credited)} and decided_at >= ${since}) as deposits_fen,
      (select coalesce(sum(amount_fen), 0)::bigint from withdrawal_order where state = ${sql.literal(reviewState.approved)} and decided_at >= ${since}) as withdrawals_fen`,
  )
