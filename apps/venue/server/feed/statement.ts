import type { Handler } from '../handler.ts'
import { totalsOf } from './feed.sql.ts'

const DAY_MS = 86_400_000

/**
 * Control totals of one business day of Asia/Shanghai, which has no daylight saving: UTC+8 all
 * year.
 */
export const statement: Handler<'statement'> = async ({ venue, desk }, { date }) => {
  const from = new Date(`${date}T00:00:00+08:00`)
  const totals = await totalsOf(venue.db, desk.id, from, new Date(from.getTime() + DAY_MS))
  return {
    date,
    time_zone: 'Asia/Shanghai',
    bets: {
      count: Number(totals.count),
      stake: totals.stake,
      valid_amount: totals.validAmount,
      payout: totals.payout,
      void_count: Number(totals.voidCount),
    },
    transfers: {
      in_count: Number(totals.inCount),
      in_amount: totals.inAmount,
      out_count: Number(totals.outCount),
      out_amount: totals.outAmount,
    },
  }
}
