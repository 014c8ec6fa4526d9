// Versions of content, as its form has them: kept in the transaction of each change, and put back
// by saving the form again, with everything that a saving asks.
import type { ContentHow, ContentKind } from '@tianping/contract/site/facts'
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { Refusal } from '../http/refusal.ts'
import { hasVersions, insertVersion, versionRows, type Fields } from './contentVersion.sql.ts'
import { keyedPage, ownIds, pagingOf } from './pages.sql.ts'

type Change = {
  kind: ContentKind
  id: number
  how?: ContentHow
  /** What stood there; undefined for what is new. */
  before: Fields | undefined
  /** What stands there now; undefined for what was removed. */
  after: Fields | undefined
  by: { name: string; approvedBy?: string; at: Date }
}

/** Keeps a change; with the first one of an item also what stood there before. */
export async function keepVersion(tx: Tx | Db, change: Change): Promise<void> {
  const { kind, id: itemId, before, after, by } = change
  const at = { kind, itemId, changedAt: by.at }
  if (before && !(await hasVersions(tx, kind, itemId)))
    await insertVersion(tx, {
      ...at,
      how: 'before',
      fields: before,
      changedBy: '',
      approvedBy: '',
    })
  const how = change.how ?? (after ? 'save' : 'remove')
  const fields = after ?? before ?? {}
  const approvedBy = by.approvedBy ?? ''
  await insertVersion(tx, { ...at, how, fields, changedBy: by.name, approvedBy })
}

/**
 * Keeps a change that nobody publishes yet: it stands in the history, and counts once somebody
 * saves it with all that a saving asks. Refuses one of what was never saved.
 */
export async function keepDraft(tx: Tx, change: Omit<Change, 'how'>) {
  const { kind, id } = change
  if (id === 0) throw new Refusal(say('content.draft_of_nothing'))
  await keepVersion(tx, { ...change, how: 'draft' })
  return { answer: null, entry: { action: `${kind}.draft` as const, subject: `${kind}:${id}` } }
}

/** A page of versions as a list answers it. */
export async function versionsPage(
  db: Db,
  kind: ContentKind,
  body: Parameters<typeof pagingOf>[0] & { id: number },
) {
  const paging = pagingOf(body, ownIds, true)
  const found = await versionRows(db, { kind, itemId: body.id, paging })
  const rows = found.rows.map(each => ({
    version_id: Number(each.versionId),
    id: each.itemId,
    how: each.how,
    fields: each.fields,
    changed_by: each.changedBy,
    approved_by: each.approvedBy,
    changed_at: beijing(each.changedAt),
  }))
  return keyedPage(paging, found, rows)
}
