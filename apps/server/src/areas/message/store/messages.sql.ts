import type { OfferProduct } from '@tianping/contract/consents/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'

export type Sending = {
  sendingId: bigint
  audience: 'all' | 'some'
  product: OfferProduct | ''
  recipients: number
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
  sending_id, audience, product, cardinality(member_ids) as recipients, title, content, message_id, sent_by,
  approved_by, sent_at, withdrawn_by, withdrawn_at`

export async function sendingRows(db: Db, page: { limit: number; offset: number }) {
  const found = await rows(
    db,
    sql<
      Omit<Sending, 'memberIds'>
    >`select ${columns} from sending order by sending_id desc limit ${page.limit} offset ${page.offset}`,
  )
  return { rows: found, total: await totalOf(db, sql`from sending`) }
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
    | 'product'
    | 'title'
    | 'content'
    | 'messageId'
    | 'memberIds'
    | 'sentBy'
    | 'approvedBy'
    | 'sentAt'
  >,
) =>
  (
    await theRow(
      tx,
      sql<{ id: bigint }>`
    insert into sending (audience, product, title, content, member_ids, message_id, sent_by, approved_by, sent_at)
    values (${s.audience}, ${s.product}, ${s.title}, ${s.content}, ${s.memberIds}::bigint[], ${s.messageId}, ${s.sentBy}, ${s.approvedBy}, ${s.sentAt}) returning sending_id as id`,
    )
  ).id

/** How many members an operator has written to alone since a moment. */
export const recipientsAlone = async (tx: Db, sentBy: string, since: Date): Promise<number> =>
  (
    await theRow(
      tx,
      sql<{ recipients: number }>`
    select coalesce(sum(cardinality(member_ids)), 0)::int as recipients from sending where sent_by = ${sentBy} and sent_at > ${since} and approved_by = ''`,
    )
  ).recipients

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
