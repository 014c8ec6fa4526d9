import { disputeState, type DisputeState } from '@tianping/contract/cashier/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import type { Difference } from '../../../ledger/reconcile.ts'
import { holderOf } from '../../../kernel/operator/claim.sql.ts'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import {
  inAmounts,
  inSpan,
  ofMember,
  ofStates,
  totalOf,
} from '../../../kernel/operator/listed.sql.ts'
import {
  behindMoment,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Found,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'

const open = sql.literal(disputeState.open)

export type Dispute = {
  disputeNo: string
  provider: string
  reference: string
  providerNo: string
  memberId: bigint
  depositNo: string
  amountFen: bigint
  reason: string
  dueAt: Date | null
  state: DisputeState
  said: '' | 'won' | 'lost'
  openedBy: string
  openedAt: Date
  /** Until when another person has to confirm what was noted by hand; null where nobody has to. */
  confirmBy: Date | null
  confirmedBy: string
  confirmedAt: Date | null
  evidence: string
  evidenceBy: string
  evidenceAt: Date | null
  answeredAt: Date | null
  answeredBy: string
  proposed: DisputeState | null
  proposedBy: string
  decidedBy: string
  decidedAt: Date | null
  remark: string
  takenFen: bigint
  debtFen: bigint
}
export type DisputeListed = Dispute & { username: string; claimedBy: string }

const columns = sql`
  d.dispute_no, d.provider, d.reference, d.provider_no, d.member_id, d.deposit_no,
  d.amount_fen, d.reason, d.due_at, d.state, d.said, d.opened_by, d.opened_at,
  d.confirm_by, d.confirmed_by, d.confirmed_at,
  d.evidence, d.evidence_by, d.evidence_at, d.answered_at, d.answered_by,
  d.proposed, d.proposed_by, d.decided_by, d.decided_at, d.remark, d.taken_fen, d.debt_fen`

/** Noted by hand and not confirmed: a hold, of which no money has moved. */
export const isUnconfirmed = ({ confirmBy, confirmedAt }: Dispute): boolean =>
  confirmBy !== null && confirmedAt === null

/** False when the payment has one already. */
export const insertDispute = async (
  tx: Db,
  d: Pick<
    Dispute,
    | 'disputeNo'
    | 'provider'
    | 'reference'
    | 'providerNo'
    | 'memberId'
    | 'depositNo'
    | 'amountFen'
    | 'reason'
    | 'dueAt'
    | 'openedBy'
    | 'openedAt'
    | 'confirmBy'
  >,
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    insert into payment_dispute (dispute_no, provider, reference, provider_no, member_id,
      deposit_no, amount_fen, reason, due_at, opened_by, opened_at, confirm_by)
    values (${d.disputeNo}, ${d.provider}, ${d.reference}, ${d.providerNo}, ${d.memberId},
      ${d.depositNo}, ${d.amountFen}, ${d.reason}, ${d.dueAt}, ${d.openedBy}, ${d.openedAt},
      ${d.confirmBy}) on conflict do nothing`,
  )) === 1

export const lockDispute = (tx: Db, disputeNo: string) =>
  row(
    tx,
    sql<Dispute>`select ${columns} from payment_dispute d where d.dispute_no = ${disputeNo} for update`,
  )

/** The newest dispute of a payment. */
export const disputeOfPayment = (db: Db, provider: string, reference: string) =>
  row(
    db,
    sql<Dispute>`
    select ${columns} from payment_dispute d where d.provider = ${provider} and d.reference = ${reference}
    order by d.state = ${open} desc, d.opened_at desc limit 1`,
  )

/** An open dispute of any payment of an order. */
export const openDisputeOf = (db: Db, memberId: bigint, depositNo: string) =>
  row(
    db,
    sql<{ disputeNo: string }>`
    select dispute_no from payment_dispute where member_id = ${memberId} and deposit_no = ${depositNo} and state = ${open} limit 1`,
  )

export const noteConfirmed = (
  tx: Db,
  d: Pick<Dispute, 'disputeNo' | 'providerNo' | 'amountFen' | 'reason' | 'dueAt'> & {
    by: string
    at: Date
  },
) =>
  run(
    tx,
    sql`
    update payment_dispute set confirmed_by = ${d.by}, confirmed_at = ${d.at},
      provider_no = ${d.providerNo}, amount_fen = ${d.amountFen}, reason = ${d.reason},
      due_at = ${d.dueAt}
    where dispute_no = ${d.disputeNo} and state = ${open} and confirmed_at is null`,
  )

/** What nobody confirmed in time, the longest overdue first. */
export const overdueDisputes = (db: Db, now: Date, most: number) =>
  rows(
    db,
    sql<{ disputeNo: string }>`
    select dispute_no from payment_dispute
    where state = ${open} and confirmed_at is null and confirm_by <= ${now}
    order by confirm_by limit ${most}`,
  )

/** Whether what this person noted of the member was lifted before. */
export const hasLifted = async (db: Db, memberId: bigint, by: string): Promise<boolean> =>
  (await row(
    db,
    sql<{ disputeNo: string }>`
    select dispute_no from payment_dispute where member_id = ${memberId}
      and state = ${sql.literal(disputeState.lifted)} and lower(opened_by) = lower(${by}) limit 1`,
  )) !== undefined

export const noteSaid = (tx: Db, d: Pick<Dispute, 'disputeNo' | 'said' | 'providerNo'>) =>
  run(
    tx,
    sql`
    update payment_dispute set said = ${d.said}, provider_no = case when provider_no = '' then ${d.providerNo} else provider_no end
    where dispute_no = ${d.disputeNo}`,
  )

export const noteEvidence = (
  tx: Db,
  d: { disputeNo: string; text: string; by: string; at: Date },
) =>
  run(
    tx,
    sql`
    update payment_dispute set evidence = ${d.text}, evidence_by = ${d.by}, evidence_at = ${d.at}
    where dispute_no = ${d.disputeNo} and state = ${open}`,
  )

export const noteAnswered = (tx: Db, d: { disputeNo: string; by: string; at: Date }) =>
  run(
    tx,
    sql`update payment_dispute set answered_at = ${d.at}, answered_by = ${d.by} where dispute_no = ${d.disputeNo}`,
  )

export const proposeOutcome = (
  tx: Db,
  d: { disputeNo: string; outcome: DisputeState; by: string; at: Date; remark: string },
) =>
  run(
    tx,
    sql`
    update payment_dispute set proposed = ${d.outcome}, proposed_by = ${d.by}, proposed_at = ${d.at}, remark = ${d.remark}
    where dispute_no = ${d.disputeNo} and state = ${open}`,
  )

export const endDispute = (
  tx: Db,
  d: {
    disputeNo: string
    state: DisputeState
    by: string
    at: Date
    remark: string
    takenFen: bigint
    debtFen: bigint
  },
) =>
  run(
    tx,
    sql`
    update payment_dispute set state = ${d.state}, decided_by = ${d.by}, decided_at = ${d.at}, remark = ${d.remark}, taken_fen = ${d.takenFen},
      debt_fen = ${d.debtFen} where dispute_no = ${d.disputeNo} and state = ${open}`,
  )

const listed = (now: Date) => sql`
  ${columns}, m.name as username, ${holderOf(sql`'dispute:' || d.dispute_no`, now)} as claimed_by`

/** A reference of a provider may be as short as a member's name. */
const meantDispute = (q: string) => {
  const no = q.toUpperCase()
  return q === ''
    ? sql`true`
    : sql`(d.dispute_no = ${no} or d.deposit_no = ${no} or d.reference = ${q} or ${ofMember(q, sql`d.member_id`)})`
}

/** Open ones lie in the order of their deadline; without one they come last. */
const disputeMoment = ({ states, paging }: ListFilter) =>
  paging.sort === '' && states.length === 1 && states[0] === disputeState.open
    ? sql`coalesce(d.due_at, d.opened_at + interval '100 years')`
    : sql`d.opened_at`

/** The queue by its deadline, the rest newest first. */
export async function disputeRows(
  db: Db,
  f: ListFilter,
  now: Date,
): Promise<Found<DisputeListed & Keyed> & { total: number }> {
  const p = f.paging
  const no = sql`d.dispute_no`
  const own = f.states.length !== 1 || f.states[0] !== disputeState.open
  const from = sql`from payment_dispute d where ${ofStates(f.states, sql`d.state`)} and ${meantDispute(f.q)}
    and ${inSpan(sql`d.opened_at`, f)} and ${inAmounts(sql`d.amount_fen`, f)}`
  const read = await rows(
    db,
    sql<DisputeListed & Keyed>`
    select ${listed(now)}, ${momentKey(disputeMoment(f), no)} from (
      select * ${from} and ${behindMoment(p, disputeMoment(f), no, own)} order by ${inOrderOf(p, disputeMoment(f), no, own)} ${window(p)}
    ) d join member m using (member_id) order by ${inOrderOf(p, disputeMoment(f), no, own)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const disputeShown = (db: Db, disputeNo: string, now: Date) =>
  row(
    db,
    sql<DisputeListed>`
    select ${listed(now)} from payment_dispute d join member m using (member_id) where d.dispute_no = ${disputeNo}`,
  )

/** Disputes whose provider says the opposite of what was booked. */
export const disputesUnlikeWords = (db: Db, most: number) =>
  rows(
    db,
    sql<Difference>`
    select member_id, dispute_no as subject, said as expected, case when state = ${sql.literal(disputeState.won)} then 'won' else 'lost' end as found
    from payment_dispute where state <> ${open} and said <> '' and (said = 'won') <> (state = ${sql.literal(disputeState.won)}) limit ${most}`,
  )

export const openDisputes = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        open: number
      }>`select count(*)::int as open from payment_dispute where state = ${open}`,
    )
  ).open
