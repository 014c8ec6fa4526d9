// What figures by Beijing days have in common.
import { reviewState } from '@tianping/contract/facts'
import { sql, type Sql } from '@tianping/database'

/** The accounts that operators use for tests; reports leave them out. */
export const testAccounts: Sql = sql`
  (select member_id from test_account where state = ${sql.literal(reviewState.approved)})`

/** The Beijing day of a moment. */
export const dayOf = (moment: Sql): Sql => sql`(${moment} at time zone 'Asia/Shanghai')::date`

/** What a row of `ledger.member_day` adds to NGR; play adds stakes less payouts. */
export const costNgr: Sql = sql`
  fee_fen - bonus_fen - packet_fen - rebate_fen - commission_fen - adjustment_fen - rail_fee_fen`
