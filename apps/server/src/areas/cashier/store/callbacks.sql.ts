import { row, rows, sql, type Db } from '@tianping/database'
import { onDay, totalOf } from '../../../kernel/operator/listed.sql.ts'

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
  f: { verdict: string; day: string; q: string; limit: number; offset: number },
) {
  const from = sql`
    from provider_callback c
    where ${f.verdict === '' ? sql`true` : sql`c.verdict = ${f.verdict}`} and ${onDay(sql`c.received_at`, f.day)}
      and ${searched(f.q)}`
  const found = await rows(
    db,
    sql<CallbackRow>`select ${columns} ${from} order by c.received_at desc, c.callback_id desc limit ${f.limit} offset ${f.offset}`,
  )
  return { rows: found, total: await totalOf(db, from) }
}

export const callbackRow = (db: Db, id: number) =>
  row(
    db,
    sql<CallbackRow & { body: string; signed: boolean; memberId: bigint | null }>`
    select ${columns}, c.body, c.signature <> '' as signed, d.member_id
    from provider_callback c left join order_directory d on d.order_no = c.deposit_no and d.kind = 'deposit' where c.callback_id = ${id}`,
  )
