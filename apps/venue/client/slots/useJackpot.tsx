import { useEffect, useState, type ReactNode } from 'react'
import { lazyPart } from '../frame/lazyPart.tsx'
import { yuan } from '../kit/money.ts'
import type { Game } from '../session/useGame.ts'
import type { State } from '../session/wire.ts'

const JackpotSheet = lazyPart(async () => (await import('./JackpotSheet.tsx')).JackpotSheet)

/** The pool that stakes in this game go to. */
export type Pool = NonNullable<State['jackpot']>

/** A meter is never older than this on a page that is looked at. */
const FRESH_MS = 15_000

type Shown = { open: boolean; bar: ReactNode; sheet: ReactNode }
const NONE: Shown = { open: false, bar: null, sheet: null }

/**
 * The meter of the game's pool, the sheet with its rules, and the news of a win once its round is
 * told. `busy` keeps the news back while reels turn.
 */
export function useJackpot<Outcome>(
  game: Pick<Game<Outcome>, 'callWithRetry' | 'show' | 'offline'>,
  { jackpot, last }: State<Outcome>,
  busy: boolean,
): Shown {
  const [open, setOpen] = useState(false)
  const [seen, setSeen] = useState(last?.bet_id)
  useFresh(game, jackpot !== null && !busy)
  const won = last && last.status === 'SETTLED' && last.jackpot > 0 && last.bet_id !== seen
  if (won && !busy)
    return {
      open: true,
      bar: jackpot && <Bar pool={jackpot} onOpen={() => setOpen(true)} />,
      sheet: (
        <JackpotSheet pool={jackpot} wonFen={last.jackpot} onClose={() => setSeen(last.bet_id)} />
      ),
    }
  if (!jackpot) return NONE
  return {
    open,
    bar: <Bar pool={jackpot} onOpen={() => setOpen(true)} />,
    sheet: open && <JackpotSheet pool={jackpot} wonFen={0} onClose={() => setOpen(false)} />,
  }
}

const Bar = ({ pool, onOpen }: { pool: Pool; onOpen: () => void }) => (
  <div className="pool-bar">
    <button type="button" data-testid="jackpot" onClick={onOpen}>
      {pool.name} <b>{yuan(pool.pool)}</b>
    </button>
  </div>
)

/** Asks for the pool while nothing else brings it. */
function useFresh<Outcome>(
  { callWithRetry, show, offline }: Pick<Game<Outcome>, 'callWithRetry' | 'show' | 'offline'>,
  isWanted: boolean,
) {
  const isOff = offline !== null
  useEffect(() => {
    if (!isWanted || isOff) return
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await callWithRetry<Pick<State, 'jackpot'>>('GET', '/api/jackpot')
      if (answer.code === 0) show(answer.data)
    }, FRESH_MS)
    return () => clearInterval(timer)
  }, [callWithRetry, show, isWanted, isOff])
}
