import { inLang, inWords, loadWords, t } from '../words/words.ts'
import { present } from '../../model/present.ts'
import './games.css'
import type { ComponentType, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { answerTapsQuickly, pressOncePerKey } from '../kit/quickTaps.ts'
import { useGame, type Game } from '../session/useGame.ts'
import type { State } from '../session/wire.ts'
import { Ended } from './Ended.tsx'
import { Reconnecting } from './Reconnecting.tsx'

/** What a game's page is made of, whatever is played on it. */
export type GamePage<Outcome> = {
  code: string
  name: string
  /** Light of the room, in the game's stylesheet. */
  room: string
  Play(props: { game: Game<Outcome>; state: State<Outcome> }): ReactNode
  /** What shows while the session is being opened: the room without figures. */
  Waiting(props: { game: Game<Outcome> }): ReactNode
  /** The rules: bets, odds, returns, chances, limits. */
  Rules: ComponentType
}

/** Draws the page of a game: the game, or its rules for whoever reads before playing. */
export function openGame<Outcome>(page: GamePage<Outcome>): void {
  answerTapsQuickly()
  pressOncePerKey()
  const root = createRoot(present(document.getElementById('game')))
  const reads = location.pathname.startsWith('/rules/')
  void loadWords().then(() => {
    document.title = inWords(`${page.name} · 沙盒 · 试玩币`)
    root.render(reads ? <Rules page={page} /> : <Enter page={page} />)
  })
}

function Enter<Outcome>({ page }: { page: GamePage<Outcome> }) {
  const game = useGame<Outcome>(page.code)
  if (game.phase === 'ended')
    return <Ended why={game.endedBecause} lobbyUrl={game.lobbyUrl} room={page.room} />
  if (game.state) return <page.Play game={game} state={game.state} />
  return <page.Waiting game={game} />
}

function Rules<Outcome>({ page }: { page: GamePage<Outcome> }) {
  return (
    <div className="g read" data-room={page.room}>
      <main className="page">
        <h1>
          {page.name} <span className="sand">{t('head.sandbox')}</span>
        </h1>
        <page.Rules />
        <p className="gap">
          <a className="btn wide" href={inLang('/verify')}>
            {t('menu.fair')}
          </a>
        </p>
      </main>
    </div>
  )
}

/** The room of a table or a book without figures, while its session is being opened. */
export function EmptyRoom({ page, game }: { page: { name: string; room: string }; game: Game }) {
  return (
    <div className="g" data-room={page.room}>
      <header className="hud">
        <div className="hud-bar">
          <span className="exit" />
          <div className="hud-t">
            <b>{page.name}</b>
            <span className="sand">{t('head.sandbox')}</span>
          </div>
          <span className="icon" />
        </div>
        <dl className="facts" />
      </header>
      <main className="ended">
        <p>{t('entering')}</p>
      </main>
      <Reconnecting game={game} />
    </div>
  )
}
