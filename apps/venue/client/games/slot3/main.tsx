import '../../app/games.css'
import { createRoot } from 'react-dom/client'
import { Ended } from '../../app/Ended.tsx'
import { gameCodeOf } from '../../app/session.ts'
import { useGame } from '../../app/useGame.ts'
import { Reconnecting } from '../../app/Reconnecting.tsx'
import { SKINS, type Skin } from './skins.ts'
import { Slot3 } from './Slot3.tsx'
import { Slot3Rules } from './Slot3Rules.tsx'

function Play({ code, skin }: { code: string; skin: Skin }) {
  const game = useGame(code)
  if (game.phase === 'ended') return <Ended why={game.endedBecause} lobbyUrl={game.lobbyUrl} room={skin.room} />
  if (game.state) return <Slot3 game={game} state={game.state} skin={skin} />
  return (
    <div className="g" data-room={skin.room}>
      <main className="ended"><span className="sand">沙盒·试玩币</span><h1>{skin.name}</h1><p>正在进入…</p></main>
      {game.offline && <Reconnecting offline={game.offline} lobbyUrl={game.lobbyUrl} onRetry={game.retryNow} onLeave={game.leave} />}
    </div>
  )
}

/** The rules without a session, for whoever reads before playing. */
function Rules({ skin }: { skin: Skin }) {
  return (
    <div className="g read" data-room={skin.room}>
      <main className="page"><h1>{skin.name} <span className="sand">沙盒·试玩币</span></h1><Slot3Rules skin={skin} /><p className="gap"><a className="btn wide" href="/verify">公平验证</a></p></main>
    </div>
  )
}

const code = gameCodeOf(location.pathname)
const skin = SKINS[code] ?? SKINS['orchard3']!
document.title = `${skin.name} · 沙盒 · 试玩币`
const root = createRoot(document.getElementById('game')!)
root.render(location.pathname.startsWith('/rules/') ? <Rules skin={skin} /> : <Play code={code} skin={skin} />)
