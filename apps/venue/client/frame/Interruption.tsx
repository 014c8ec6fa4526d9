import { useState } from 'react'
import { timeOfDay } from './Head.tsx'
import { ClockIcon } from './icons.tsx'
import { signedYuan, yuan } from '../kit/money.ts'
import { useDialogFocus } from './Sheet.tsx'
import type { Game } from '../session/useGame.ts'
import type { Due } from '../session/useDue.ts'
import type { State } from '../session/wire.ts'
import { LOBBY_TARGET, PAGE_TARGET } from '../session/frame.ts'

type Props = {
  /** What stops the game; null while nothing does. */
  due: Due
  game: Pick<Game, 'clockOffMs' | 'lobbyUrl' | 'leave' | 'answerReality'>
  state: Pick<State, 'session' | 'limit_url'>
  onHistory: () => void
}

/** What stands before the game after a round: the reality check, or the end of the time. */
export function Interruption({ due, ...props }: Props) {
  if (due === null) return null
  return <Pause key={due} due={due} {...props} />
}

/** A pause that must be answered. Leaving and going on weigh the same; leaving comes first. */
function Pause({ due, game, state, onHistory }: Props) {
  const box = useDialogFocus(null)
  const { session } = state
  const [nowMs] = useState(() => Date.now() + game.clockOffMs)
  const minutes = Math.max(1, Math.floor((nowMs - Date.parse(session.started_at)) / 60_000))
  const time = timeOfDay.format(nowMs)
  return (
    <>
      <div className="veil low" />
      <section
        className="dlg"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="pause"
        tabIndex={-1}
        ref={box}
      >
        <ClockIcon />
        <h2 id="pause">{due === 'over' ? '已到结束时间' : `已连续游戏 ${minutes} 分钟`}</h2>
        <p>
          {due === 'over'
            ? `现在 ${time}，不再接受下注，已下的注照常结算。`
            : `现在 ${time}，游戏已暂停，请看一眼再决定。`}
        </p>
        <SessionFigures session={session} />
        <div className={due === 'over' ? 'two one' : 'two'}>
          <a className="btn" href={game.lobbyUrl} target={LOBBY_TARGET} onClick={game.leave}>
            离开游戏
          </a>
          {due === 'reality' && <GoOn onGo={game.answerReality} />}
        </div>
        <div className="ways">
          <button type="button" className="btn plain" onClick={onHistory}>
            查看本次记录
          </button>
          {state.limit_url && (
            <a className="btn plain" href={state.limit_url} target={PAGE_TARGET}>
              理性博彩与限额
            </a>
          )}
        </div>
      </section>
    </>
  )
}

function GoOn({ onGo }: { onGo: () => Promise<void> }) {
  const [going, setGoing] = useState(false)
  const go = async () => {
    setGoing(true)
    await onGo()
    setGoing(false)
  }
  return (
    <button type="button" className="btn" disabled={going} onClick={() => void go()}>
      继续
    </button>
  )
}

/** What the session came to, and what is left of its limit of losses. */
function SessionFigures({ session }: Pick<State, 'session'>) {
  const figures = [
    ['本次净额', `${signedYuan(session.net)} 元`],
    ['下注总额', `${yuan(session.staked)} 元`],
    ['返还总额', `${yuan(session.returned)} 元`],
    ['局数', session.rounds],
  ] as const
  return (
    <>
      <dl className="kv">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {session.net_limit_left !== null && (
        <p className="left">净亏限额剩余 {yuan(session.net_limit_left)} 元</p>
      )}
    </>
  )
}
