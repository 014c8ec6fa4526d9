import { sql, type Sql } from '@tianping/database'

/**
 * Whose rows the figures of reports count: the one place that decides it. `r.member_id` is null in
 * rows that belong to nobody.
 */
export const counted: Sql = sql`(r.member_id is null or r.member_id > 0)`
