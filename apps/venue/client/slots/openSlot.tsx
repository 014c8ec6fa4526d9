import { openGame, type GamePage } from '../frame/openGame.tsx'
import { useMemo } from 'react'
import { present } from '../../model/present.ts'
import { Reconnecting } from '../frame/Reconnecting.tsx'
import type { Game } from '../session/useGame.ts'

type SlotPage<Outcome> = Omit<GamePage<Outcome>, 'Waiting'>

/** Draws the page of a slot; the frame without figures of the page's own HTML stands meanwhile. */
export function openSlot<Outcome>(page: SlotPage<Outcome>): void {
  const frame = present(document.getElementById('game')).innerHTML
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
