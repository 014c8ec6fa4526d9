import { loadWords } from '../../client/words/words.ts'
import { itemAt, present } from '../../model/present.ts'
import '../../client/frame/games.css'
import './slot5.css'
import { useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { lazyPart } from '../../client/frame/lazyPart.tsx'
import { Ended } from '../../client/frame/Ended.tsx'
import { answerTapsQuickly, pressOncePerKey } from '../../client/kit/quickTaps.ts'
import { Reconnecting } from '../../client/frame/Reconnecting.tsx'
import { gameCodeOf } from '../../client/session/session.ts'
import { useGame, type Game } from '../../client/session/useGame.ts'
import { frameHtml5 } from './frameHtml5.ts'
import type { Slot5Round } from './model/slot5.ts'
import { SKINS5, type Skin5 } from './skins5.ts'
import { Slot5Screen } from './Slot5Screen.tsx'

const Slot5Rules = lazyPart(async () => (await import('./Slot5Rules.tsx')).Slot5Rules)

function Play({ code, skin }: { code: string; skin: Skin5 }) {
  const game = useGame<Slot5Round>(code)
  if (game.phase === 'ended')
    return <Ended why={game.endedBecause} lobbyUrl={game.lobbyUrl} room={skin.room} />
  if (game.state) return <Slot5Screen game={game} state={game.state} skin={skin} />
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
  skin: Skin5
  game: Pick<Game, 'offline' | 'lobbyUrl' | 'retryNow' | 'leave'>
}) {
  const html = useMemo(() => ({ __html: frameHtml5(code, skin) }), [code, skin])
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
function Rules({ skin }: { skin: Skin5 }) {
  return (
    <div className="g read" data-room={skin.room}>
      <main className="page">
        <h1>
          {skin.name} <span className="sand">沙盒·试玩币</span>
        </h1>
        <Slot5Rules skin={skin} />
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
const skin = SKINS5[code] ?? itemAt(SKINS5, 'koi5')
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
