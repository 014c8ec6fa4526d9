import { rows, sql, type Db } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  byId,
  foundOf,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

export type PopupVersion = {
  version: number
  fields: Record<string, string | number>
  changedBy: string
  proposedBy: string
  changedAt: Date
}

/** Versions of the site's setting in which the popup changed, the newest first. */
export async function popupRows(db: Db, p: Paging) {
  const { behind, order, key } = byId(p, sql`version`, true)
  const from = sql`
    from (select *, lag(fields) over (order by version) as before from (
      select s.version, s.changed_by, s.changed_at, coalesce(n.proposed_by, '') as proposed_by,
        jsonb_build_object('index_modal', coalesce((s.value->>'index_modal')::int, 0), 'webcontent', coalesce(s.value->>'webcontent', ''),
          'modal_from', coalesce(s.value->>'modal_from', ''), 'modal_until', coalesce(s.value->>'modal_until', ''),
          'modal_segment', coalesce(s.value->>'modal_segment', '')) as fields
      from site_setting s left join setting_note n using (key, version) where s.key = 'app') app) popup
    where fields is distinct from before`
  const read = await rows(
    db,
    sql<PopupVersion & Keyed>`
    select version, fields, changed_by, proposed_by, changed_at, ${key} ${from} and ${behind} order by ${order} ${window(p)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}
