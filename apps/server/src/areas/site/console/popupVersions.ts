// The popup of home is a part of the site's setting; its history is those versions of the setting
// in which the popup changed, and drafts that nobody has saved.
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { appSchema, type AppSetting } from '../../../kernel/appSetting.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { keepDraft } from '../../../kernel/operator/contentVersion.ts'
import { keyedPage, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import type { Proposal } from '../../../kernel/operator/proposal.sql.ts'
import { lockVersion, type By, type Kept } from '../../../kernel/operator/settingForm.ts'
import { holdPictures } from '../../media/media.ts'
import { newestPopup, popupRows, type PopupVersion } from '../store/popup.sql.ts'

/** There is one popup. */
const POPUP = 1

const rowOf = ({ versionId, how, fields, changedBy, proposedBy, changedAt }: PopupVersion) => ({
  version_id: Number(versionId),
  id: POPUP,
  how,
  fields,
  // Of what took two persons, the setting has the second one.
  changed_by: proposedBy || changedBy,
  approved_by: proposedBy ? changedBy : '',
  changed_at: beijing(changedAt),
})

/** A page of the popup's versions as a list answers it. */
export async function popupPage(db: Db, body: Parameters<typeof pagingOf>[0]) {
  const paging = pagingOf(body, [], true)
  const found = await popupRows(db, paging)
  return keyedPage(paging, found, found.rows.map(rowOf))
}

/** The part of the site's setting that its history and its drafts have. */
const popupFields = (app: AppSetting) => ({
  index_modal: app.index_modal,
  webcontent: app.webcontent,
  modal_from: app.modal_from,
  modal_until: app.modal_until,
  modal_segment: app.modal_segment,
})

const samePopup = (one: unknown, other: unknown) =>
  JSON.stringify(popupFields(appSchema.parse(one))) ===
  JSON.stringify(popupFields(appSchema.parse(other)))

/**
 * Who wrote the draft of the popup that waits; empty for none. Somebody has saved it where a later
 * proposal changes the popup.
 */
export async function popupDraftBy(
  db: Db,
  value: unknown,
  proposal: Pick<Proposal, 'value' | 'proposedAt'> | undefined,
): Promise<string> {
  const newest = await newestPopup(db)
  if (newest?.how !== 'draft') return ''
  const isTaken = proposal !== undefined && proposal.proposedAt > newest.changedAt
  return isTaken && !samePopup(proposal.value, value) ? '' : newest.changedBy
}

/** Keeps a change of the popup for a colleague; the other fields of the form stay out of it. */
export async function keepPopupDraft(
  tx: Tx,
  app: Kept,
  { version, value, by }: { version: number; value: AppSetting; by: By },
) {
  const before = appSchema.parse(await lockVersion(tx, app, version))
  const after = popupFields(value)
  if (samePopup(value, before)) throw new Refusal(say('content.draft_without_popup'))
  await holdPictures(tx, { webcontent: after.webcontent }, before.webcontent)
  return keepDraft(tx, { kind: 'popup', id: POPUP, before: undefined, after, by })
}
