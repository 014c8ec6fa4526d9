import { rows, sql, type Db } from '@tianping/database'
import { ofSource } from './ledgerParts.sql.ts'
import { actorNamed } from '../../../kernel/operator/actorName.sql.ts'

export type EntryRow = {
  transactionId: string
  at: Date
  code: string
  phase: string
  key: string
  actorType: string
  actorId: string
  account: number
  venueId: number
  layer: string
  amountFen: bigint
  balanceAfterFen: bigint | null
}

/** What was booked for one source of a member, and what resolved its holds; oldest first. */
export const entryRows = (db: Db, memberId: bigint, sourceId: string) =>
  rows(
    db,
    sql<EntryRow>`
    with own as (
      select transaction_id from ${ofSource(memberId, sourceId)} found order by transaction_id limit 50),
    all_of_it as (
      select transaction_id from own union
      select r.transaction_id from ledger.transaction r join own on r.pending_id = own.transaction_id where r.member_id = ${memberId})
    select t.transaction_id, t.created_at as at, t.code, t.phase, t.idempotency_key as key, t.actor_type, ${actorNamed} as actor_id,
      e.account_code as account, e.venue_id, e.layer, e.amount as amount_fen, e.balance_after as balance_after_fen
    from ledger.transaction t join ledger.entry e on e.member_id = t.member_id and e.transaction_id = t.transaction_id
    where t.member_id = ${memberId} and t.transaction_id in (select transaction_id from all_of_it)
    order by t.transaction_id, e.line_no limit 400`,
  )
