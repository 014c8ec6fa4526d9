import { useState } from 'react'
import { Head } from '../frame/Head.tsx'
import { HistorySheet, plainLook } from '../frame/HistorySheet.tsx'
import { yuan } from '../kit/money.ts'
import { inLang } from '../words/words.ts'
import { openGame } from '../session/openGame.ts'
import { Limits } from '../frame/Limits.tsx'
import { Reconnecting } from '../frame/Reconnecting.tsx'
import { Sheet } from '../frame/Sheet.tsx'
import type { Game } from '../session/useGame.ts'
import { useDue } from '../session/useDue.ts'
import type { State } from '../session/wire.ts'
import { liveText } from './liveText.ts'
import { hasRoads } from './hasRoads.ts'
import { useLobby } from './useLobby.ts'
import type { Listed } from './wire.ts'
import { Interruption } from '../frame/lazyInterruption.ts'
import { lazyPart } from '../frame/lazyPart.tsx'
import { LOBBY_TARGET } from '../session/frame.ts'

const TableRoads = lazyPart(async () => (await import('./TableRoads.tsx')).TableRoads)

/** Few games are shown larger. */
const FEW = 4
type Open = 'rules' | 'menu' | 'history' | 'roads' | null

/** The games of one venue: what each returns, takes and does at this moment. */
export function Lobby({ game, state }: { game: Game; state: State }) {
  const { view, nowMs } = useLobby(game)
  const [open, setOpen] = useState<Open>(null)
  const [refusal, setRefusal] = useState('')
  const due = useDue(state, game.clockOffMs)
  const games = view?.games ?? []
  const enter = async (listed: Listed) =>
    setRefusal(listed.open ? await openGame(listed.code) : `${listed.name}维护中，请稍后再来`)
  return (
    <div className={`g${game.offline ? ' frozen' : ''}`} data-room="lobby">
      <Head
        name="游戏大厅"
        demo={state.demo}
        lobbyUrl={state.lobby_url}
        limitUrl={state.limit_url}
        onLeave={game.leave}
        onOpen={setOpen}
        startedAt={state.session.started_at}
        clockOffMs={game.clockOffMs}
        netFen={state.session.net}
        balanceFen={state.balance}
      />
      <main className="main" inert={open !== null || due !== null} tabIndex={0}>
        <p className="cap c2 hint">返还率是理论值，取每个游戏最优的注项 · 长期都低于 100%</p>
        <p className="refusal" role="status">
          {refusal || game.notice}
        </p>
        {games.filter(hasRoads).length > 1 && (
          <button type="button" className="btn roads-way" onClick={() => setOpen('roads')}>
            各桌路单
          </button>
        )}
        <ul className={`tiles${games.length <= FEW ? ' few' : ''}`} aria-busy={view === null}>
          {games.map(listed => (
            <li key={listed.code}>
              <Tile listed={listed} nowMs={nowMs} onOpen={() => void enter(listed)} />
            </li>
          ))}
        </ul>
        {view && games.length === 0 && <p className="none">这个场馆暂时没有开放的游戏。</p>}
      </main>
      <Reconnecting game={game} />
      <LobbySheet
        open={open}
        setOpen={setOpen}
        game={game}
        state={state}
        games={games}
        onEnter={listed => void enter(listed)}
      />
      {open !== 'history' && (
        <Interruption due={due} game={game} state={state} onHistory={() => setOpen('history')} />
      )}
    </div>
  )
}

type SheetProps = {
  open: Open
  setOpen: (open: Open) => void
  game: Game
  state: State
  games: readonly Listed[]
  onEnter: (listed: Listed) => void
}

function LobbySheet({ open, setOpen, game, state, games, onEnter }: SheetProps) {
  const close = () => setOpen(null)
  switch (open) {
    case 'rules':
      return <Rules games={games} onClose={close} />
    case 'menu':
      return (
        <Menu
          state={state}
          game={game}
          onRules={() => setOpen('rules')}
          onHistory={() => setOpen('history')}
          onClose={close}
        />
      )
    case 'history':
      return (
        <HistorySheet
          game={game}
          look={plainLook}
          onClose={close}
          onFair={close}
          later="进入游戏后可验证"
        />
      )
    case 'roads':
      return (
        <TableRoads game={game} tables={games.filter(hasRoads)} onEnter={onEnter} onClose={close} />
      )
    default:
      return null
  }
}

function Tile({ listed, nowMs, onOpen }: { listed: Listed; nowMs: number; onOpen: () => void }) {
  const { code, name, returns, min_stake, max_stake, open } = listed
  const live = liveText(listed, nowMs)
  return (
    <button
      type="button"
      className="tile"
      onClick={onOpen}
      data-testid={`tile-${code}`}
      aria-disabled={!open}
    >
      <span className="pic">
        <img src={`/art/${code}.svg`} alt="" width={160} height={160} draggable={false} />
        <b>{name}</b>
        {!open && <i className="shut">维护中</i>}
      </span>
      <span className="line">
        <span>{returns}</span>
        {open && live && <span className={`live ${live.tone}`}>{live.text}</span>}
      </span>
      <span className="line lim">
        {short(min_stake)}–{short(max_stake)} 元
      </span>
    </button>
  )
}

/** Whole yuan without decimals. */
const short = (fen: number) => yuan(fen).replace('.00', '')

function Rules({ games, onClose }: { games: readonly Listed[]; onClose: () => void }) {
  return (
    <Sheet
      title="规则与赔率"
      onClose={onClose}
      foot={
        <a className="btn wide" href={inLang('/verify')} target="_blank" rel="noopener noreferrer">
          公平验证
        </a>
      }
    >
      <p className="say">
        全部游戏使用试玩币。每个游戏的规则、赔率、返还率和数学版本都公布，结果由事先承诺的种子算出，可以离线验证。
      </p>
      <ul className="menu">
        {games.map(({ code, name, returns, max_win }) => (
          <li key={code}>
            <a href={inLang(`/rules/${code}`)} target="_blank" rel="noopener noreferrer">
              <span>{name}</span>
              <span>
                {returns} · 最高 {max_win} 倍 ›
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function Menu({
  state,
  game,
  onRules,
  onHistory,
  onClose,
}: {
  state: State
  game: Game
  onRules: () => void
  onHistory: () => void
  onClose: () => void
}) {
  const { session } = state
  return (
    <Sheet
      title="菜单"
      onClose={onClose}
      foot={
        <a
          className="btn wide leave"
          href={state.lobby_url}
          target={LOBBY_TARGET}
          onClick={game.leave}
        >
          离开大厅
        </a>
      }
    >
      <ul className="menu">
        <li>
          <button type="button" onClick={onRules}>
            <span>规则与赔率</span>
            <span>逐个游戏 ›</span>
          </button>
        </li>
        <li>
          <button type="button" onClick={onHistory}>
            <span>注单记录</span>
            <span>本次 {session.rounds} 局 ›</span>
          </button>
        </li>
      </ul>
      <Limits state={state} />
    </Sheet>
  )
}
