import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'

export type KeyRow = { keyNo: bigint; code: string; sealed: Buffer; mark: string }

export const insertKey = (tx: Db, k: KeyRow & { by: string; at: Date }) =>
  run(
    tx,
    sql`
    insert into payment_provider_key (key_no, code, sealed, mark, brought_by, brought_at)
    values (${k.keyNo}, ${k.code}, ${k.sealed}, ${k.mark}, ${k.by}, ${k.at})`,
  )

export const keyRows = (db: Db, keyNos: bigint[]) =>
  rows(
    db,
    sql<KeyRow>`select key_no, code, sealed, mark from payment_provider_key where key_no = any(${keyNos}::bigint[])`,
  )

export const keyBelongs = async (db: Db, code: string, keyNo: bigint): Promise<boolean> =>
  (await row(
    db,
    sql<{
      keyNo: bigint
    }>`select key_no from payment_provider_key where key_no = ${keyNo} and code = ${code}`,
  )) !== undefined

/** Keys of a provider that are neither in use nor waiting to be. */
export const dropKeys = (tx: Db, code: string, except: bigint[]) =>
  run(
    tx,
    sql`delete from payment_provider_key where code = ${code} and key_no <> all(${except}::bigint[])`,
  )

export const sealedProviderKeys = (keys: SealingKeys): SealedColumn => ({
  name: 'keys of payment providers',
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from payment_provider_key where substr(sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Sealed>`
      select key_no as owner_id, sealed from payment_provider_key
      where substr(sealed, 1, 8) <> ${keyId} and key_no > ${after?.ownerId ?? 0n} order by key_no limit ${size}`,
    ),
  replace: async (db, { ownerId, sealed }, fresh) => {
    await run(
      db,
      sql`update payment_provider_key set sealed = ${fresh} where key_no = ${ownerId} and sealed = ${sealed}`,
    )
  },
})
