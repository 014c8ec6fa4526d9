import { sql, theRow, type Db } from '@tianping/database'

/** A list says "so many and more" beyond this: nobody pages that far, and counting ten million rows would take longer than reading ten. */
export const MOST_COUNTED = 10_000

type Part = ReturnType<typeof sql>

/** How many rows `from …` gives, at most MOST_COUNTED. */
export const totalOf = async (db: Db, from: Part): Promise<number> =>
  (await theRow(db, sql<{ total: number }>`select count(*)::int as total from (select 1 ${from} limit ${MOST_COUNTED}) counted`)).total

/** A Beijing day as the moments between which a column lies; an empty day narrows nothing. */
export const onDay = (column: Part, day: string): Part =>
  day === '' ? sql`true` : sql`${column} >= ${`${day} 00:00:00+08`}::timestamptz and ${column} < ${`${day} 00:00:00+08`}::timestamptz + interval '1 day'`

/** Rows whose member is meant by `q`: an id, or the beginning of a name. `m` is the member's row. */
export const ofMember = (q: string): Part => sql`(${q} = '' or m.member_id::text = ${q} or starts_with(lower(m.name), lower(${q})))`
