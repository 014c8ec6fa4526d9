import type { Given } from '@tianping/contract'
import { rows, sql, type Db } from '@tianping/database'

const MAX_GAMES = 200

type HomeGame = Given<'GET /api/game/list'>[number]

/** The games of a category as the home tabs show them; all categories when it is empty. */
export const homeGames = async (db: Db, category: string): Promise<Given<'GET /api/game/list'>> =>
  (
    await rows(
      db,
      sql<Omit<HomeGame, 'rebate_percent'> & { rebate_percent: string }>`
    select v.category as category_id, g.app_state, g.image as mobile_img, v.platname as platform_name, g.game_code, g.name as game_name,
      v.name as venue_name, v.rebate_percent
    from game g join venue v using (venue_id)
    where g.on_home and g.app_state = 1 and (${category} = '' or v.category = ${category})
    order by v.rank, g.rank, g.game_code limit ${MAX_GAMES}`,
    )
  ).map(game => ({ ...game, rebate_percent: Number(game.rebate_percent) }))

/** The slots of one tab of /concise. */
export const slotGames = (db: Db, tab: string): Promise<Given<'POST /api/gamelistBycode'>> =>
  rows(
    db,
    sql<{ catecode: string; gamecode: string; gamepic: string; gamename: string }>`
    select v.platname as catecode, g.game_code as gamecode, g.image as gamepic, g.name as gamename
    from game g join venue v using (venue_id)
    where v.slot_tab = ${tab} and g.app_state = 1 order by g.rank, g.game_code limit ${MAX_GAMES}`,
  )
