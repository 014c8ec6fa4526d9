import { rows, type Db, type Sql } from '@tianping/database'
import { aloneBy } from '../live/alone.ts'
import { gatheredBy } from '../live/gathered.ts'
import type { HistoryAsked, Listed } from './history.sql.ts'
import { HISTORY_POOL } from './open.ts'

/** Statements of one history that run at once, and pages that one of them reads. */
const AT_ONCE = { atOnce: HISTORY_POOL, most: 32 }

/** Pages of one member go one after the other, so that nobody's reading costs others much. */
const inTurn = aloneBy<bigint>({ maxWaiting: 64, longestMs: 10_000 })

/** Reads pages of a history; pages of members who ask together come in one statement. */
export function historyReader<Row extends Listed>(
  pagesOf: (asked: readonly HistoryAsked[]) => Sql<Row>,
) {
  type Numbered = Row & { no: string }
  const pages = gatheredBy(async (db, asked: HistoryAsked[]) => {
    const found = Map.groupBy(await rows(db, pagesOf(asked)), each => each.at)
    return new Map(asked.map((each, n) => [each, found.get(n + 1) ?? []]))
  }, AT_ONCE)
  return async (db: Db, asked: HistoryAsked): Promise<{ rows: Numbered[]; total: number }> => {
    const found = (await inTurn(asked.memberId, () => pages(db, asked))) ?? []
    const isRow = (each: Row): each is Numbered => each.no !== null
    return { rows: found.filter(isRow), total: found[0]?.total ?? 0 }
  }
}
