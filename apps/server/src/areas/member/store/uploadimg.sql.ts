import { row, run, sql, transaction, type Db } from '@tianping/database'

/** The member's picture from now on; the one before is gone. */
export const keepAvatar = (
  db: Db,
  a: { memberId: bigint; name: string; webp: Buffer; at: Date; url: string },
) =>
  transaction(db, async tx => {
    await run(
      tx,
      sql`
      insert into member_avatar (member_id, name, webp, uploaded_at) values (${a.memberId}, ${a.name}, ${a.webp}, ${a.at})
      on conflict (member_id) do update set name = excluded.name, webp = excluded.webp, uploaded_at = excluded.uploaded_at`,
    )
    await run(tx, sql`update member set avatar = ${a.url} where member_id = ${a.memberId}`)
  })

export const avatarNamed = async (db: Db, name: string): Promise<Buffer | undefined> =>
  (await row(db, sql<{ webp: Buffer }>`select webp from member_avatar where name = ${name}`))?.webp
