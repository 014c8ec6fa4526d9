import { depositState } from '@tianping/contract/cashier/facts'
import { everyState, reviewState } from '@tianping/contract/facts'
import { rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'
import {
  inAmounts,
  inSpan,
  ofOrder,
  ofStates,
  ofState,
  totalOf,
  type Narrowed,
} from '../../../kernel/operator/listed.sql.ts'
import {
  byFen,
  byMoment,
  foundOf,
  window,
  type Found,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import type { Deposit } from './deposit.sql.ts'
import { firstOf } from './secondApproval.sql.ts'
import type { Withdrawal } from './withdrawal.sql.ts'

const waiting = sql.literal(depositState.waiting)

/**
 * What a list of orders is narrowed by. State 1 means what waits for a person, so that orders which
 * nobody has paid yet do not fill the queue; no state is all. `q` is an order number, a member's id
 * or the beginning of a member's name. Days are those of the decision, or while there is none those
 * on which the order came.
 */
export type OrderFilter = Narrowed & {
  states: readonly number[]
  method: string
  q: string
  paging: Paging
}

/** The moment that an order's day is of: its decision's, or while it waits its coming's. */
function momentOf(states: readonly number[]) {
  if (states.length !== 1) return sql`coalesce(o.decided_at, o.created_at)`
  return states[0] === reviewState.waiting ? sql`o.created_at` : sql`o.decided_at`
}

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

/** Sorted by the day's moment, or without a sort narrowed to days. */
const byDay = ({ paging, span }: OrderFilter) =>
  paging.sort === 'decided_at' || (paging.sort === '' && span !== null)

/** The queue is worked off oldest first; the rest is read newest first. */
const newestFirst = ({ states }: OrderFilter) => states[0] !== reviewState.waiting

/** What the page is ordered by, and where it begins. */
function arrangedBy(f: OrderFilter, no: Sql) {
  const { paging } = f
  const own = newestFirst(f)
  if (paging.sort === 'amount') return byFen(paging, sql`o.amount_fen`, no, own)
  return byMoment(paging, byDay(f) ? momentOf(f.states) : sql`o.created_at`, no, own)
}

function depositIs(states: readonly number[]) {
  if (states.length > 1)
    return sql`(o.state = any(${states}::smallint[]) and (o.state <> ${waiting} or o.waits_for = 'person'))`
  return states[0] === depositState.waiting
    ? sql`o.state = ${waiting} and o.waits_for = 'person'`
    : ofState(states[0] ?? everyState, sql`o.state`)
}

/** What both lists of orders are narrowed by beside their state. */
const narrowed = (f: OrderFilter, no: Sql) => sql`
  ${f.method === '' ? sql`true` : sql`o.method = ${f.method}`} and ${ofOrder(f.q, { member: sql`o.member_id`, no })}
  and ${inSpan(momentOf(f.states), f)} and ${inAmounts(sql`o.amount_fen`, f)}`

export async function listDeposits(
  db: Db,
  f: OrderFilter,
): Promise<Found<DepositListed & Keyed> & { total: number }> {
  const no = sql`o.deposit_no`
  const where = sql`where ${depositIs(f.states)} and ${narrowed(f, no)}`
  // The page first, its members then: a late page does not look up everybody before it.
  const { behind, order, key } = arrangedBy(f, no)
  const found = await rows(
    db,
    sql<DepositListed & Keyed>`
    select o.member_id, m.name as username, o.deposit_no, o.method, o.amount_fen, o.credited_fen,
      o.expires_at, o.paid_said_at, o.paid_said_by, o.state, o.waits_for,
      o.created_at, o.claimed_by, o.claimed_until, o.decided_by, o.decided_at, o.remark,
      ${firstOf(sql`'deposit:' || o.deposit_no`)} as confirmed_by, ${key}
    from (select * from deposit_order o ${where} and ${behind} order by ${order} ${window(f.paging)}) o
      join member m using (member_id) order by ${order}`,
  )
  return {
    ...foundOf(f.paging, found),
    total: f.paging.counted ? await totalOf(db, sql`from deposit_order o ${where}`) : 0,
  }
}

export async function listWithdrawals(
  db: Db,
  f: OrderFilter,
): Promise<Found<WithdrawalListed & Keyed> & { total: number }> {
  const no = sql`o.withdrawal_no`
  const where = sql`where ${ofStates(f.states, sql`o.state`)} and ${narrowed(f, no)}`
  const { behind, order, key } = arrangedBy(f, no)
  const found = await rows(
    db,
    sql<WithdrawalListed & Keyed>`
    select o.member_id, m.name as username, o.withdrawal_no, o.method, o.amount_fen, o.usdt_cents,
      o.fee_cents, o.receives_cents, o.kind, o.state, o.created_at, o.claimed_by,
      o.claimed_until, o.decided_by, o.decided_at, o.remark, c.bank, c.number_tail,
      ${firstOf(sql`'withdrawal:' || o.withdrawal_no`)} as confirmed_by, ${key}
    from (select * from withdrawal_order o ${where} and ${behind} order by ${order} ${window(f.paging)}) o
      join member m using (member_id) join card c using (member_id, card_id) order by ${order}`,
  )
  return {
    ...foundOf(f.paging, found),
    total: f.paging.counted ? await totalOf(db, sql`from withdrawal_order o ${where}`) : 0,
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
