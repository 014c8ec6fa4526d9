import { useAnswer } from '../../app/calls.ts'
import type { Category } from '../../app/storage.ts'

export const useBanners = () => useAnswer('POST /api/bannerList', { type: 2 })
export const useNotices = () => useAnswer('POST /api/homenotice', {})

/** The games of one category that are to be shown. */
export function useGames(category: Category) {
  const answer = useAnswer('GET /api/game/list', { category })
  return { ...answer, games: answer.data?.filter(game => game.app_state === 1) }
}
