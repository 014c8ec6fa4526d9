import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'
import { inSpan, ofMember, totalOf, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
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

export type Watch = {
  memberId: bigint
  username: string
  vip: number
  reason: string
  setBy: string
  setAt: Date
  /** The last Beijing day. */
  until: string | null
}
export type WatchFilter = Narrowed & { q: string; paging: Paging }

const columns = sql`w.member_id, m.name as username, m.vip, w.reason, w.set_by, w.set_at, w.until`
const watches = sql`from member_watch w join member m using (member_id)`

const by = sql`w.set_at`
const no = sql`w.member_id`

export async function watchRows(
  db: Db,
  f: WatchFilter,
): Promise<Found<Watch & Keyed> & { total: number }> {
  const p = f.paging
  const from = sql`${watches} where ${ofMember(f.q, sql`w.member_id`)} and ${inSpan(sql`w.set_at`, f)}`
  const read = await rows(
    db,
    sql<Watch & Keyed>`
    select ${columns}, ${momentKey(by, sql`w.member_id::text`)} ${from} and ${behindNumbered(p, by, no, true)}
    order by ${inOrderOf(p, by, no, true)} ${window(p)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const watchOf = (db: Db, memberId: bigint) =>
  row(db, sql<Watch>`select ${columns} ${watches} where w.member_id = ${memberId}`)

/** Whether a member is watched on a Beijing day. */
export const isWatched = async (db: Db, memberId: bigint, day: string): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from member_watch where member_id = ${memberId} and (until is null or until >= ${day}::date)`,
  )) !== undefined

export const setWatch = (
  tx: Tx,
  w: { memberId: bigint; reason: string; by: string; at: Date; until: string | null },
) =>
  run(
    tx,
    sql`
    insert into member_watch (member_id, reason, set_by, set_at, until) values (${w.memberId}, ${w.reason}, ${w.by}, ${w.at}, ${w.until}::date)
    on conflict (member_id) do update set reason = excluded.reason, set_by = excluded.set_by, set_at = excluded.set_at, until = excluded.until`,
  )

export const endWatch = (tx: Tx, memberId: bigint) =>
  row(
    tx,
    sql<{
      reason: string
    }>`delete from member_watch where member_id = ${memberId} returning reason`,
  )
