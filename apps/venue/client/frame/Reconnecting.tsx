import { t } from '../words/words.ts'
import { useEffect, useState } from 'react'
import { RetryIcon } from './icons.tsx'
import { yuan } from '../kit/money.ts'
import type { Offline } from '../session/connection.ts'
import type { Game } from '../session/useGame.ts'
import { LOBBY_TARGET } from '../session/frame.ts'

type Session = Pick<Game, 'offline' | 'lobbyUrl' | 'retryNow' | 'leave'>

/** Says what is safe while the connection is down. */
export function Reconnecting({ game }: { game: Session }) {
  return game.offline && <Bar game={game} offline={game.offline} />
}

function Bar({ game, offline }: { game: Session; offline: Offline }) {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((offline.retryAtMs - nowMs) / 1_000))
  return (
    <div className="off-bar" role="alert">
      <span className="whirl">
        <RetryIcon />
      </span>
      <div className="grow">
        <b>{t('offline.title')}</b>
        <p>
          {t('offline.attempt', { attempt: offline.attempt })}
          {Number.isFinite(seconds) && seconds > 0 && t('offline.wait', { seconds })}
        </p>
        <ul>
          {offline.placedFen !== null && (
            <li>{t('offline.placed', { amount: yuan(offline.placedFen) })}</li>
          )}
          <li>{t('offline.prepared')}</li>
        </ul>
        <div className="row">
          <button type="button" className="btn pri" onClick={game.retryNow}>
            {t('offline.retry')}
          </button>
          <a className="btn wide" href={game.lobbyUrl} target={LOBBY_TARGET} onClick={game.leave}>
            {t('head.leave')}
          </a>
        </div>
      </div>
    </div>
  )
}
