// The popup of home is a part of the site's setting; its history is those versions of the setting
// in which the popup changed.
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { popupRows, type PopupVersion } from '../store/popup.sql.ts'

/** There is one popup. */
const POPUP = 1

const rowOf = ({ version, fields, changedBy, proposedBy, changedAt }: PopupVersion) => ({
  version_id: version,
  id: POPUP,
  how: 'save' as const,
  fields,
  // Of what took two persons, the setting has the second one.
  changed_by: proposedBy || changedBy,
  approved_by: proposedBy ? changedBy : '',
  changed_at: beijing(changedAt),
})

/** A page of the popup's versions as a list answers it. */
export async function popupPage(db: Db, body: Parameters<typeof pagingOf>[0]) {
  const paging = pagingOf(body, ownIds, true)
  const found = await popupRows(db, paging)
  return keyedPage(paging, found, found.rows.map(rowOf))
}
