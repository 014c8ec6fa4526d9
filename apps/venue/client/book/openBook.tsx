import { loadWords, t } from '../words/words.ts'
import { present } from '../../model/present.ts'
import '../frame/games.css'
import './book.css'
import { createRoot } from 'react-dom/client'
import { Ended } from '../frame/Ended.tsx'
import { answerTapsQuickly, pressOncePerKey } from '../kit/quickTaps.ts'
import { Reconnecting } from '../frame/Reconnecting.tsx'
import { useGame, type Game } from '../session/useGame.ts'
import type { State } from '../session/wire.ts'
import type { BookDesign } from './BookDesign.ts'
import { BookFrame } from './BookFrame.tsx'
import { useBook } from './useBook.ts'

/** Draws the page of a book: the game, or its rules for whoever reads before playing. */
export function openBook<Terms, Detail, Outcome>(design: BookDesign<Terms, Detail, Outcome>): void {
  document.title = `${design.name} · 沙盒 · 试玩币`
  answerTapsQuickly()
  pressOncePerKey()
  void loadWords().then(() => {
    createRoot(present(document.getElementById('game'))).render(
      location.pathname.startsWith('/rules/') ? (
        <Rules design={design} />
      ) : (
        <Enter design={design} />
      ),
    )
  })
}

function Enter({ design }: { design: BookDesign }) {
  const game = useGame(design.code)
  if (game.phase === 'ended')
    return <Ended why={game.endedBecause} lobbyUrl={game.lobbyUrl} room={design.room} />
  return game.state ? (
    <Play game={game} state={game.state} design={design} />
  ) : (
    <Waiting design={design} game={game} />
  )
}

function Play({ game, state, design }: { game: Game; state: State; design: BookDesign }) {
  const book = useBook(game)
  return book ? (
    <BookFrame game={game} state={state} book={book} design={design} />
  ) : (
    <Waiting design={design} game={game} />
  )
}

/** The room without figures, while the session is being opened. */
function Waiting({ design, game }: { design: BookDesign; game: Game }) {
  return (
    <div className="g" data-room={design.room}>
      <header className="hud">
        <div className="hud-bar">
          <span className="exit" />
          <div className="hud-t">
            <b>{design.name}</b>
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

function Rules({ design }: { design: BookDesign }) {
  return (
    <div className="g read" data-room={design.room}>
      <main className="page">
        <h1>
          {design.name} <span className="sand">{t('head.sandbox')}</span>
        </h1>
        <design.Rules />
        <p className="gap">
          <a className="btn wide" href="/verify">
            公平验证
          </a>
        </p>
      </main>
    </div>
  )
}
