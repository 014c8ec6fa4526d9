import { categories, type Category } from '@tianping/contract/games/facts'
import { rows, sql, type Db } from '@tianping/database'
import { wageringSchema } from './setting.ts'
import { percentOf } from './weights.ts'

type Played = { platname: string; category: string; game: string; validFen: bigint }

const PARTS = 100n

/**
 * What of the turnover of the days since would have counted for gifts, by kind of game; kinds
 * without turnover are left out.
 */
export async function weightsCost(db: Db, fromDay: string, value: unknown) {
  const setting = wageringSchema.parse(value)
  const played = await rows(
    db,
    sql<Played>`
    select v.platname, v.category, d.game_code as game, sum(d.valid_fen)::bigint as valid_fen
    from play_game_day d join venue v using (venue_id) where d.day >= ${fromDay}::date group by 1, 2, 3`,
  )
  const sums = new Map<Category, bigint>()
  for (const each of played) {
    const percent = BigInt(percentOf(setting, each, each.game))
    const category = each.category as Category
    sums.set(category, (sums.get(category) ?? 0n) + (each.validFen * percent) / PARTS)
  }
  return categories.flatMap(category => {
    const fen = sums.get(category)
    return fen === undefined ? [] : [{ category, fen }]
  })
}
