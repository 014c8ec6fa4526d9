import type { DocumentKind, DocumentType } from '@tianping/contract/verification/facts'
import { verificationState } from '@tianping/contract/verification/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import type { SealedFile } from '../../../kernel/files/sealedFile.ts'

const proven = sql.literal(verificationState.approved)
const reversed = sql.literal(verificationState.reversed)

export type Document = {
  documentId: bigint
  caseId: bigint
  memberId: bigint
  kind: DocumentKind
  type: DocumentType
  bytes: number
  uploadedAt: Date
  keepUntil: Date
}
const columns = sql`document_id, case_id, member_id, kind, type, bytes, uploaded_at, keep_until`

export const documentsOf = (db: Db, caseId: bigint) =>
  rows(
    db,
    sql<Document>`select ${columns} from verification_document where case_id = ${caseId} order by document_id limit 50`,
  )

export const insertDocument = (
  tx: Tx,
  d: Pick<Document, 'caseId' | 'memberId' | 'kind' | 'type' | 'bytes'> &
    SealedFile & { years: number },
) =>
  theRow(
    tx,
    sql<{ documentId: bigint }>`
    insert into verification_document (case_id, member_id, kind, type, bytes, content, key_sealed, keep_until)
    values (${d.caseId}, ${d.memberId}, ${d.kind}, ${d.type}, ${d.bytes}, ${d.content}, ${d.keySealed}, now() + make_interval(years => ${d.years}))
    returning document_id`,
  )

/** What was handed in stays, also when more was asked for. */
const notHandedIn = sql`uploaded_at > coalesce((select submitted_at from verification_case v where v.case_id = d.case_id), '-infinity')`

export const dropKind = (tx: Tx, caseId: bigint, kind: DocumentKind) =>
  run(
    tx,
    sql`delete from verification_document d where case_id = ${caseId} and kind = ${kind} and ${notHandedIn}`,
  )

export const dropDocument = async (tx: Tx, caseId: bigint, documentId: bigint): Promise<boolean> =>
  (await run(
    tx,
    sql`delete from verification_document d where case_id = ${caseId} and document_id = ${documentId} and ${notHandedIn}`,
  )) === 1

/** With its content, for whoever may look at the case. */
export const sealedDocument = (db: Db, documentId: bigint) =>
  row(
    db,
    sql<
      Document & SealedFile
    >`select ${columns}, content, key_sealed from verification_document where document_id = ${documentId}`,
  )

/**
 * Whether nothing asks for a document any more. What proved who a member is stays until so many
 * years after the account was closed; what never proved anything does not.
 */
const unneeded = (years: number) => sql`
  not legally_held(d.member_id) and (
    (select v.state from verification_case v where v.case_id = d.case_id) not in (${proven}, ${reversed})
    or exists (select from member m where m.member_id = d.member_id and m.closed_at <= now() - make_interval(years => ${years})))`

/** Deletes documents whose time has come; answers how many of which case. */
export const dropExpired = (tx: Tx, size: number, years: number) =>
  rows(
    tx,
    sql<{ caseId: bigint; documents: number }>`
    with gone as (
      delete from verification_document where document_id in (
        select d.document_id from verification_document d where d.keep_until <= now() and ${unneeded(years)}
        order by d.keep_until limit ${size} for update of d skip locked)
      returning case_id)
    select case_id, count(*)::int as documents from gone group by case_id order by case_id`,
  )
