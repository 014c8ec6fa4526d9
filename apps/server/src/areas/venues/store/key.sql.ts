import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'

export type KeyRow = { keyNo: bigint; platname: string; sealed: Buffer; mark: string }

export const insertKey = (tx: Db, k: KeyRow & { by: string; at: Date }) =>
  run(
    tx,
    sql`
    insert into venue_key (key_no, platname, sealed, mark, brought_by, brought_at)
    values (${k.keyNo}, ${k.platname}, ${k.sealed}, ${k.mark}, ${k.by}, ${k.at})`,
  )

export const keyRows = (db: Db, keyNos: bigint[]) =>
  rows(
    db,
    sql<KeyRow>`select key_no, platname, sealed, mark from venue_key where key_no = any(${keyNos}::bigint[])`,
  )

export const keyBelongs = async (db: Db, platname: string, keyNo: bigint): Promise<boolean> =>
  (await row(
    db,
    sql<{
      keyNo: bigint
    }>`select key_no from venue_key where key_no = ${keyNo} and platname = ${platname}`,
  )) !== undefined

/** Keys of a venue that are neither in use nor waiting to be. */
export const dropKeys = (tx: Db, platname: string, except: bigint[]) =>
  run(
    tx,
    sql`delete from venue_key where platname = ${platname} and key_no <> all(${except}::bigint[])`,
  )

export const sealedVenueKeys = (keys: SealingKeys): SealedColumn => ({
  name: 'keys of venues',
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from venue_key where substr(sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Sealed>`
      select key_no as owner_id, sealed from venue_key
      where substr(sealed, 1, 8) <> ${keyId} and key_no > ${after?.ownerId ?? 0n} order by key_no limit ${size}`,
    ),
  replace: async (db, { ownerId, sealed }, fresh) => {
    await run(
      db,
      sql`update venue_key set sealed = ${fresh} where key_no = ${ownerId} and sealed = ${sealed}`,
    )
  },
})
