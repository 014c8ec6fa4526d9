import type { OfferProduct } from '@tianping/contract/consents/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { inSpan, totalOf, type Narrowed } from '../../../kernel/operator/listed.sql.ts'
import {
  behindId,
  foundOf,
  idKey,
  inIdOrder,
  window,
  type Found,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

export type Sending = {
  sendingId: bigint
  audience: 'all' | 'some'
  segmentId: bigint | null
  /** The name of the segment it went to. */
  segment: string | null
  product: OfferProduct | ''
  recipients: number
  reached: number | null
  title: string
  content: string
  messageId: bigint | null
  memberIds: bigint[]
  sentBy: string
  approvedBy: string
  sentAt: Date
  withdrawnBy: string
  withdrawnAt: Date | null
}

const columns = sql`
  sending_id, audience, segment_id, (select s.name from segment s where s.segment_id = sending.segment_id) as segment, product,
    cardinality(member_ids) as recipients, reached, title, content, message_id, sent_by,
  approved_by, sent_at, withdrawn_by, withdrawn_at`

/** Newest first; numbers rise with the time that letters were sent at. */
export async function sendingRows(
  db: Db,
  f: Narrowed & { paging: Paging },
): Promise<Found<Omit<Sending, 'memberIds'> & Keyed> & { total: number }> {
  const p = f.paging
  const no = sql`sending_id`
  const from = sql`from sending where ${inSpan(sql`sent_at`, f)}`
  const read = await rows(
    db,
    sql<Omit<Sending, 'memberIds'> & Keyed>`
    select ${columns}, ${idKey(no)} ${from} and ${behindId(p, no, true)} order by ${inIdOrder(p, no, true)} ${window(p)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

export const lockSending = (tx: Db, sendingId: number) =>
  row(
    tx,
    sql<Sending>`select ${columns}, member_ids from sending where sending_id = ${sendingId} for update`,
  )

export const insertSending = async (
  tx: Db,
  s: Pick<
    Sending,
    | 'audience'
    | 'segmentId'
    | 'product'
    | 'title'
    | 'content'
    | 'messageId'
    | 'memberIds'
    | 'reached'
    | 'sentBy'
    | 'approvedBy'
    | 'sentAt'
  >,
) =>
  (
    await theRow(
      tx,
      sql<{ id: bigint }>`
    insert into sending (audience, segment_id, product, title, content, member_ids, reached, message_id, sent_by, approved_by, sent_at)
    values (${s.audience}, ${s.segmentId}, ${s.product}, ${s.title}, ${s.content}, ${s.memberIds}::bigint[], ${s.reached}, ${s.messageId},
      ${s.sentBy}, ${s.approvedBy}, ${s.sentAt}) returning sending_id as id`,
    )
  ).id

/** How many members an operator has written to alone since a moment. */
export const recipientsAlone = async (tx: Db, sentBy: string, since: Date): Promise<number> =>
  (
    await theRow(
      tx,
      sql<{ recipients: number }>`
    select coalesce(sum(cardinality(member_ids)), 0)::int as recipients from sending where sent_by = ${sentBy} and sent_at > ${since}
      and approved_by = ''`,
    )
  ).recipients

/**
 * Members who have got as many letters with offers since a moment, those to everybody included;
 * what was taken back does not count.
 */
export const membersOffered = async (
  db: Db,
  f: { memberIds: bigint[]; since: Date; most: number },
): Promise<Set<bigint>> => {
  const found = await rows(
    db,
    sql<{ memberId: bigint }>`
    select m.member_id from member m where m.member_id = any(${f.memberIds}::bigint[])
      and (select count(*) from message o where o.member_id = m.member_id and o.created_at > ${f.since} and o.kind = 'offer')
        + (select count(*) from broadcast b where b.offer and not b.withdrawn and b.created_at > ${f.since}
          and b.created_at >= m.created_at) >= ${f.most}`,
  )
  return new Set(found.map(each => each.memberId))
}

export const markWithdrawn = (tx: Db, s: { sendingId: bigint; by: string; at: Date }) =>
  run(
    tx,
    sql`update sending set withdrawn_by = ${s.by}, withdrawn_at = ${s.at} where sending_id = ${s.sendingId} and withdrawn_at is null`,
  )

/** Takes the messages of a sending out of the members' inboxes; answers how many were there. */
export const deleteMessages = (tx: Db, s: Pick<Sending, 'memberIds' | 'title' | 'sentAt'>) =>
  run(
    tx,
    sql`delete from message where member_id = any(${s.memberIds}::bigint[]) and created_at = ${s.sentAt} and title = ${s.title}`,
  )

/** Members by name (whatever its case) or id; what is not found is not in the answer. */
export const membersNamed = (db: Db, names: string[]) =>
  rows(
    db,
    sql<{ memberId: bigint; name: string }>`
    select m.member_id, m.name from member_directory d join member m using (member_id)
    where d.kind = 'name' and d.handle = any(${names.map(name => name.toLowerCase())}::text[])
    union
    select member_id, name from member where member_id = any(${names.filter(name => /^\d{1,15}$/.test(name)).map(BigInt)}::bigint[])`,
  )
