// Registers of protection: who is stopped, and which limits count.
import type { BlockFilter } from '@tianping/contract/compliance/facts'
import type { BlockKind, LimitKind } from '@tianping/contract/protection/facts'
import { rows, sql, type Db, type Sql } from '@tianping/database'
import { inSpan, ofMember, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import { byMoment, keyedRows, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'

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

export function blockRows(
  db: Db,
  f: Narrowed & { state: BlockFilter; kind: string; q: string; now: Date; paging: Paging },
) {
  const no = sql`(b.member_id || '/' || b.block_id)`
  const { key, page, order } = byMoment(f.paging, sql`b.set_at`, no, true)
  const inForce = sql`
    exists (select from blocks_at(${f.now}) n where n.member_id = b.member_id and n.block_id = b.block_id)`
  const states: Record<BlockFilter, Sql> = {
    now: inForce,
    over: sql`not ${inForce}`,
    '': sql`true`,
  }
  const from = sql`
    from member_block b where ${states[f.state]} and (${f.kind} = '' or b.kind = ${f.kind})
      and ${ofMember(f.q, sql`b.member_id`)} and ${inSpan(sql`b.set_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<BlockRow & Keyed>`
    select b.member_id, m.name as username, b.kind, b.term, b.set_at, b.until, ${inForce} as in_force, b.return_asked_at, b.return_at,
      b.set_by, b.reason, b.sort_value, b.sort_no
    from (select b.*, ${key} ${from} and ${page}) b join member m using (member_id)
    order by ${order}`,
    from,
  )
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

export function limitRows(
  db: Db,
  f: Narrowed & { kind: string; source: string; q: string; paging: Paging },
) {
  const no = sql`(l.member_id || '/' || l.kind || '/' || l.source)`
  const { key, page, order } = byMoment(f.paging, sql`l.set_at`, no, true)
  const from = sql`
    from member_limit l where (l.amount is not null or l.next_from is not null)
      and (${f.kind} = '' or l.kind = ${f.kind}) and (${f.source} = '' or l.source = ${f.source})
      and ${ofMember(f.q, sql`l.member_id`)} and ${inSpan(sql`l.set_at`, f)}`
  return keyedRows(
    db,
    f.paging,
    sql<LimitRow & Keyed>`
    select l.member_id, m.name as username, l.kind, l.source, l.amount, l.next_amount, l.next_from, l.set_at, l.set_by,
      l.sort_value, l.sort_no
    from (select l.*, ${key} ${from} and ${page}) l join member m using (member_id)
    order by ${order}`,
    from,
  )
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
