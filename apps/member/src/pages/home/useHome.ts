import { gameState, type Category } from '@tianping/contract/games/facts'
import { bannerKind } from '@tianping/contract/site/facts'
import { useAnswer } from '../../app/calls.ts'

export const useBanners = () => useAnswer('POST /api/bannerList', { type: bannerKind.home })
export const useNotices = () => useAnswer('POST /api/homenotice', {})

function useGamesOf(category: Category) {
  const query = useAnswer('GET /api/game/list', { category })
  return {
    games: query.data?.filter(game => game.app_state === gameState.shown),
    failed: query.isError,
    query,
  }
}

/**
 * The lists of all six categories in the order of their tabs; of each only the games that are to be
 * shown.
 */
export const useGames = () => [
  useGamesOf('realbet'),
  useGamesOf('sport'),
  useGamesOf('gaming'),
  useGamesOf('joker'),
  useGamesOf('concise'),
  useGamesOf('lottery'),
]
