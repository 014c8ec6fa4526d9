import { row, rows, sql, type Db } from '@tianping/database'
import { inSpan, totalOf, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  behindNumbered,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Found,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

export type CallbackRow = {
  callbackId: bigint
  provider: string
  receivedAt: Date
  address: string
  verdict: string
  depositNo: string
}

const columns = sql`c.callback_id, c.provider, c.received_at, c.address, c.verdict, c.deposit_no`

/** An address has points or colons, an order's number neither. */
const isAddress = (q: string) => /[.:]/.test(q)

function searched(q: string) {
  if (q === '') return sql`true`
  return isAddress(q) ? sql`c.address = ${q}` : sql`c.deposit_no = ${q} and c.deposit_no <> ''`
}

/** Callbacks newest first. */
export async function callbackRows(
  db: Db,
  f: Narrowed & { verdict: string; q: string; paging: Paging },
): Promise<Found<CallbackRow & Keyed> & { total: number }> {
  const p = f.paging
  const by = sql`c.received_at`
  const no = sql`c.callback_id`
  const from = sql`
    from provider_callback c
    where ${f.verdict === '' ? sql`true` : sql`c.verdict = ${f.verdict}`} and ${inSpan(by, f)}
      and ${searched(f.q)}`
  const read = await rows(
    db,
    sql<CallbackRow & Keyed>`
    select ${columns}, ${momentKey(by, sql`c.callback_id::text`)} ${from} and ${behindNumbered(p, by, no, true)}
    order by ${inOrderOf(p, by, no, true)} ${window(p)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const callbackRow = (db: Db, id: number) =>
  row(
    db,
    sql<CallbackRow & { body: string; signed: boolean; memberId: bigint | null }>`
    select ${columns}, c.body, c.signature <> '' as signed, d.member_id
    from provider_callback c left join order_directory d on d.order_no = c.deposit_no and d.kind = 'deposit' where c.callback_id = ${id}`,
  )
