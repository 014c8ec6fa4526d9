import { endOfDay, startOfDay } from '@tianping/money/day'
import type { Handler } from '../handler.ts'
import { totalsOf } from './feed.sql.ts'

/** Control totals of one business day of Asia/Shanghai. */
export const statement: Handler<'statement'> = async ({ venue, desk }, { date }) => {
  const totals = await totalsOf(venue.db, desk.id, startOfDay(date), endOfDay(date))
  const {
    count,
    stake,
    valid_amount,
    payout,
    void_count,
    in_count,
    in_amount,
    out_count,
    out_amount,
  } = totals
  return {
    date,
    time_zone: 'Asia/Shanghai',
    bets: { count: Number(count), stake, valid_amount, payout, void_count: Number(void_count) },
    transfers: { in_count: Number(in_count), in_amount, out_count: Number(out_count), out_amount },
  }
}
