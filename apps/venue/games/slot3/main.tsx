import { loadWords } from '../../client/words/words.ts'
import { itemAt, present } from '../../model/present.ts'
import '../../client/frame/games.css'
import { useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { Ended } from '../../client/frame/Ended.tsx'
import { answerTapsQuickly, pressOncePerKey } from '../../client/kit/quickTaps.ts'
import { gameCodeOf } from '../../client/session/session.ts'
import { useGame, type Game } from '../../client/session/useGame.ts'
import { Reconnecting } from '../../client/frame/Reconnecting.tsx'
import { frameHtml } from './frameHtml.ts'
import type { SlotResult } from './model/evaluate.ts'
import { SKINS, type Skin } from './skins.ts'
import { Slot3Screen } from './Slot3Screen.tsx'
import { Slot3Rules } from './Slot3Rules.tsx'

function Play({ code, skin }: { code: string; skin: Skin }) {
  const game = useGame<SlotResult>(code)
  if (game.phase === 'ended')
    return <Ended why={game.endedBecause} lobbyUrl={game.lobbyUrl} room={skin.room} />
  if (game.state) return <Slot3Screen game={game} state={game.state} skin={skin} />
  return <Waiting code={code} skin={skin} game={game} />
}

/**
 * The frame without figures, while the session is being opened: the same as the page's own HTML.
 */
function Waiting({
  code,
  skin,
  game,
}: {
  code: string
  skin: Skin
  game: Pick<Game, 'offline' | 'lobbyUrl' | 'retryNow' | 'leave'>
}) {
  const html = useMemo(() => ({ __html: frameHtml(code, skin) }), [code, skin])
  return (
    <>
      <div dangerouslySetInnerHTML={html} />
      {game.offline && (
        <div className="g over">
          <Reconnecting game={game} />
        </div>
      )}
    </>
  )
}

/** The rules without a session, for whoever reads before playing. */
function Rules({ skin }: { skin: Skin }) {
  return (
    <div className="g read" data-room={skin.room}>
      <main className="page">
        <h1>
          {skin.name} <span className="sand">沙盒·试玩币</span>
        </h1>
        <Slot3Rules skin={skin} />
        <p className="gap">
          <a className="btn wide" href="/verify">
            公平验证
          </a>
        </p>
      </main>
    </div>
  )
}

const code = gameCodeOf(location.pathname)
const skin = SKINS[code] ?? itemAt(SKINS, 'orchard3')
document.title = `${skin.name} · 沙盒 · 试玩币`
answerTapsQuickly()
pressOncePerKey()
const root = createRoot(present(document.getElementById('game')))
void loadWords().then(() => {
  root.render(
    location.pathname.startsWith('/rules/') ? (
      <Rules skin={skin} />
    ) : (
      <Play code={code} skin={skin} />
    ),
  )
})
