import type { ContentHow } from '@tianping/contract/site/facts'
import { row, rows, sql, type Db } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'
import { byNumbered, foundOf, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'

export type PopupVersion = {
  versionId: bigint
  how: ContentHow
  fields: Record<string, string | number>
  changedBy: string
  proposedBy: string
  changedAt: Date
}

/**
 * Versions of the site's setting in which the popup changed, and drafts of it. They are numbered
 * apart: even numbers are versions of the setting, odd ones drafts.
 */
const versions = sql`(
    select 2 * version::bigint as version_id, 'save' as how, fields, changed_by, proposed_by, changed_at
    from (select *, lag(fields) over (order by version) as before from (
      select s.version, s.changed_by, s.changed_at, coalesce(n.proposed_by, '') as proposed_by,
        jsonb_build_object('index_modal', coalesce((s.value->>'index_modal')::int, 0), 'webcontent', coalesce(s.value->>'webcontent', ''),
          'modal_from', coalesce(s.value->>'modal_from', ''), 'modal_until', coalesce(s.value->>'modal_until', ''),
          'modal_segment', coalesce(s.value->>'modal_segment', '')) as fields
      from site_setting s left join setting_note n using (key, version) where s.key = 'app') app) popup
    where fields is distinct from before
    union all
    select 2 * version_id + 1, how, fields, changed_by, approved_by, changed_at
    from content_version where kind = 'popup') v`

/** What the popup was and what was drafted for it, the newest first. */
export async function popupRows(db: Db, p: Paging) {
  const { key, page } = byNumbered(p, sql`v.changed_at`, sql`v.version_id`, true)
  const from = sql`from ${versions}`
  const read = await rows(
    db,
    sql<PopupVersion & Keyed>`
    select v.version_id, v.how, v.fields, v.changed_by, v.proposed_by, v.changed_at, ${key} ${from} where ${page}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

/** The newest of them: a draft that nobody has saved, or what the popup is. */
export const newestPopup = (db: Db) =>
  row(
    db,
    sql<Pick<PopupVersion, 'how' | 'changedBy' | 'changedAt'>>`
    select v.how, v.changed_by, v.changed_at from ${versions} order by v.changed_at desc, v.version_id desc limit 1`,
  )
