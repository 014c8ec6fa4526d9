import { row, run, sql, type Db, type Tx } from '@tianping/database'
import { byText, keyedRows, type Keyed, type Paging } from '../../../kernel/operator/pages.sql.ts'

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

/**
 * The codes of a giveaway, in the order of a digest: whoever has a code can redeem it, and a cursor
 * is part of the room's address.
 */
export const codeRows = (db: Db, id: number, paging: Paging) => {
  const { key, page } = byText(paging, sql`md5(code)`, false)
  const from = sql`from giveaway_code where giveaway_id = ${id}`
  return keyedRows(
    db,
    paging,
    sql<Code & Keyed>`select ${columns}, ${key} ${from} and ${page}`,
    from,
  )
}
