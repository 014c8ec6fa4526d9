import type { MessageAbout, MessageKind } from '@tianping/contract/message/facts'
import { rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'
import { gatheredBy } from '../../../kernel/live/gathered.ts'
import { listed, listedPage, listedTotal } from '../../../kernel/reads/history.sql.ts'
import { present } from '../../../kernel/present.ts'
import { written } from './out.sql.ts'

export type Message = {
  messageId: bigint
  title: string
  content: string
  createdAt: Date
  read: boolean
  kind: MessageKind
  link: string | null
}

export type NewMessage = {
  memberId: bigint
  title: string
  content: string
  at: Date
  about?: MessageAbout
}

export const insertMessage = (db: Db, { about, ...m }: NewMessage, mailed = false) =>
  written(
    db,
    sql`insert into message (member_id, title, content, created_at, kind, link) values (${m.memberId}, ${m.title}, ${m.content}, ${m.at}, ${about?.kind ?? 'site'}, ${about?.link ?? null})`,
    mailed,
  )

/** One row for each of the members that exist; answers how many do. */
export const insertForMembers = (
  db: Db,
  m: { memberIds: bigint[]; title: string; content: string; at: Date; kind: MessageKind },
) =>
  written(
    db,
    sql`
    insert into message (member_id, title, content, created_at, kind)
    select member_id, ${m.title}, ${m.content}, ${m.at}, ${m.kind} from member where member_id = any(${m.memberIds}::bigint[])`,
  )

/** Messages of different contents, in one statement. */
export const insertMessages = (db: Db, all: NewMessage[]) =>
  written(
    db,
    sql`
    insert into message (member_id, title, content, created_at, kind, link)
    select * from unnest(${all.map(m => m.memberId)}::bigint[], ${all.map(m => m.title)}::text[], ${all.map(m => m.content)}::text[], ${all.map(m => m.at)}::timestamptz[],
      ${all.map(m => m.about?.kind ?? 'site')}::text[], ${all.map(m => m.about?.link ?? null)}::text[])`,
  )

export const insertBroadcast = (
  db: Db,
  b: { title: string; content: string; offer: boolean; product: string; at: Date; by: string },
) =>
  theRow(
    db,
    sql<{ messageId: bigint }>`
    insert into broadcast (title, content, offer, product, created_at, sent_by) values (${b.title}, ${b.content}, ${b.offer}, ${b.product}, ${b.at}, ${b.by}) returning message_id`,
  )

export const withdrawBroadcastRow = (db: Db, messageId: bigint) =>
  run(
    db,
    sql`update broadcast set withdrawn = true where message_id = ${messageId} and not withdrawn`,
  )

/** Forgets the oldest messages of members before a moment; answers how many. */
export const dropMessages = (db: Db, before: Date, limit: number): Promise<number> =>
  run(
    db,
    sql`
    delete from message where (member_id, message_id) in (
      select member_id, message_id from message where created_at < ${before} and not legally_held(member_id)
      order by created_at limit ${limit})`,
  )

/** `unasked`: offers reach an inbox whose member has chosen nothing. */
type Reader = { memberId: bigint; now: Date; unasked: boolean }

/**
 * The broadcasts a member sees: those sent since the member joined, and no offer that was sent
 * while the member was blocked, or while the member is, wants none, or nothing is offered to the
 * member.
 */
const broadcastsFor = ({ memberId, ...how }: Reader) => broadcastsOf(sql`${memberId}`, how)

const broadcastsOf = (memberId: Sql, how: Omit<Reader, 'memberId'>) => sql`
  broadcast b join member m on m.member_id = ${memberId} and b.created_at >= m.created_at
  left join broadcast_read r on r.member_id = ${memberId} and r.message_id = b.message_id
  where ${isShown(how)}`

/** Whether the member `m`, who had joined, sees the broadcast `b`. */
export const isShown = ({ now, unasked }: Omit<Reader, 'memberId'>) => sql`
  not b.withdrawn and not (b.offer and (offers_stopped(m.member_id) or offer_unwanted(m.member_id, b.product, 'inbox', ${unasked}) or exists (select from blocks_at(${now}) x where x.member_id = m.member_id)
    or exists (select from blocks_at(b.created_at) x where x.member_id = m.member_id and x.set_at <= b.created_at)))`

/** A page of a member's inbox, newest first, and how many messages there are. */
export async function messages(db: Db, reader: Reader, page: { limit: number; offset: number }) {
  const { memberId } = reader
  const { limit, offset } = listedPage(page)
  const found = await rows(
    db,
    sql<Message & { total: number }>`/* prepared */
    with shown as materialized (
      select b.message_id, b.created_at, r.read_at is not null as read from ${broadcastsFor(reader)}),
    place as (
      select message_id, created_at, null::bool as read from (
        select message_id, created_at from message where member_id = ${memberId}
        order by created_at desc, message_id desc limit ${limit + offset}) own
      union all
      select message_id, created_at, read from shown
      order by created_at desc, message_id desc limit ${limit} offset ${offset})
    select ${listedTotal(sql`from message where member_id = ${memberId}`)} + (select count(*)::int from shown) as total, found.*
    from (values (1)) one left join (
      select p.message_id, coalesce(o.title, b.title) as title, coalesce(o.content, b.content) as content, p.created_at,
        coalesce(p.read, o.read_at is not null) as read, coalesce(o.kind, case when b.offer then 'offer' else 'site' end) as kind, o.link
      from place p
      left join message o on p.read is null and o.member_id = ${memberId} and o.message_id = p.message_id
      left join broadcast b on p.read is not null and b.message_id = p.message_id
      order by p.created_at desc, p.message_id desc) found on true`,
  )
  return { rows: listed(found, message => message.messageId), total: found[0]?.total ?? 0 }
}

const gatherUnread = gatheredBy(async (db, readers: Reader[]) => {
  const counts = new Map<Reader, number>()
  // All of one moment but for the milliseconds between them, and of one setting.
  const { now, unasked } = present(readers.at(-1), 'reader')
  const found = await rows(
    db,
    sql<{ memberId: bigint; unread: number }>`
    select u.member_id, ((select count(*) from message o where o.member_id = u.member_id and o.read_at is null)
      + (select count(*) from ${broadcastsOf(sql`u.member_id`, { now, unasked })} and r.read_at is null))::int as unread
    from unnest(${readers.map(each => each.memberId)}::bigint[]) u (member_id)`,
  )
  const byMember = new Map(found.map(({ memberId, unread: count }) => [memberId, count]))
  for (const reader of readers) counts.set(reader, byMember.get(reader.memberId) ?? 0)
  return counts
})

export const unread = async (db: Db, reader: Reader): Promise<number> =>
  (await gatherUnread(db, reader)) ?? 0

/** Marks one message, or all of them when none is named. Another member's number finds nothing. */
export async function markRead(db: Db, reader: Reader, messageId: bigint | null): Promise<void> {
  const { memberId, now: at } = reader
  await run(
    db,
    sql`
    update message set read_at = ${at}
    where member_id = ${memberId} and read_at is null and (${messageId}::bigint is null or message_id = ${messageId}::bigint)`,
  )
  await run(
    db,
    sql`
    insert into broadcast_read (member_id, message_id, read_at)
    select ${memberId}, b.message_id, ${at} from ${broadcastsFor(reader)} and r.read_at is null
      and (${messageId}::bigint is null or b.message_id = ${messageId}::bigint)
    on conflict do nothing`,
  )
}
