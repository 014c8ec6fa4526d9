import type { Given } from '@tianping/contract'
import { call } from '../api.ts'
import { cache, keyOf } from '../cache.ts'
import { useAnswer } from '../calls.ts'
import { report } from '../report.ts'
import { useLoggedIn } from '../session.ts'
import { openGame } from './openGame.ts'

export type Game = Given<'GET /api/game/list'>[number]
type Mine = Given<'POST /api/game/mine'>

const mineCall = 'POST /api/game/mine'

/** Hot and new games, the same for everybody. */
export const usePicks = () => useAnswer('GET /api/game/picks', {}, { silent: true }).data

/** What the member opened last and has marked; undefined for visitors. */
export function useMine(): Mine | undefined {
  const held = useLoggedIn()
  const { data } = useAnswer(mineCall, {}, { enabled: held, silent: true })
  return held ? data : undefined
}

export const gameKey = (game: Pick<Game, 'platform_name' | 'game_code'>) =>
  `${game.platform_name}/${game.game_code}`

/** Rounds that the house gave the member for a game; 0 for none. */
export const useRoundsLeft = (game: Pick<Game, 'platform_name' | 'game_code'>): number =>
  useMine()?.free_rounds.find(each => gameKey(each) === gameKey(game))?.left ?? 0

/** What of a game its page is asked for by. */
export type Listed = Pick<
  Game,
  'platform_name' | 'category_id' | 'game_code' | 'game_name' | 'venue_name'
> & { mobile_img?: string }

/** The query of a game's page; with `match` it opens there. */
export const wayTo = (game: Listed, match = '') => ({
  name: game.platform_name,
  type: game.category_id,
  code: game.game_code,
  title: game.game_name,
  venue: game.venue_name,
  match,
})

/** Opens a game of a list, or one of its matches. */
export const openListed = (game: Listed, match = '') =>
  openGame({ ...wayTo(game, match), picture: game.mobile_img ?? '' })

/** Marks a game or takes the mark away: shown at once, and taken back when it was refused. */
export async function mark(game: Game, on: boolean) {
  const key = keyOf(mineCall)
  const others = (mine: Mine) => mine.favourites.filter(each => gameKey(each) !== gameKey(game))
  cache.setQueryData<Mine>(
    key,
    mine => mine && { ...mine, favourites: on ? [game, ...others(mine)] : others(mine) },
  )
  try {
    await call('POST /api/game/favourite', {
      plat_name: game.platform_name,
      game_code: game.game_code,
      on: on ? 1 : 0,
    })
  } catch (error) {
    report(error as Error)
    await cache.invalidateQueries({ queryKey: key })
  }
}
