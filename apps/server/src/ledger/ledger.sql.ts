import { sql } from '@tianping/database'
import { account, type Account } from './accounts.ts'
import type { Actor, Posting } from './posting.ts'

/** One row of `ledger.outcome`; which columns are filled depends on `kind`. */
export type OutcomeRow = {
  kind: 'done' | 'insufficient' | 'key_conflict' | 'already_resolved' | 'unknown_hold'
  transactionId: string | null
  replayed: boolean | null
  availableFen: bigint | null
  resolvedAs: 'post' | 'void' | null
}

const outcome = sql`kind, transaction_id, replayed, available_fen, resolved_as`

const code = (side: Account) => account[side.name]
const venue = (side: Account) => side.venueId ?? side.railNo ?? side.jackpotNo ?? 0

export const move = (
  phase: 'single' | 'pending',
  p: Posting & { expiresAt?: Date },
) => sql<OutcomeRow>`/* prepared */
  select ${outcome} from ledger.move(
    ${phase}, ${p.memberId}, ${p.key}, ${p.code}, ${code(p.from)}::smallint, ${venue(p.from)}::smallint, ${code(p.to)}::smallint, ${venue(p.to)}::smallint,
    ${p.amountFen}, ${p.source.type}, ${p.source.id}, ${p.actor.type}, ${p.actor.id}, ${p.effectiveAt ?? null}, ${p.expiresAt ?? null})`

export const resolve = (p: {
  memberId: bigint
  holdKey: string
  key: string
  phase: 'post' | 'void'
  amountFen: bigint | null
  actor: Actor
  effectiveAt?: Date
}) => sql<OutcomeRow>`/* prepared */
  select ${outcome} from ledger.resolve_at(
    ${p.memberId}, ${p.holdKey}, ${p.key}, ${p.phase}, ${p.amountFen}, ${p.actor.type}, ${p.actor.id}, ${p.effectiveAt ?? null})`

export const postBatch = (all: Posting[]) => sql<OutcomeRow>`/* prepared */
  select ${outcome} from ledger.post_batch(
    ${all.map(p => p.memberId)}, ${all.map(p => p.key)}, ${all.map(p => p.code)},
    ${all.map(p => code(p.from))}, ${all.map(p => venue(p.from))}, ${all.map(p => code(p.to))}, ${all.map(p => venue(p.to))},
    ${all.map(p => p.amountFen)}, ${all.map(p => p.source.type)}, ${all.map(p => p.source.id)},
    ${all.map(p => p.actor.type)}, ${all.map(p => p.actor.id)}, ${all.map(p => p.effectiveAt ?? null)}) order by item`

export const accountsOf = (memberIds: bigint[]) => sql<{
  memberId: bigint
  accountCode: number
  venueId: number
  postedFen: bigint
  availableFen: bigint
}>`/* prepared */
  select member_id, account_code, venue_id, posted_balance as posted_fen, posted_balance - pending_debits as available_fen
  from ledger.account where member_id = any(${memberIds}::bigint[]) order by member_id, account_code, venue_id`

export const amountsOf = (memberId: bigint, keys: string[]) => sql<{ key: string; fen: bigint }>`
  select idempotency_key as key, amount as fen from ledger.transaction
  where member_id = ${memberId} and phase = 'single' and idempotency_key = any(${keys}::text[])`

/** The least that a member had after a posting, that and now included; posted layers only. */
export const lowestSince = (memberId: bigint, key: string) => sql<{ fen: bigint }>`
  with now as (
    select coalesce(sum(posted_balance), 0) as fen from ledger.account where member_id = ${memberId}),
  later as (
    select sum(sum(e.amount)) over (order by e.transaction_id desc) as fen from ledger.transaction t
    join ledger.entry e on e.member_id = t.member_id and e.transaction_id > t.transaction_id
    where t.member_id = ${memberId} and t.idempotency_key = ${key} and e.layer = 'posted' and e.account_code < 200
    group by e.transaction_id)
  select least(now.fen, coalesce(min(now.fen - later.fen), now.fen))::bigint as fen from now left join later on true group by now.fen`

export const cashOf = (memberIds: bigint[]) => sql<{
  memberId: bigint
  availableFen: bigint
}>`/* prepared */
  select member_id, posted_balance - pending_debits as available_fen
  from ledger.account where member_id = any(${memberIds}::bigint[]) and account_code = ${account.memberCash} and venue_id = 0`

export const worthOf = (memberIds: bigint[]) => sql<{
  memberId: bigint
  cashFen: bigint
  venuesFen: bigint
}>`
  select member_id, coalesce(sum(posted_balance) filter (where account_code = ${account.memberCash}), 0)::bigint as cash_fen,
    coalesce(sum(posted_balance) filter (where account_code = ${account.memberVenue}), 0)::bigint as venues_fen
  from ledger.account where member_id = any(${memberIds}::bigint[]) group by member_id`

export const lockMember = (memberId: bigint) => sql`select ledger.lock_member(${memberId})`
export const lockMembers = (memberIds: bigint[]) =>
  sql`select ledger.lock_member(m) from (select m from unnest(${memberIds}::bigint[]) m order by m) asked`
