import { useState } from 'react'
import { ClockIcon } from './icons.tsx'
import { signedYuan, yuan } from '../kit/money.ts'
import { useDialogFocus } from './Sheet.tsx'
import type { Game } from '../session/useGame.ts'
import type { Figures } from '../session/wire.ts'

type Props = {
  game: Pick<Game, 'clockOffMs' | 'lobbyUrl' | 'leave' | 'answerReality'>
  figures: Figures
  onHistory: () => void
}

/** The pause that must be answered: leaving and going on are equally large, leaving comes first. */
export function RealityCheck({ game, figures: { session }, onHistory }: Props) {
  const box = useDialogFocus(null)
  const [going, setGoing] = useState(false)
  const [minutes] = useState(() =>
    Math.max(
      1,
      Math.floor((Date.now() + game.clockOffMs - Date.parse(session.started_at)) / 60_000),
    ),
  )
  const go = async () => {
    setGoing(true)
    await game.answerReality()
    setGoing(false)
  }
  return (
    <>
      <div className="veil low" />
      <section
        className="dlg"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="reality"
        tabIndex={-1}
        ref={box}
      >
        <ClockIcon />
        <h2 id="reality">已连续游戏 {minutes} 分钟</h2>
        <p>游戏已暂停，请看一眼再决定。</p>
        <dl className="kv">
          <div>
            <dt>本次净额</dt>
            <dd>{signedYuan(session.net)} 元</dd>
          </div>
          <div>
            <dt>下注总额</dt>
            <dd>{yuan(session.staked)} 元</dd>
          </div>
          <div>
            <dt>局数</dt>
            <dd>{session.rounds}</dd>
          </div>
          <div>
            <dt>净亏限额剩余</dt>
            <dd>
              {session.net_limit_left === null ? '未设置' : `${yuan(session.net_limit_left)} 元`}
            </dd>
          </div>
        </dl>
        <div className="two">
          <a className="btn leave" href={game.lobbyUrl} onClick={game.leave}>
            离开游戏
          </a>
          <button type="button" className="btn" disabled={going} onClick={() => void go()}>
            继续
          </button>
        </div>
        <button type="button" className="btn plain" onClick={onHistory}>
          查看本次记录
        </button>
      </section>
    </>
  )
}
