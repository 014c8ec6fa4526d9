import { useRoundsLeft, type Game } from './games.ts'
import css from './rounds.module.css'

type Props = { game: Pick<Game, 'platform_name' | 'game_code'>; className?: string | undefined }

/** On a game's picture: rounds that the house gave for it. */
export function RoundsLeft({ game, className = '' }: Props) {
  const left = useRoundsLeft(game)
  return left > 0 && <span className={`${css.left} ${className}`}>赠送 {left} 次</span>
}
