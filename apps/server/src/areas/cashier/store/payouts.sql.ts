import type { CardKind } from '@tianping/contract/cards/facts'
import { reviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'
import {
  inAmounts,
  inSpan,
  ofNames,
  ofOrder,
  totalOf,
  type Narrowed,
} from '../../../kernel/operator/listed.sql.ts'
import {
  behindMoment,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

const approved = sql.literal(reviewState.approved)

export type PayoutState = 'open' | 'paid' | 'failed'
export type Payout = {
  memberId: bigint
  withdrawalNo: string
  attemptNo: number
  provider: string
  state: PayoutState
  reference: string
  reason: string
  createdAt: Date
  settledAt: Date | null
  settledBy: string
}
export type PayoutListed = Payout & {
  username: string
  kind: CardKind
  method: string
  amountFen: bigint
  receivesCents: bigint
  cardId: bigint
  bank: string
  numberTail: string
  claimedBy: string
}

const own = sql`
  p.member_id, p.withdrawal_no, p.attempt_no, p.provider, p.state, p.reference, p.reason,
  p.created_at, p.settled_at, p.settled_by`
const columns = (now: Date) => sql`
  ${own}, m.name as username, o.kind, o.method, o.amount_fen, o.receives_cents, o.card_id, c.bank,
  c.number_tail, ${holderOf(sql`'payout:' || p.withdrawal_no`, now)} as claimed_by`
const behindAttempt = sql`
  p join withdrawal_order o using (member_id, withdrawal_no) join member m using (member_id) join card c on c.member_id = o.member_id and c.card_id = o.card_id`

export type PayoutFilter = Narrowed & {
  states: readonly PayoutState[]
  q: string
  paging: Paging
}

/** Attempts: the queue oldest first, the archive newest first. */
export async function payoutRows(db: Db, f: PayoutFilter, now: Date) {
  // One order may have several attempts: the number alone does not tell rows of one moment apart.
  const no = sql`(p.withdrawal_no || ' ' || lpad(p.attempt_no::text, 5, '0'))`
  const by = sql`p.created_at`
  const ofAmount =
    f.amounts === null
      ? sql`true`
      : sql`exists (select from withdrawal_order w where w.member_id = p.member_id and w.withdrawal_no = p.withdrawal_no and ${inAmounts(sql`w.amount_fen`, f)})`
  const where = sql`
    where ${ofNames(f.states, sql`p.state`)} and ${ofOrder(f.q, { member: sql`p.member_id`, no: sql`p.withdrawal_no` })}
      and ${inSpan(by, f)} and ${ofAmount}`
  const own = f.states[0] !== 'open'
  const order = inOrderOf(f.paging, by, no, own)
  const found = await rows(
    db,
    sql<PayoutListed & Keyed>`
    select ${columns(now)}, ${momentKey(by, no)} from (select * from payout_attempt p ${where} and ${behindMoment(f.paging, by, no, own)} order by ${order} ${window(f.paging)}) ${behindAttempt}
    order by ${order}`,
  )
  return {
    ...foundOf(f.paging, found),
    total: f.paging.counted ? await totalOf(db, sql`from payout_attempt p ${where}`) : 0,
  }
}

/** The latest attempt of a withdrawal. */
export const latestPayout = (db: Db, memberId: bigint, withdrawalNo: string, now: Date) =>
  row(
    db,
    sql<PayoutListed>`select ${columns(now)} from payout_attempt ${behindAttempt} where p.member_id = ${memberId} and p.withdrawal_no = ${withdrawalNo} order by p.attempt_no desc limit 1`,
  )

export const payoutsOf = (db: Db, memberId: bigint, withdrawalNo: string) =>
  rows(
    db,
    sql<Payout>`select ${own} from payout_attempt p where p.member_id = ${memberId} and p.withdrawal_no = ${withdrawalNo} order by p.attempt_no limit 100`,
  )

export const settlePayout = (
  tx: Db,
  p: Pick<Payout, 'memberId' | 'withdrawalNo' | 'attemptNo' | 'reference' | 'reason'> & {
    state: 'paid' | 'failed'
    by: string
    now: Date
  },
) =>
  run(
    tx,
    sql`
    update payout_attempt set state = ${p.state}, reference = ${p.reference}, reason = ${p.reason}, settled_by = ${p.by}, settled_at = ${p.now}
    where member_id = ${p.memberId} and withdrawal_no = ${p.withdrawalNo} and attempt_no = ${p.attemptNo} and state = 'open'`,
  )

/**
 * Which failed attempt rests on this person's word: one that a provider or a file had, or one by
 * hand. A batch that never left rests on nobody's.
 */
export const saidFailedBy = async (
  db: Db,
  { memberId, withdrawalNo }: Pick<Payout, 'memberId' | 'withdrawalNo'>,
  operator: string,
): Promise<'handed over' | 'by hand' | 'none'> =>
  (
    await theRow(
      db,
      sql<{ how: 'handed over' | 'by hand' | 'none' }>`
      select case when bool_or(p.payout_no is not null) then 'handed over' when count(*) > 0 then 'by hand' else 'none' end as how
      from payout_attempt a left join provider_payout p using (member_id, withdrawal_no, attempt_no)
      where a.member_id = ${memberId} and a.withdrawal_no = ${withdrawalNo} and a.state = 'failed' and a.settled_by = ${operator}
        and (p.payout_no is null or p.says <> '')`,
    )
  ).how

/** The withdrawal counts as refused: its money went back. */
export async function markReturned(
  tx: Db,
  w: { memberId: bigint; withdrawalNo: string; by: string; remark: string; now: Date },
): Promise<void> {
  // It no longer counts on the day it was approved.
  await run(
    tx,
    sql`
    delete from day_figure where day = (
      select (decided_at at time zone 'Asia/Shanghai')::date from withdrawal_order where member_id = ${w.memberId} and withdrawal_no = ${w.withdrawalNo} and state = ${approved})`,
  )
  await run(
    tx,
    sql`
    update withdrawal_order set state = ${sql.literal(reviewState.rejected)}, decided_by = ${w.by}, decided_at = ${w.now}, remark = ${w.remark}
    where member_id = ${w.memberId} and withdrawal_no = ${w.withdrawalNo} and state = ${approved}`,
  )
}

/**
 * Takes a payment's number for a withdrawal; answers the withdrawal that has it, which is another
 * one when it was taken before.
 */
export async function takeReference(
  tx: Db,
  p: { reference: string; memberId: bigint; withdrawalNo: string },
): Promise<string> {
  await run(
    tx,
    sql`
    insert into payout_reference (reference, member_id, withdrawal_no) values (${p.reference}, ${p.memberId}, ${p.withdrawalNo}) on conflict do nothing`,
  )
  return (
    await theRow(
      tx,
      sql<{
        no: string
      }>`select withdrawal_no as no from payout_reference where reference = ${p.reference}`,
    )
  ).no
}
