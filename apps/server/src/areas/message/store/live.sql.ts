import type { MessageKind } from '@tianping/contract/message/facts'
import { rows, sql, theRow, type Db } from '@tianping/database'
import { isShown } from './message.sql.ts'

export type Letter = {
  memberId: bigint
  messageId: bigint
  title: string
  content: string
  createdAt: Date
  kind: MessageKind
  link: string | null
}

/** Of one member, the newest; what a stream missed beyond stands in the inbox. */
const MOST_LETTERS = 20

type How = { now: Date; unasked: boolean }

/**
 * The messages of members above a number of their own, the oldest first. Offers to everybody come
 * under the conditions of the inbox.
 */
export const lettersAfter = (
  db: Db,
  asked: { memberIds: bigint[]; after: bigint[]; since: Date } & How,
) =>
  rows(
    db,
    sql<Letter>`/* prepared */
    select asked.member_id, l.message_id, l.title, l.content, l.created_at, l.kind, l.link
    from unnest(${asked.memberIds}::bigint[], ${asked.after}::bigint[]) asked (member_id, after)
    join member m on m.member_id = asked.member_id
    cross join lateral (
      (select message_id, title, content, created_at, kind, link from message
       where member_id = asked.member_id and message_id > asked.after and created_at > ${asked.since}
       order by message_id desc limit ${MOST_LETTERS})
      union all
      (select b.message_id, b.title, b.content, b.created_at, case when b.offer then 'offer' else 'site' end, null
       from broadcast b
       where b.message_id > asked.after and b.created_at > ${asked.since} and b.created_at >= m.created_at and ${isShown(asked)}
       order by b.message_id desc limit ${MOST_LETTERS})
    ) l order by l.message_id`,
  )

/** How many messages each of these members has not opened. */
export async function unreadAmong(
  db: Db,
  memberIds: bigint[],
  how: How,
): Promise<Map<bigint, number>> {
  const found = await rows(
    db,
    sql<{ memberId: bigint; unread: number }>`/* prepared */
    select m.member_id,
      ((select count(*) from message own where own.member_id = m.member_id and own.read_at is null)
        + (select count(*) from broadcast b where b.created_at >= m.created_at and ${isShown(how)}
           and not exists (select from broadcast_read r where r.member_id = m.member_id and r.message_id = b.message_id)))::int as unread
    from member m where m.member_id = any(${memberIds}::bigint[])`,
  )
  return new Map(found.map(({ memberId, unread }) => [memberId, unread]))
}

/** The number of the newest message that a member may see; 0 for none. */
export const newestMessage = async (db: Db, memberId: bigint): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ newest: bigint }>`/* prepared */
      select greatest(0, (select max(message_id) from message where member_id = ${memberId}), (select max(message_id) from broadcast)) as newest`,
    )
  ).newest
