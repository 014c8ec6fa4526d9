import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { SealedFile } from '../../../kernel/files/sealedFile.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'

export type Picture = SealedFile & { pictureId: bigint; ticketNo: string; memberId: bigint }

export const insertPicture = async (
  tx: Tx,
  p: SealedFile & { ticketId: bigint; lineId: bigint; memberId: bigint; bytes: number; at: Date },
): Promise<bigint> =>
  (
    await theRow(
      tx,
      sql<{ pictureId: bigint }>`
      insert into ticket_picture (ticket_id, line_id, member_id, bytes, content, key_sealed, uploaded_at)
      values (${p.ticketId}, ${p.lineId}, ${p.memberId}, ${p.bytes}, ${p.content}, ${p.keySealed}, ${p.at}) returning picture_id`,
    )
  ).pictureId

export const countPictures = async (db: Db, ticketId: bigint): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        count: number
      }>`select count(*)::int as count from ticket_picture where ticket_id = ${ticketId}`,
    )
  ).count

/** With its content, for the member and for operators who may look. */
export const sealedPicture = (db: Db, pictureId: bigint) =>
  row(
    db,
    sql<Picture>`
    select p.picture_id, t.ticket_no, p.member_id, p.content, p.key_sealed from ticket_picture p join ticket t using (ticket_id)
    where p.picture_id = ${pictureId}`,
  )

type Row = Sealed & { pictureId: bigint }

/** The keys of pictures: a rotation seals these anew, and leaves the pictures as they are. */
export const sealedPictureKeys = (keys: SealingKeys): SealedColumn<Row> => ({
  name: 'keys of pictures of conversations',
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from ticket_picture where substr(key_sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, picture_id, key_sealed as sealed from ticket_picture
      where substr(key_sealed, 1, 8) <> ${keyId} and picture_id > ${after?.pictureId ?? 0n}
      order by picture_id limit ${size}`,
    ),
  replace: async (db, { pictureId, sealed }, fresh) => {
    await run(
      db,
      sql`update ticket_picture set key_sealed = ${fresh} where picture_id = ${pictureId} and key_sealed = ${sealed}`,
    )
  },
})
