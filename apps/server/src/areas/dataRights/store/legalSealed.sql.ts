import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'

/** The records of erased members. Only the database's owner reads them. */
export const sealedLegal = (keys: SealingKeys): SealedColumn => ({
  name: 'legal records',
  keys,
  countOthers: async (owner, keyId) =>
    (
      await theRow(
        owner,
        sql<{ count: number }>`
        select count(*)::int as count from legal_record where substr(sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (owner, keyId, after, size) =>
    rows(
      owner,
      sql<Sealed>`
      select member_id as owner_id, sealed from legal_record
      where substr(sealed, 1, 8) <> ${keyId} and member_id > ${after?.ownerId ?? 0n} order by member_id limit ${size}`,
    ),
  replace: async (owner, { ownerId, sealed }, fresh) => {
    await run(
      owner,
      sql`update legal_record set sealed = ${fresh} where member_id = ${ownerId} and sealed = ${sealed}`,
    )
  },
})

export const legalRecordOf = (owner: Db, memberId: bigint) =>
  row(
    owner,
    sql<{ sealed: Buffer; keptUntil: Date }>`
    select sealed, kept_until from legal_record where member_id = ${memberId}`,
  )
