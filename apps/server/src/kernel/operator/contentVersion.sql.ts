import type { ContentHow, ContentKind } from '@tianping/contract/site/facts'
import { row, rows, run, sql, type Db, type Sql } from '@tianping/database'
import { totalOf } from './listed.sql.ts'
import { byId, foundOf, window, type Keyed, type Paging } from './pages.sql.ts'

export type Fields = Record<string, string | number>
export type NewVersion = {
  kind: ContentKind
  itemId: number
  how: ContentHow
  fields: Fields
  changedBy: string
  approvedBy: string
  changedAt: Date
}
export type Version = NewVersion & { versionId: bigint }

export const hasVersions = async (db: Db, kind: ContentKind, itemId: number): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from content_version where kind = ${kind} and item_id = ${itemId} limit 1`,
  )) !== undefined

/** Who wrote the newest version of an item, where that is a draft; empty otherwise. */
export const draftBy = (kind: ContentKind, itemId: Sql) => sql`
  coalesce((select case v.how when 'draft' then v.changed_by end from content_version v
    where v.kind = ${kind} and v.item_id = ${itemId} order by v.version_id desc limit 1), '') as draft_by`

export const insertVersion = (tx: Db, v: NewVersion) =>
  run(
    tx,
    sql`insert into content_version (kind, item_id, how, fields, changed_by, approved_by, changed_at)
    values (${v.kind}, ${v.itemId}, ${v.how}, ${JSON.stringify(v.fields)}::jsonb, ${v.changedBy}, ${v.approvedBy}, ${v.changedAt})`,
  )

/** Versions of one item, the newest first; of the item 0 the removed ones of its kind. */
export async function versionRows(
  db: Db,
  f: { kind: ContentKind; itemId: number; paging: Paging },
) {
  const p = f.paging
  const { behind, order, key } = byId(p, sql`version_id`, true)
  const which = f.itemId === 0 ? sql`how = 'remove'` : sql`item_id = ${f.itemId}`
  const from = sql`from content_version where kind = ${f.kind} and ${which}`
  const read = await rows(
    db,
    sql<Version & Keyed>`
    select version_id, kind, item_id, how, fields, changed_by, approved_by, changed_at, ${key}
    ${from} and ${behind} order by ${order} ${window(p)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}
