import type { AttachedKind } from '@tianping/contract/tickets/facts'
import { rows, sql, type Db } from '@tianping/database'

export type Attached = { kind: AttachedKind; no: string; fen: bigint; at: Date }

/** The member's newest orders and bets, of each kind so many; with `numbers`, those alone. */
export const attachable = (
  db: Db,
  memberId: bigint,
  { numbers, limit }: { numbers: string[] | null; limit: number },
) =>
  rows(
    db,
    sql<Attached>`
    (select 'deposit' as kind, deposit_no as no, amount_fen as fen, created_at as at from deposit_order
      where member_id = ${memberId} and (${numbers}::text[] is null or deposit_no = any(${numbers}::text[])) order by created_at desc limit ${limit})
    union all
    (select 'withdrawal', withdrawal_no, amount_fen, created_at from withdrawal_order
      where member_id = ${memberId} and (${numbers}::text[] is null or withdrawal_no = any(${numbers}::text[])) order by created_at desc limit ${limit})
    union all
    (select 'transfer', tx_id, amount_fen, created_at from venue_transfer
      where member_id = ${memberId} and (${numbers}::text[] is null or tx_id = any(${numbers}::text[])) order by created_at desc limit ${limit})
    union all
    (select 'bet', bet_id, stake_fen, placed_at from bet
      where member_id = ${memberId} and (${numbers}::text[] is null or bet_id = any(${numbers}::text[])) order by placed_at desc, bet_id limit ${limit})
    order by at desc`,
  )
