import { row, rows, sql, transaction, type Db } from '@tianping/database'
import { insertTag, putTag } from './store/tags.sql.ts'
import { setWatch } from './store/watch.sql.ts'

type Marked = { watched: string; tagged: readonly string[]; now: Date }

const membersOf = async (db: Db, names: readonly string[]): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
      select member_id from member_directory where kind = 'name' and handle = any(${names}::text[]) order by member_id`,
    )
  ).map(({ memberId }) => memberId)

/** A tag on some members, and a watch on one of them. */
export async function seedMarks(owner: Db, { watched, tagged, now }: Marked): Promise<void> {
  if (await row(owner, sql`select 1 as one from tag limit 1`)) return
  await transaction(owner, async tx => {
    const by = { by: 'risk', at: now }
    const memberIds = await membersOf(tx, tagged)
    const made = await insertTag(tx, { name: '回访中', note: '客服一周内回访', ...by })
    if (made) await putTag(tx, { tagId: made.tagId, memberIds, ...by })
    for (const memberId of await membersOf(tx, [watched]))
      await setWatch(tx, { memberId, reason: '近期取款频繁，逐笔核对', until: null, ...by })
  })
}
