// all members: the days of the house.
import { sql } from '@tianping/database'

export const rollUpDays = (most: number) =>
  sql<{ throughXid: string; behind: boolean }>`
  select through_xid::text as through_xid, behind from ledger.roll_up_days(${most})`
