import { t } from '../words/words.ts'
import { memo, useEffect, useState } from 'react'
import {
  BackIcon,
  HistoryIcon,
  MenuIcon,
  MutedIcon,
  RulesIcon,
  ShieldIcon,
  SoundIcon,
} from './icons.tsx'
import { useSound } from './useSound.ts'
import { signedYuan, yuan } from '../kit/money.ts'
import { minuteTime } from '../kit/when.ts'
import { LOBBY_TARGET, PAGE_TARGET } from '../session/frame.ts'

export type HeadProps = {
  name: string
  /** Played with a throw-away wallet. */
  demo?: boolean
  lobbyUrl: string
  /** The operator's page of limits; without one the game's own menu shows them. */
  limitUrl: string | null
  onLeave: () => void
  onOpen: (sheet: 'rules' | 'menu' | 'history') => void
  startedAt: string
  clockOffMs: number
  netFen: number
  balanceFen: number
  /** Brings more money into the open game; absent where the player has allowed nothing. */
  onMoney?: (() => void) | undefined
}

/** What every game shows at every moment; no sheet or dialog covers it. */
export const Head = memo(function Head({
  name,
  demo = false,
  lobbyUrl,
  limitUrl,
  onLeave,
  onOpen,
  startedAt,
  clockOffMs,
  netFen,
  balanceFen,
  onMoney,
}: HeadProps) {
  return (
    <header className="hud">
      <div className="hud-bar">
        <Exit url={lobbyUrl} onLeave={onLeave} />
        <div className="hud-t">
          <h1>{name}</h1>
          <span className="sand">{t(demo ? 'head.demo' : 'head.sandbox')}</span>
        </div>
        <LimitLink url={limitUrl} onMenu={() => onOpen('menu')} />
        <button
          type="button"
          className="icon"
          aria-label={t('head.history')}
          onClick={() => onOpen('history')}
        >
          <HistoryIcon />
        </button>
        <button
          type="button"
          className="icon"
          aria-label={t('head.rules')}
          onClick={() => onOpen('rules')}
        >
          <RulesIcon />
        </button>
        <SoundButton />
        <button
          type="button"
          className="icon"
          aria-label={t('head.menu')}
          onClick={() => onOpen('menu')}
        >
          <MenuIcon />
        </button>
      </div>
      <dl className="facts">
        <Clock startedAt={startedAt} clockOffMs={clockOffMs} />
        <div>
          <dt>{t('head.net')}</dt>
          <dd data-testid="net">{signedYuan(netFen)}</dd>
        </div>
        <Balance balanceFen={balanceFen} onMoney={onMoney} />
      </dl>
    </header>
  )
})

function Balance({ balanceFen, onMoney }: Pick<HeadProps, 'balanceFen' | 'onMoney'>) {
  return (
    <div className="bal">
      <dt>
        {t('head.balance')}
        {onMoney && <MoneyWay onClick={onMoney} />}
      </dt>
      <dd>
        <span data-testid="balance" aria-label={t('head.balance_of', { amount: yuan(balanceFen) })}>
          {yuan(balanceFen)}
        </span>
        <small>{t('yuan')}</small>
      </dd>
    </div>
  )
}

const MoneyWay = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className="top-up-way" onClick={onClick}>
    {t('head.top_up')}
  </button>
)

const Exit = ({ url, onLeave }: { url: string; onLeave: () => void }) => (
  <a
    className="exit"
    href={url}
    target={LOBBY_TARGET}
    onClick={onLeave}
    aria-label={t('head.leave_label')}
  >
    <BackIcon />
    <span>{t('head.leave')}</span>
  </a>
)

/** One tap for sounds; a narrow phone has the switch in its menu. */
function SoundButton() {
  const [on, flip] = useSound()
  return (
    <button
      type="button"
      className="icon sound"
      aria-label={t('head.sound')}
      aria-pressed={on}
      onClick={flip}
    >
      {on ? <SoundIcon /> : <MutedIcon />}
    </button>
  )
}

function LimitLink({ url, onMenu }: { url: string | null; onMenu: () => void }) {
  const label = t('head.limits')
  return url === null ? (
    <button type="button" className="icon" aria-label={label} onClick={onMenu}>
      <ShieldIcon />
    </button>
  ) : (
    <a className="icon" aria-label={label} href={url} target={PAGE_TARGET}>
      <ShieldIcon />
    </a>
  )
}

/**
 * The time and how long the session has lasted; ticks by itself, so that nothing else is drawn
 * every second.
 */
function Clock({ startedAt, clockOffMs }: { startedAt: string; clockOffMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const time = minuteTime(nowMs + clockOffMs)
  const seconds = Math.max(0, Math.floor((nowMs + clockOffMs - Date.parse(startedAt)) / 1_000))
  const two = (n: number) => String(n).padStart(2, '0')
  return (
    <>
      <div>
        <dt>{t('head.time')}</dt>
        <dd>{time}</dd>
      </div>
      <div>
        <dt>{t('head.length')}</dt>
        <dd>
          {two(Math.floor(seconds / 3_600))}:{two(Math.floor(seconds / 60) % 60)}:
          {two(seconds % 60)}
        </dd>
      </div>
    </>
  )
}
