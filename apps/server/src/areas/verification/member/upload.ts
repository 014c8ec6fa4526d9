import { say } from '@tianping/contract/refusals'
import {
  documentsFor,
  manyOf,
  MAX_DOCUMENTS,
  verificationState,
  type DocumentKind,
} from '@tianping/contract/verification/facts'
import { transaction, type Tx } from '@tianping/database'
import { documentTypeOf, keepable } from '../../../kernel/files/document.ts'
import { sealFile } from '../../../kernel/files/sealedFile.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt } from '../../../kernel/http/throttle.ts'
import { triesLeft } from '../cases.ts'
import { verificationSetting, type VerificationSetting } from '../setting.ts'
import { caseOf, insertCase, openCase, type Case } from '../store/case.sql.ts'
import { documentsOf, dropDocument, dropKind, insertDocument } from '../store/document.sql.ts'
import { lockStanding, renewalOf } from '../store/tier.sql.ts'
import { nextOf } from '../tier.ts'
import { present } from '../../../kernel/present.ts'

const unreadable = () => new Refusal(say('verification.file_unreadable'), { field: 'file' })
const uploadsByMember = { attempts: 40, windowMs: 3_600_000 }

/**
 * The case that the member adds to, begun by its first document. The server chooses the tier: what
 * a member sends never does.
 */
async function collectingCase(
  tx: Tx,
  memberId: bigint,
  { renewDays }: VerificationSetting,
): Promise<Case> {
  const standing = await lockStanding(tx, memberId)
  const open = await openCase(tx, memberId)
  if (open?.state === verificationState.waiting) throw new Refusal(say('verification.in_review'))
  if (open) return open
  const next = nextOf(standing, await renewalOf(tx, memberId, renewDays))
  if (!next) throw new Refusal(say('verification.nothing_due'))
  if ((await triesLeft(tx, memberId)) === 0) throw new Refusal(say('verification.tries_over'))
  const { caseId } = await insertCase(tx, { memberId, ...next })
  return present(await caseOf(tx, caseId), 'case just begun')
}

function refuseUnneeded(found: Case, kind: DocumentKind) {
  const needed = [...documentsFor(found, 'id_card'), ...documentsFor(found, 'passport')]
  if (!needed.includes(kind))
    throw new Refusal(say('verification.kind_unneeded'), { field: 'kind' })
}

/** One document, kept sealed until its day. */
export const upload: Handler<'POST /api/verification/upload'> = async ({
  db,
  clock,
  settings,
  member: { memberId },
  body: { kind },
  file,
}) => {
  if (!file || file.bytes.length === 0)
    throw new Refusal(say('verification.file_missing'), { field: 'file' })
  const type = documentTypeOf(file.bytes)
  if (!type) throw new Refusal(say('verification.file_format'), { field: 'file' })
  await attempt(db, `verification:${memberId}`, uploadsByMember, clock.now())
  const setting = await verificationSetting(db)
  // Refused before anything is decoded, and again below, where it counts.
  await transaction(db, async tx => {
    refuseUnneeded(await collectingCase(tx, memberId, setting), kind)
  })
  const plain = await keepable(file.bytes, type, unreadable)
  const sealed = sealFile(settings.documentKey, memberId, plain)
  const { documentId } = await transaction(db, async tx => {
    const found = await collectingCase(tx, memberId, setting)
    refuseUnneeded(found, kind)
    if (!manyOf.includes(kind)) await dropKind(tx, found.caseId, kind)
    if ((await documentsOf(tx, found.caseId)).length >= MAX_DOCUMENTS)
      throw new Refusal(say('verification.files_many', { max: MAX_DOCUMENTS }))
    return insertDocument(tx, {
      caseId: found.caseId,
      memberId,
      kind,
      type,
      bytes: plain.length,
      years: setting.keepYears,
      ...sealed,
    })
  })
  return { message: '上传成功', data: { id: Number(documentId) } }
}

/** Takes one back that was not handed in; of another member's nothing can be said. */
export const remove: Handler<'POST /api/verification/remove'> = async ({
  db,
  member: { memberId },
  body,
}) => {
  await transaction(db, async tx => {
    await lockStanding(tx, memberId)
    const open = await openCase(tx, memberId)
    if (open?.state === verificationState.waiting) throw new Refusal(say('verification.in_review'))
    if (!open || !(await dropDocument(tx, open.caseId, BigInt(body.id))))
      throw new Refusal(say('verification.file_gone'))
  })
  return { message: '已删除', data: null }
}
