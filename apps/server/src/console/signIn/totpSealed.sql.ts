import { rows, run, sql, theRow } from '@tianping/database'
import type { SealingKeys } from '../../kernel/cardNumber.ts'
import type { Sealed, SealedColumn } from '../../kernel/reseal.ts'

/** The secrets of operators' authenticators. */
export const sealedTotp = (keys: SealingKeys): SealedColumn => ({
  name: "operators' authenticators",
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from operator_totp where substr(secret_sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Sealed>`
      select operator_id as owner_id, secret_sealed as sealed from operator_totp
      where substr(secret_sealed, 1, 8) <> ${keyId} and operator_id > ${after?.ownerId ?? 0n}
      order by operator_id limit ${size}`,
    ),
  replace: async (db, { ownerId, sealed }, fresh) => {
    await run(
      db,
      sql`update operator_totp set secret_sealed = ${fresh} where operator_id = ${ownerId} and secret_sealed = ${sealed}`,
    )
  },
})
