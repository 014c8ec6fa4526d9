import { useQueryClient } from '@tanstack/react-query'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useMessage } from '../../ui/above.ts'

export const gamesCall = 'POST /api/console/games/list'
export type Game = ConsoleRowOf<typeof gamesCall>
export type GameChange = Partial<
  Pick<Game, 'rank' | 'shown' | 'on_home' | 'pick' | 'name' | 'image'>
>

export const draftOf = (game: Game) => `game/${game.venue_id}/${game.game_code}/${game.seen}`

function saveGame(game: Game, change: GameChange) {
  const { rank, shown, on_home, pick, name, image } = { ...game, ...change }
  return callOnce('POST /api/console/games/save', {
    venue_id: game.venue_id,
    game_code: game.game_code,
    seen: game.seen,
    rank,
    shown: shown ? 1 : 0,
    on_home: on_home ? 1 : 0,
    pick,
    name,
    image,
  })
}

/** Saves one change of a game, which members see at once. */
export function useGameSave(onSaved: () => void) {
  const cache = useQueryClient()
  const message = useMessage()
  return useAction({
    mutationFn: ({ game, change }: { game: Game; change: GameChange }) => saveGame(game, change),
    onSuccess: (_none, { game }) => {
      writeDraft(draftOf(game), '')
      onSaved()
      void message.success(`${game.name} 已更新，会员端已生效`)
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: ['POST /api/console/venues/list'] })
      return cache.invalidateQueries({ queryKey: [gamesCall] })
    },
  })
}
