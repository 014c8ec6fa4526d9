import { rows, run, sql, theRow, type Db } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'
import { digestsOf, statedIn } from '../sealing.ts'

type CaseRow = Sealed & { caseId: bigint }

/** What members stated; the digests of numbers go by the same key and change with them. */
export const sealedStatements = (keys: SealingKeys): SealedColumn<CaseRow> => ({
  name: 'statements of verifications',
  keys,
  countOthers: (db, keyId) =>
    countOf(
      db,
      sql`verification_case where stated_sealed is not null and substr(stated_sealed, 1, 8) <> ${keyId}`,
    ),
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<CaseRow>`
      select member_id as owner_id, case_id, coalesce(stated_sealed, '') as sealed from verification_case
      where stated_sealed is not null and substr(stated_sealed, 1, 8) <> ${keyId} and case_id > ${after?.caseId ?? 0n}
      order by case_id limit ${size}`,
    ),
  replace: async (db, { caseId, ownerId, sealed }, fresh, plain) => {
    const { number } = statedIn(plain)
    const digests: Buffer[] = number === '' ? [] : digestsOf(keys, number)
    const digest = digests[0] ?? null
    await run(
      db,
      sql`update verification_case set stated_sealed = ${fresh}, number_digest = ${digest} where case_id = ${caseId} and stated_sealed = ${sealed}`,
    )
    if (digest)
      await run(
        db,
        sql`update member_tier set number_digest = ${digest} where member_id = ${ownerId} and number_digest = any(${digests}::bytea[])`,
      )
  },
})

type DocumentRow = Sealed & { documentId: bigint }

/** The keys of documents: a rotation seals these anew, and leaves the documents as they are. */
export const sealedDocumentKeys = (keys: SealingKeys): SealedColumn<DocumentRow> => ({
  name: 'keys of documents',
  keys,
  countOthers: (db, keyId) =>
    countOf(db, sql`verification_document where substr(key_sealed, 1, 8) <> ${keyId}`),
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<DocumentRow>`
      select member_id as owner_id, document_id, key_sealed as sealed from verification_document
      where substr(key_sealed, 1, 8) <> ${keyId} and document_id > ${after?.documentId ?? 0n}
      order by document_id limit ${size}`,
    ),
  replace: async (db, { documentId, sealed }, fresh) => {
    await run(
      db,
      sql`update verification_document set key_sealed = ${fresh} where document_id = ${documentId} and key_sealed = ${sealed}`,
    )
  },
})

const countOf = async (db: Db, from: ReturnType<typeof sql>): Promise<number> =>
  (await theRow(db, sql<{ count: number }>`select count(*)::int as count from ${from}`)).count
