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
        <b>连接中断，正在重连</b>
        <p>
          第 {offline.attempt} 次尝试
          {Number.isFinite(seconds) && seconds > 0 && ` · ${seconds} 秒后再试`}
        </p>
        <ul>
          {offline.placedFen !== null && (
            <li>
              ✓ 已发出的 {yuan(offline.placedFen)}{' '}
              元：若已成立，由服务器照常结算；若没有成立，不扣款
            </li>
          )}
          <li>✓ 未确认的选择不会下注</li>
        </ul>
        <div className="row">
          <button type="button" className="btn pri" onClick={game.retryNow}>
            立即重试
          </button>
          <a className="btn wide" href={game.lobbyUrl} target={LOBBY_TARGET} onClick={game.leave}>
            离开
          </a>
        </div>
      </div>
    </div>
  )
}
