import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'
import { totalOf } from '../../../kernel/operator/listed.sql.ts'

export type Code = { code: string; giveawayId: number; uses: number; mostUses: number }
const columns = sql`code, giveaway_id, uses, most_uses`

export const codeOf = (db: Db, code: string) =>
  row(db, sql<Code>`select ${columns} from giveaway_code where code = ${code}`)

/** Answers how many of them are new. */
export const insertCodes = (
  tx: Tx,
  { giveawayId, codes, mostUses }: { giveawayId: number; codes: string[]; mostUses: number },
) =>
  run(
    tx,
    sql`insert into giveaway_code (code, giveaway_id, most_uses)
    select code, ${giveawayId}, ${mostUses} from unnest(${codes}::text[]) c (code) on conflict do nothing`,
  )

/** Counts a use; false where none is left. */
export const countUse = async (tx: Tx, code: string): Promise<boolean> =>
  (await run(
    tx,
    sql`update giveaway_code set uses = uses + 1 where code = ${code} and uses < most_uses`,
  )) === 1

export const codeRows = async (db: Db, id: number, page: { limit: number; offset: number }) => {
  const from = sql`from giveaway_code where giveaway_id = ${id}`
  const found = await rows(
    db,
    sql<Code>`select ${columns} ${from} order by code limit ${page.limit} offset ${page.offset}`,
  )
  return { rows: found, total: await totalOf(db, from) }
}
