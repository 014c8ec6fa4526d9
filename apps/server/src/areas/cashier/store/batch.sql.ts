import { cardKind } from '@tianping/contract/cards/facts'
import type { BatchState } from '@tianping/contract/cashier/facts'
import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'
import {
  inAmounts,
  inSpan,
  ofNames,
  totalOf,
  type Narrowed,
} from '../../../kernel/operator/listed.sql.ts'
import {
  byFen,
  byMoment,
  foundOf,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'
import type { PayoutKey, ProviderPayout } from './providerPayout.sql.ts'

export type Batch = {
  batchNo: string
  layout: unknown
  layoutName: string
  lines: number
  amountFen: bigint
  state: 'built' | 'approved' | 'cancelled'
  builtBy: string
  builtAt: Date
  decidedBy: string
  decidedAt: Date | null
  fileHash: string
  exportedAt: Date | null
  resultsAt: Date | null
  remark: string
}
const columns = sql`
  b.batch_no, b.layout, b.layout_name, b.lines, b.amount_fen, b.state, b.built_by, b.built_at, b.decided_by, b.decided_at,
  b.file_hash, b.exported_at, b.results_at, b.remark`

export type BatchListed = Batch & { paid: number; failed: number; open: number }

/** How many lines of a batch stand where. */
const counted = sql`
  cross join lateral (
    select count(*) filter (where p.state = 'paid')::int as paid, count(*) filter (where p.state = 'failed')::int as failed,
      count(*) filter (where p.state in ('queued', 'sent'))::int as open
    from provider_payout p where p.batch_no = b.batch_no) c`

const batchNo = sql`b.batch_no`
const arrangedBy = (p: Paging) =>
  p.sort === 'amount'
    ? byFen(p, sql`b.amount_fen`, batchNo, true)
    : byMoment(p, sql`b.built_at`, batchNo, true)

/** Newest first. */
export async function batchRows(
  db: Db,
  f: Narrowed & { states: readonly BatchState[]; paging: Paging },
) {
  const { behind, order, key } = arrangedBy(f.paging)
  const from = sql`
    from payout_batch b where ${ofNames(f.states, sql`b.state`)}
      and ${inSpan(sql`b.built_at`, f)} and ${inAmounts(sql`b.amount_fen`, f)}`
  const read = await rows(
    db,
    sql<BatchListed & Keyed>`
    select ${columns}, c.paid, c.failed, c.open, ${key}
    from (select * ${from} and ${behind} order by ${order} ${window(f.paging)}) b ${counted}
    order by ${order}`,
  )
  return { ...foundOf(f.paging, read), total: f.paging.counted ? await totalOf(db, from) : 0 }
}

export const batchRow = (db: Db, batchNo: string) =>
  row(
    db,
    sql<BatchListed>`
    select ${columns}, c.paid, c.failed, c.open from payout_batch b ${counted} where b.batch_no = ${batchNo}`,
  )

export const lockBatch = (tx: Tx, batchNo: string) =>
  row(tx, sql<Batch>`select ${columns} from payout_batch b where batch_no = ${batchNo} for update`)

export const insertBatch = (
  tx: Tx,
  b: Pick<Batch, 'batchNo' | 'layoutName' | 'lines' | 'amountFen' | 'builtBy' | 'remark'> & {
    layout: object
    now: Date
  },
) =>
  run(
    tx,
    sql`
    insert into payout_batch (batch_no, layout, layout_name, lines, amount_fen, built_by, built_at, remark)
    values (${b.batchNo}, ${JSON.stringify(b.layout)}::jsonb, ${b.layoutName}, ${b.lines}, ${b.amountFen}, ${b.builtBy}, ${b.now}, ${b.remark})`,
  )

export const decideBatch = (
  tx: Tx,
  b: { batchNo: string; state: 'approved' | 'cancelled'; by: string; fileHash: string; now: Date },
) =>
  run(
    tx,
    sql`
    update payout_batch set state = ${b.state}, decided_by = ${b.by}, decided_at = ${b.now}, file_hash = ${b.fileHash}
    where batch_no = ${b.batchNo}
      and (state = 'built' or (${b.state} = 'cancelled' and state = 'approved' and exported_at is null))`,
  )

export const noteExported = (tx: Tx, batchNo: string, now: Date) =>
  run(
    tx,
    sql`update payout_batch set exported_at = coalesce(exported_at, ${now}) where batch_no = ${batchNo}`,
  )

export const noteResults = (tx: Tx, batchNo: string, now: Date) =>
  run(tx, sql`update payout_batch set results_at = ${now} where batch_no = ${batchNo}`)

export const joinBatch = (tx: Tx, l: { payoutNo: string; batchNo: string; lineNo: number }) =>
  run(
    tx,
    sql`update provider_payout set batch_no = ${l.batchNo}, line_no = ${l.lineNo} where payout_no = ${l.payoutNo}`,
  )

/** From the approval on a line may have been paid. */
export const sendLines = (tx: Tx, batchNo: string, now: Date) =>
  run(
    tx,
    sql`update provider_payout set state = 'sent', sent_at = ${now} where batch_no = ${batchNo} and state = 'queued'`,
  )

export type BatchLine = PayoutKey &
  Pick<ProviderPayout, 'payoutNo' | 'amountFen' | 'state' | 'says' | 'said' | 'reference'> & {
    lineNo: number
    cardId: bigint
    username: string
    bank: string
    bankOwner: string
    numberTail: string
    numberSealed: Buffer
  }

export const batchLines = (db: Db, batchNo: string) =>
  rows(
    db,
    sql<BatchLine>`
    select p.payout_no, coalesce(p.line_no, 0) as line_no, p.member_id, p.withdrawal_no, p.amount_fen, p.state, p.says, p.said, p.reference,
      c.card_id, m.name as username, c.bank, c.bank_owner, c.number_tail, c.number_sealed
    from provider_payout p join withdrawal_order o using (member_id, withdrawal_no)
      join card c on c.member_id = o.member_id and c.card_id = o.card_id join member m on m.member_id = p.member_id
    where p.batch_no = ${batchNo} order by p.line_no limit 500`,
  )

export type Candidate = PayoutKey & {
  attemptNo: number
  username: string
  amountFen: bigint
  bank: string
  numberTail: string
  createdAt: Date
  /** Null unless the account is on the list of payees; then when it was confirmed. */
  payeeId: bigint | null
  listedAt: Date | null
}

/** Open payouts to bank accounts that nobody has, oldest first. */
export const batchCandidates = (db: Db, now: Date, limit: number) =>
  rows(
    db,
    sql<Candidate>`
    select p.member_id, p.withdrawal_no, p.attempt_no, m.name as username, o.amount_fen,
      c.bank, c.number_tail, p.created_at, y.payee_id, y.listed_at
    from payout_attempt p join withdrawal_order o using (member_id, withdrawal_no) join member m using (member_id)
      join card c on c.member_id = o.member_id and c.card_id = o.card_id
      left join payee y on y.member_id = c.member_id and y.card_id = c.card_id and y.state <> 'removed'
    where p.state = 'open' and p.provider = 'by hand' and o.kind = ${sql.literal(cardKind.bank)}
      and not exists (select from console_claim k where k.subject = 'payout:' || p.withdrawal_no and k.until > ${now})
    order by p.created_at, p.withdrawal_no limit ${limit}`,
  )
