import { sql, theRow, type Db } from '@tianping/database'

/** The Beijing day it is by the database's own clock. */
export const realDay = async (db: Db): Promise<string> =>
  (
    await theRow(
      db,
      sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as day`,
    )
  ).day
