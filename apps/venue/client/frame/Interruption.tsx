import { Figures } from '../kit/Figures.tsx'
import { t } from '../words/words.ts'
import { useState } from 'react'
import { ClockIcon } from './icons.tsx'
import { signedYuan, yuan } from '../kit/money.ts'
import { minuteTime } from '../kit/when.ts'
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
  const time = minuteTime(nowMs)
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
        <h2 id="pause">{due === 'over' ? t('pause.over') : t('pause.reality', { minutes })}</h2>
        <p>{due === 'over' ? t('pause.over_say', { time }) : t('pause.reality_say', { time })}</p>
        <SessionFigures session={session} />
        <div className={due === 'over' ? 'two one' : 'two'}>
          <a className="btn" href={game.lobbyUrl} target={LOBBY_TARGET} onClick={game.leave}>
            {t('menu.leave')}
          </a>
          {due === 'reality' && <GoOn onGo={game.answerReality} />}
        </div>
        <div className="ways">
          <button type="button" className="btn plain" onClick={onHistory}>
            {t('pause.history')}
          </button>
          {state.limit_url && (
            <a className="btn plain" href={state.limit_url} target={PAGE_TARGET}>
              {t('head.limits')}
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
      {t('pause.go_on')}
    </button>
  )
}

/** What the session came to, and what is left of its limit of losses. */
function SessionFigures({ session }: Pick<State, 'session'>) {
  const figures = [
    [t('head.net'), t('yuan.of', { amount: signedYuan(session.net) })],
    [t('pause.staked'), t('yuan.of', { amount: yuan(session.staked) })],
    [t('pause.returned'), t('yuan.of', { amount: yuan(session.returned) })],
    [t('pause.rounds'), session.rounds],
  ] as const
  return (
    <>
      <Figures of={figures} />
      {session.net_limit_left !== null && (
        <p className="left">{t('pause.left', { amount: yuan(session.net_limit_left) })}</p>
      )}
    </>
  )
}
