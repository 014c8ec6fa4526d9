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
          <span className="sand">{demo ? '沙盒·试玩模式' : '沙盒·试玩币'}</span>
        </div>
        <SoundButton />
        <LimitLink url={limitUrl} onMenu={() => onOpen('menu')} />
        <button
          type="button"
          className="icon"
          aria-label="投注记录"
          onClick={() => onOpen('history')}
        >
          <HistoryIcon />
        </button>
        <button
          type="button"
          className="icon"
          aria-label="规则与赔率"
          onClick={() => onOpen('rules')}
        >
          <RulesIcon />
        </button>
        <button
          type="button"
          className="icon"
          aria-label="菜单：公平、记录、声音"
          onClick={() => onOpen('menu')}
        >
          <MenuIcon />
        </button>
      </div>
      <dl className="facts">
        <Clock startedAt={startedAt} clockOffMs={clockOffMs} />
        <div>
          <dt>本次净额</dt>
          <dd data-testid="net">{signedYuan(netFen)}</dd>
        </div>
        <div className="bal">
          <dt>
            余额
            {onMoney && <MoneyWay onClick={onMoney} />}
          </dt>
          <dd>
            <span data-testid="balance" aria-label={`余额 ${yuan(balanceFen)} 元`}>
              {yuan(balanceFen)}
            </span>
            <small>元</small>
          </dd>
        </div>
      </dl>
    </header>
  )
})

const MoneyWay = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className="top-up-way" onClick={onClick}>
    转入
  </button>
)

const Exit = ({ url, onLeave }: { url: string; onLeave: () => void }) => (
  <a className="exit" href={url} target={LOBBY_TARGET} onClick={onLeave} aria-label="离开游戏">
    <BackIcon />
    离开
  </a>
)

/** One tap for sounds; a narrow phone has the switch in its menu. */
function SoundButton() {
  const [on, flip] = useSound()
  return (
    <button
      type="button"
      className="icon sound"
      aria-label="声音开关"
      aria-pressed={on}
      onClick={flip}
    >
      {on ? <SoundIcon /> : <MutedIcon />}
    </button>
  )
}

function LimitLink({ url, onMenu }: { url: string | null; onMenu: () => void }) {
  const label = '理性博彩与限额'
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

/** Made once: to make one takes longer than to draw the whole head. */
export const timeOfDay = new Intl.DateTimeFormat('zh-CN', {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

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
  const time = timeOfDay.format(nowMs + clockOffMs)
  const seconds = Math.max(0, Math.floor((nowMs + clockOffMs - Date.parse(startedAt)) / 1_000))
  const two = (n: number) => String(n).padStart(2, '0')
  return (
    <>
      <div>
        <dt>时间</dt>
        <dd>{time}</dd>
      </div>
      <div>
        <dt>本次时长</dt>
        <dd>
          {two(Math.floor(seconds / 3_600))}:{two(Math.floor(seconds / 60) % 60)}:
          {two(seconds % 60)}
        </dd>
      </div>
    </>
  )
}
