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
