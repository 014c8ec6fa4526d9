import { inWords, loadWords } from '../words/words.ts'
import { present } from '../../model/present.ts'
import { EmptyRoom } from '../frame/openGame.tsx'
import './lobby.css'
import { createRoot } from 'react-dom/client'
import { Ended } from '../frame/Ended.tsx'
import { useGame } from '../session/useGame.ts'
import { Lobby } from './Lobby.tsx'

function Enter() {
  const game = useGame('lobby')
  if (game.phase === 'ended')
    return <Ended why={game.endedBecause} lobbyUrl={game.lobbyUrl} room="lobby" />
  if (game.state) return <Lobby game={game} state={game.state} />
  return <EmptyRoom page={{ name: '游戏大厅', room: 'lobby' }} game={game} />
}

void loadWords().then(() => {
  document.title = inWords(document.title)
  createRoot(present(document.getElementById('game'))).render(<Enter />)
})
