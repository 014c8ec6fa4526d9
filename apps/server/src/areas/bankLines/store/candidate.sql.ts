import { depositState } from '@tianping/contract/cashier/facts'
import { rows, sql, type Db } from '@tianping/database'

export type Candidate = {
  lineId: bigint
  depositNo: string
  memberId: bigint
  username: string
  amountFen: bigint
  payerOwner: string
  createdAt: Date
  waits: boolean
  sameAmount: boolean
  samePayer: boolean
  /** The line carries the member's number as the order's page asks for it. */
  sameNote: boolean
  /** The line carries another member's number. */
  otherNote: boolean
}

const MOST = 10

/**
 * Orders by bank transfer that some lines may belong to: asked for up to seven days before the
 * payment or one day after it, with something in common, and without a line of their own. A
 * statement without times says midnight, so the end of its day counts.
 */
export const candidatesOf = (db: Db, lineIds: readonly bigint[]) =>
  rows(
    db,
    sql<Candidate>`
    select l.line_id, c.* from bank_line l
    cross join lateral (
      select d.deposit_no, d.member_id, m.name as username, d.amount_fen, d.payer_owner, d.created_at, d.state = ${sql.literal(depositState.waiting)} as waits,
        d.amount_fen = l.amount_fen as same_amount, d.payer_owner <> '' and d.payer_owner = l.payer_name as same_payer,
        coalesce(noted.id = d.member_id::text, false) as same_note, coalesce(noted.id <> d.member_id::text, false) as other_note
      from deposit_order d join member m using (member_id)
      left join lateral (select substring(upper(l.note) from '(?:^|[^A-Z0-9])TP([0-9]{1,18})(?![0-9])') as id) noted on true
      where d.method = 'card' and d.state in (${sql.literal(depositState.waiting)}, ${sql.literal(depositState.credited)})
        and d.created_at > l.booked_at - interval '7 days' and d.created_at < l.booked_at + interval '2 days'
        and (d.amount_fen = l.amount_fen or d.payer_owner = l.payer_name or noted.id = d.member_id::text)
        and not exists (select from provider_payment p where p.member_id = d.member_id and p.deposit_no = d.deposit_no)
      order by (noted.id is not distinct from d.member_id::text)::int + (d.payer_owner = l.payer_name)::int + (d.amount_fen = l.amount_fen)::int desc,
        d.created_at desc
      limit ${MOST}) c
    where l.line_id = any(${[...lineIds]}::bigint[])`,
  )

/** Which of some lines look like another one that waits: one person, one amount, some days. */
export const alikeOf = (db: Db, lineIds: readonly bigint[]) =>
  rows(
    db,
    sql<{ lineId: bigint }>`
    select l.line_id from bank_line l
    where l.line_id = any(${[...lineIds]}::bigint[]) and exists (
      select from bank_line o where o.state = 'open' and o.line_id <> l.line_id and o.amount_fen = l.amount_fen
        and o.payer_name = l.payer_name and o.booked_at between l.booked_at - interval '7 days' and l.booked_at + interval '7 days')`,
  )
