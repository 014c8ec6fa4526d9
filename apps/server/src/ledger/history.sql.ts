import { sql } from '@tianping/database'
import type { Account } from './accounts.ts'
import type { Actor, TransactionCode } from './posting.ts'

/** One line of a member's own accounts, with the balance it left. */
export type HistoryRow = {
  transactionId: string
  lineNo: number
  key: string
  code: TransactionCode
  phase: 'single' | 'pending' | 'post' | 'void'
  account: Account
  /** The other side. */
  counterAccount: Account
  /**
   * posted moves money; pending reserves (negative) or frees (positive), or announces what is on
   * its way in.
   */
  layer: 'posted' | 'pending'
  /** Signed. */
  amountFen: bigint
  /** The account's running sum of this layer. */
  balanceAfterFen: bigint
  accountVersion: bigint
  source: { type: string; id: string }
  actor: Actor
  effectiveAt: Date
  createdAt: Date
}

export const countOf = (memberId: bigint) => sql<{ total: bigint }>`
  select count(*) as total from ledger.entry where member_id = ${memberId} and account_version is not null`

type PageRow = Omit<HistoryRow, 'account' | 'counterAccount' | 'source' | 'actor'> & {
  accountCode: number
  venueId: number
  counterCode: number
  counterVenueId: number
  sourceType: string
  sourceId: string
  actorType: Actor['type']
  actorId: string
}

// Lines come in pairs (1 with 2, 3 with 4), which is how the other side is found.
export const pageOf = (memberId: bigint, limit: number, offset: number) => sql<PageRow>`
  select e.transaction_id as "transactionId", e.line_no as "lineNo", t.idempotency_key as key, t.code, t.phase,
    e.account_code as "accountCode", e.venue_id as "venueId", c.account_code as "counterCode", c.venue_id as "counterVenueId",
    e.layer, e.amount as "amountFen", e.balance_after as "balanceAfterFen", e.account_version as "accountVersion",
    t.source_type as "sourceType", t.source_id as "sourceId", t.actor_type as "actorType", t.actor_id as "actorId",
    t.effective_at as "effectiveAt", t.created_at as "createdAt"
  from ledger.entry e
  join ledger.transaction t on t.member_id = e.member_id and t.transaction_id = e.transaction_id
  join ledger.entry c on c.member_id = e.member_id and c.transaction_id = e.transaction_id and c.line_no = ((e.line_no - 1) # 1) + 1
  where e.member_id = ${memberId} and e.account_version is not null
  order by e.transaction_id desc, e.line_no desc limit ${limit} offset ${offset}`
