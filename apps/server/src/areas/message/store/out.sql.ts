import type { MessageKind } from '@tianping/contract/message/facts'
import { row, rows, run, sql, theRow, type Db, type Sql } from '@tianping/database'

/**
 * Writes messages, and beside them which of them somebody may want elsewhere; answers how many were
 * written. `insert` writes into `message`; `mailed` says that their sender mails them too.
 */
export const written = async (db: Db, insert: Sql, mailed = false): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ count: number }>`
      with written as (${insert} returning member_id, message_id, kind),
        leaving as (insert into message_out (member_id, message_id, mailed)
          select member_id, message_id, ${mailed} from written where leaves_inbox(member_id, kind))
      select count(*)::int as count from written`,
    )
  ).count

export type LeavingLetter = {
  memberId: bigint
  messageId: bigint
  mailed: boolean
  title: string
  content: string
  kind: MessageKind
  link: string | null
  createdAt: Date
  read: boolean
}

/** The next letters that were not looked at; other instances pass them over until the commit. */
export const leavingLetters = (tx: Db, limit: number) =>
  rows(
    tx,
    sql<LeavingLetter>`
    select o.member_id, o.message_id, o.mailed, m.title, m.content, m.kind, m.link, m.created_at, m.read_at is not null as read
    from message_out o join message m using (member_id, message_id)
    order by o.message_id limit ${limit} for update of o skip locked`,
  )

/** These letters were looked at. */
export const letGo = (tx: Db, letters: Pick<LeavingLetter, 'memberId' | 'messageId'>[]) =>
  run(
    tx,
    sql`
    delete from message_out where (member_id, message_id) in (
      select * from unnest(${letters.map(each => each.memberId)}::bigint[], ${letters.map(each => each.messageId)}::bigint[]))`,
  )

/** Whether the member has not opened a letter; one that is gone needs no reminder. */
export const isUnread = async (db: Db, memberId: bigint, messageId: bigint): Promise<boolean> =>
  (await row(
    db,
    sql`select 1 from message where member_id = ${memberId} and message_id = ${messageId} and read_at is null`,
  )) !== undefined
