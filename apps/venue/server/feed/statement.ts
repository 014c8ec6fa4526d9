import { endOfDay, startOfDay } from '@tianping/money/day'
import type { Handler } from '../handler.ts'
import { totalsOf } from './feed.sql.ts'

/** Control totals of one business day of Asia/Shanghai. */
export const statement: Handler<'statement'> = async ({ venue, desk }, { date }) => {
  const totals = await totalsOf(venue.db, desk.id, startOfDay(date), endOfDay(date))
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
    free_rounds: {
      count: Number(totals.freeCount),
      stake: totals.freeStake,
      payout: totals.freePayout,
    },
  }
}
