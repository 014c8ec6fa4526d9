import { gameState } from '@tianping/contract/games/facts'
import type { Given } from '@tianping/contract'
import { rows, sql, type Db } from '@tianping/database'

const shown = sql.literal(gameState.shown)

const MAX_GAMES = 200

type HomeGame = Given<'GET /api/game/list'>[number]
export type GameRow = {
  category: HomeGame['category_id']
  appState: HomeGame['app_state']
  image: HomeGame['mobile_img']
  platname: HomeGame['platform_name']
  gameCode: HomeGame['game_code']
  game: HomeGame['game_name']
  venue: HomeGame['venue_name']
  rebatePercent: string
}

/** What a tile shows of `game g join venue v`. */
export const gameColumns = sql`
  v.category, g.app_state, g.image, v.platname, g.game_code, g.name as game, v.name as venue, v.rebate_percent`

export const asGame = (each: GameRow): HomeGame => ({
  category_id: each.category,
  app_state: each.appState,
  mobile_img: each.image,
  platform_name: each.platname,
  game_code: each.gameCode,
  game_name: each.game,
  venue_name: each.venue,
  rebate_percent: Number(each.rebatePercent),
})

/** The games of a category as the home tabs show them; all categories when it is empty. */
export const homeGames = async (db: Db, category: string): Promise<Given<'GET /api/game/list'>> =>
  (
    await rows(
      db,
      sql<GameRow>`
    select ${gameColumns}
    from game g join venue v using (venue_id)
    where g.on_home and g.app_state = ${shown} and (${category} = '' or v.category = ${category})
    order by v.rank, g.rank, g.game_code limit ${MAX_GAMES}`,
    )
  ).map(asGame)

/** The slots of one tab of /concise. */
export const slotGames = (db: Db, tab: string): Promise<Given<'POST /api/gamelistBycode'>> =>
  rows(
    db,
    sql<{ catecode: string; gamecode: string; gamepic: string; gamename: string }>`
    select v.platname as catecode, g.game_code as gamecode, g.image as gamepic, g.name as gamename
    from game g join venue v using (venue_id)
    where v.slot_tab = ${tab} and g.app_state = ${shown} order by g.rank, g.game_code limit ${MAX_GAMES}`,
  )
