import type { Account } from './accounts.ts'

export type TransactionCode =
  | 'deposit'
  | 'withdrawal'
  | 'venue_in'
  | 'venue_out'
  | 'game_result'
  | 'red_packet'
  | 'rebate'
  | 'activity_bonus'
  | 'agent_commission'
  | 'adjustment'
  | 'fee'
  | 'rail'
  | 'rail_fee'
  | 'dispute'
  | 'debt'
  | 'jackpot'

/** Who asked for a movement; kept for the audit, not part of what makes two requests the same. */
export type Actor = { type: 'member' | 'operator' | 'system' | 'provider' | 'venue'; id: string }

export type Posting = {
  memberId: bigint
  /** Idempotency key, unique per member: `deposit:{deposit_no}`. */
  key: string
  code: TransactionCode
  /** Debited. */
  from: Account
  /** Credited. */
  to: Account
  /** More than zero, at most MAX_AMOUNT_FEN. */
  amountFen: bigint
  /** The order, transfer or claim behind it. */
  source: { type: string; id: string }
  actor: Actor
  effectiveAt?: Date
}
