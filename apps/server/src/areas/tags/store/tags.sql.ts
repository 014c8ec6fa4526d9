import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { MOST_COUNTED } from '../../../kernel/operator/listed.sql.ts'

export type Tag = {
  tagId: bigint
  name: string
  note: string
  createdBy: string
  createdAt: Date
  members: number
}
export type MemberTag = { tagId: bigint; name: string; setBy: string; setAt: Date }

const inUse = sql`retired_at is null`

export const allTags = (db: Db) =>
  rows(
    db,
    sql<Tag>`
    select tag_id, name, note, created_by, created_at,
      (select count(*)::int from (select 1 from member_tag m where m.tag_id = tag.tag_id limit ${MOST_COUNTED}) counted) as members
    from tag where ${inUse} order by name, tag_id`,
  )

/** Members with a tag behind a member, in the order of their ids. */
export const membersOfTag = async (
  db: Db,
  f: { tagId: bigint; after: bigint; limit: number },
): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
      select mt.member_id from member_tag mt join tag using (tag_id)
      where mt.tag_id = ${f.tagId} and ${inUse} and mt.member_id > ${f.after} order by mt.member_id limit ${f.limit}`,
    )
  ).map(each => each.memberId)

/** The tags of a member, by name. */
export const tagsOf = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<MemberTag>`
    select tag_id, name, set_by, set_at from member_tag join tag using (tag_id)
    where member_id = ${memberId} and ${inUse} order by name`,
  )

/** Whether a tag is in use. */
export const isTag = async (db: Db, tagId: bigint): Promise<boolean> =>
  (await readTag(db, tagId)) !== undefined

export const readTag = (db: Db, tagId: bigint) =>
  row(
    db,
    sql<{ tagId: bigint; name: string }>`
    select tag_id, name from tag where tag_id = ${tagId} and ${inUse}`,
  )

export const countTags = async (db: Db): Promise<number> =>
  (await theRow(db, sql<{ count: number }>`select count(*)::int as count from tag where ${inUse}`))
    .count

/** Undefined where a tag in use has the name. */
export const insertTag = (tx: Tx, t: { name: string; note: string; by: string; at: Date }) =>
  row(
    tx,
    sql<{ tagId: bigint }>`
    insert into tag (name, note, created_by, created_at) values (${t.name}, ${t.note}, ${t.by}, ${t.at})
    on conflict (name) where retired_at is null do nothing returning tag_id`,
  )

export const retireTag = (tx: Tx, tagId: bigint, at: Date) =>
  row(
    tx,
    sql<{ name: string }>`
    update tag set retired_at = ${at} where tag_id = ${tagId} and ${inUse} returning name`,
  )

export const putTag = (
  tx: Tx,
  t: { tagId: bigint; memberIds: readonly bigint[]; by: string; at: Date },
) =>
  rows(
    tx,
    sql<{ memberId: bigint }>`
    insert into member_tag (tag_id, member_id, set_by, set_at)
    select ${t.tagId}, member_id, ${t.by}, ${t.at} from member where member_id = any(${t.memberIds}::bigint[])
    on conflict do nothing returning member_id`,
  )

export const takeTag = (tx: Tx, t: { tagId: bigint; memberIds: readonly bigint[] }) =>
  rows(
    tx,
    sql<{ memberId: bigint }>`
    delete from member_tag where tag_id = ${t.tagId} and member_id = any(${t.memberIds}::bigint[]) returning member_id`,
  )

/** One change of the tags after the other, so that their number holds. */
export const waitForTags = (tx: Tx) => run(tx, sql`select pg_advisory_xact_lock(365, 0)`)

/** How tags are called, those of no use any more included. */
export const tagNames = (db: Db, ids: bigint[]) =>
  rows(
    db,
    sql<{
      tagId: bigint
      name: string
    }>`select tag_id, name from tag where tag_id = any(${ids}::bigint[])`,
  )
