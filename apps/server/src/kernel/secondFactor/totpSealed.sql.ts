import { rows, run, sql, theRow } from '@tianping/database'
import type { SealingKeys } from '../cardNumber.ts'
import type { Sealed, SealedColumn } from '../reseal.ts'
import { tables, type Owner } from './factor.sql.ts'

/** The secrets of authenticators of operators or of members. */
export const sealedTotp = (kind: Owner['kind'], keys: SealingKeys): SealedColumn => {
  const { totp, id } = tables[kind]
  return {
    name: `${kind}s' authenticators`,
    keys,
    countOthers: async (db, keyId) =>
      (
        await theRow(
          db,
          sql<{ count: number }>`
          select count(*)::int as count from ${totp} where substr(secret_sealed, 1, 8) <> ${keyId}`,
        )
      ).count,
    others: (db, keyId, after, size) =>
      rows(
        db,
        sql<Sealed>`
        select ${id} as owner_id, secret_sealed as sealed from ${totp}
        where substr(secret_sealed, 1, 8) <> ${keyId} and ${id} > ${after?.ownerId ?? 0n}
        order by ${id} limit ${size}`,
      ),
    replace: async (db, { ownerId, sealed }, fresh) => {
      await run(
        db,
        sql`update ${totp} set secret_sealed = ${fresh} where ${id} = ${ownerId} and secret_sealed = ${sealed}`,
      )
    },
  }
}
