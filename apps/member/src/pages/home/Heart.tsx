import { gameKey, mark, useMine, type Game } from '../../app/games/games.ts'
import { Icon } from '../../ui/picture/Icon.tsx'
import css from './home.module.css'

/** Marks a game as the member's own; visitors have nothing to mark. */
export function Heart({ game }: { game: Game }) {
  const mine = useMine()
  if (!mine) return null
  const on = mine.favourites.some(each => gameKey(each) === gameKey(game))
  return (
    <button
      type="button"
      className={css.heart}
      aria-pressed={on}
      aria-label={`收藏 ${game.game_name}`}
      onClick={() => void mark(game, !on)}
    >
      <span>
        <Icon name="heart" size={20} />
      </span>
    </button>
  )
}
