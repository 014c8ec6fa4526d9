// Registers of protection: who is stopped, and which limits count.
import type { BlockFilter } from '@tianping/contract/compliance/facts'
import type { BlockKind, LimitKind } from '@tianping/contract/protection/facts'
import { rows, sql, type Db, type Sql } from '@tianping/database'
import { ofMember, totalOf } from '../../../kernel/operator/listed.sql.ts'

type Page = { limit: number; offset: number }
/** Two Beijing days between which a column lies, both included; an empty one narrows nothing. */
const between = (column: Sql, { from, to }: { from: string; to: string }): Sql => sql`
  (${from} = '' or ${column} >= ${from === '' ? null : `${from} 00:00:00+08`}::timestamptz)
  and (${to} = '' or ${column} < ${to === '' ? null : `${to} 00:00:00+08`}::timestamptz + interval '1 day')`

export type BlockRow = {
  memberId: bigint
  username: string
  kind: BlockKind
  term: string
  setAt: Date
  until: Date | null
  inForce: boolean
  returnAskedAt: Date | null
  returnAt: Date | null
  setBy: string
  reason: string
}

export async function blockRows(
  db: Db,
  f: { state: BlockFilter; kind: string; q: string; from: string; to: string; now: Date } & Page,
) {
  const inForce = sql`
    exists (select from blocks_at(${f.now}) n where n.member_id = b.member_id and n.block_id = b.block_id)`
  const states: Record<BlockFilter, Sql> = {
    now: inForce,
    over: sql`not ${inForce}`,
    '': sql`true`,
  }
  const from = sql`
    from member_block b where ${states[f.state]} and (${f.kind} = '' or b.kind = ${f.kind})
      and ${ofMember(f.q, sql`b.member_id`)} and ${between(sql`b.set_at`, f)}`
  const found = await rows(
    db,
    sql<BlockRow>`
    select b.member_id, m.name as username, b.kind, b.term, b.set_at, b.until, ${inForce} as in_force, b.return_asked_at, b.return_at,
      b.set_by, b.reason
    from (select * ${from} order by b.set_at desc, b.member_id, b.block_id limit ${f.limit} offset ${f.offset}) b join member m using (member_id)
    order by b.set_at desc, b.member_id, b.block_id`,
  )
  return { rows: found, total: await totalOf(db, from) }
}

export type LimitRow = {
  memberId: bigint
  username: string
  kind: LimitKind
  source: 'member' | 'operator'
  amount: bigint | null
  nextAmount: bigint | null
  nextFrom: Date | null
  setAt: Date
  setBy: string
}

export async function limitRows(
  db: Db,
  f: { kind: string; source: string; q: string; from: string; to: string } & Page,
) {
  const from = sql`
    from member_limit l where (l.amount is not null or l.next_from is not null)
      and (${f.kind} = '' or l.kind = ${f.kind}) and (${f.source} = '' or l.source = ${f.source})
      and ${ofMember(f.q, sql`l.member_id`)} and ${between(sql`l.set_at`, f)}`
  const found = await rows(
    db,
    sql<LimitRow>`
    select l.member_id, m.name as username, l.kind, l.source, l.amount, l.next_amount, l.next_from, l.set_at, l.set_by
    from (select * ${from} order by l.set_at desc, l.member_id, l.kind, l.source limit ${f.limit} offset ${f.offset}) l
      join member m using (member_id)
    order by l.set_at desc, l.member_id, l.kind, l.source`,
  )
  return { rows: found, total: await totalOf(db, from) }
}

export type LimitChange = {
  at: Date
  act: string
  kind: string
  before: bigint | null
  amount: bigint | null
  byOperator: string
}
export const limitChanges = (db: Db, memberId: bigint, limit: number) =>
  rows(
    db,
    sql<LimitChange>`
    select l.at, l.act, coalesce(l.detail ->> 'kind', '') as kind, (l.detail ->> 'before')::bigint as before,
      (l.detail ->> 'amount')::bigint as amount, l.by_operator
    from protection_log l where l.member_id = ${memberId} and l.act in ('limit', 'limit_raise', 'limit_confirmed', 'limit_raise_dropped')
    order by l.at desc, l.entry_id desc limit ${limit}`,
  )
