import type { Db } from '@tianping/database'
import { addDays, addMonths } from '@tianping/money/day'
import { totalsOf } from './totals.ts'
import { factsAsOf } from './store/report.sql.ts'

/** What a month came to, and up to when the facts are complete. */
export async function factsOf(db: Db, month: string) {
  const span = { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
  const [{ ggr, bonus, packet, rebate, commission, adjustment, fee, rail_fee, ngr }, asOf] =
    await Promise.all([totalsOf(db, span), factsAsOf(db)])
  return {
    result: { ggr, bonus, packet, rebate, commission, adjustment, fee, rail_fee, ngr },
    asOf,
  }
}
