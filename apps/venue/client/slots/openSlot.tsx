import { openGame, type GamePage } from '../frame/openGame.tsx'
import { useMemo } from 'react'
import { Reconnecting } from '../frame/Reconnecting.tsx'
import type { Game } from '../session/useGame.ts'

type SlotPage<Outcome> = Omit<GamePage<Outcome>, 'Waiting'> & {
  /** The frame without figures, as the page's own HTML has it. */
  frame: string
}

/** Draws the page of a slot. */
export function openSlot<Outcome>({ frame, ...page }: SlotPage<Outcome>): void {
  openGame<Outcome>({ ...page, Waiting: ({ game }) => <EmptyFrame frame={frame} game={game} /> })
}

type Waits = { frame: string; game: Pick<Game, 'offline' | 'lobbyUrl' | 'retryNow' | 'leave'> }

function EmptyFrame({ frame, game }: Waits) {
  const html = useMemo(() => ({ __html: frame }), [frame])
  return (
    <>
      <div dangerouslySetInnerHTML={html} />
      {game.offline && (
        <div className="g over">
          <Reconnecting game={game} />
        </div>
      )}
    </>
  )
}
