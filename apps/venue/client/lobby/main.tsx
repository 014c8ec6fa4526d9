import { loadWords, t } from '../words/words.ts'
import { present } from '../../model/present.ts'
import '../frame/games.css'
import './lobby.css'
import { createRoot } from 'react-dom/client'
import { Ended } from '../frame/Ended.tsx'
import { Reconnecting } from '../frame/Reconnecting.tsx'
import { useGame } from '../session/useGame.ts'
import { Lobby } from './Lobby.tsx'

function Enter() {
  const game = useGame('lobby')
  if (game.phase === 'ended')
    return <Ended why={game.endedBecause} lobbyUrl={game.lobbyUrl} room="lobby" />
  if (game.state) return <Lobby game={game} state={game.state} />
  return (
    <div className="g" data-room="lobby">
      <header className="hud">
        <div className="hud-bar">
          <span className="exit" />
          <div className="hud-t">
            <b>游戏大厅</b>
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

void loadWords().then(() => {
  createRoot(present(document.getElementById('game'))).render(<Enter />)
})
