// What our books say passed through a provider on a Beijing day, to lay beside its own statement.
import { refundState } from '@tianping/contract/stages'
import { rows, sql, type Db } from '@tianping/database'
import { DAY_MS, endOfDay, startOfDay } from '@tianping/money/day'

export type OwnLine = {
  kind: 'payment' | 'payout' | 'refund'
  /** Our number: of the order, of the payout, of the refund. */
  ownNo: string
  /** The provider's number; empty for a refund. */
  reference: string
  amountFen: bigint
  memberId: bigint
  /** What its fee is booked under. */
  feeReference: string
  at: Date
}

/** The most of one day; a larger day is compared by files of its parts. */
const MOST = 200_000

/** Of the day, and of the one before and after it: midnight is not the same moment everywhere. */
export const ownLinesAround = (db: Db, provider: string, day: string) => {
  const since = new Date(startOfDay(day).getTime() - DAY_MS)
  const until = new Date(endOfDay(day).getTime() + DAY_MS)
  return rows(
    db,
    sql<OwnLine>`
    select 'payment' as kind, deposit_no as own_no, reference, amount_fen, member_id, reference as fee_reference, paid_at as at
    from provider_payment where provider = ${provider} and paid_at >= ${since} and paid_at < ${until}
    union all
    select 'payout', payout_no, reference, amount_fen, member_id, withdrawal_no, settled_at
    from provider_payout where provider = ${provider} and state = 'paid' and settled_at >= ${since} and settled_at < ${until}
    union all
    select 'refund', refund_no, '', amount_fen, member_id, refund_no, confirmed_at
    from deposit_refund where provider = ${provider} and voucher = refund_no and state = ${sql.literal(refundState.done)}
      and confirmed_at >= ${since} and confirmed_at < ${until}
    limit ${MOST}`,
  )
}
