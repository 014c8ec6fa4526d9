import { useEffect, useState } from 'react'
import { answeredAtMs } from '../session/api.ts'
import type { Game } from '../session/useGame.ts'
import type { LobbyView } from './wire.ts'

const ASK_EVERY_MS = 20_000

/**
 * The list of the venue, asked again now and then and when the page comes back into sight; ticks
 * once a second.
 */
export function useLobby({ ask }: Pick<Game, 'ask'>): { view: LobbyView | null; nowMs: number } {
  const [view, setView] = useState<LobbyView | null>(null)
  const [offMs, setOffMs] = useState(0)
  const [nowMs, setNowMs] = useState(0)
  useEffect(() => {
    let gone = false
    const load = () => {
      void ask<LobbyView>('GET', '/api/lobby').then(fresh => {
        if (gone || !fresh) return
        setOffMs(fresh.now - answeredAtMs(fresh))
        setNowMs(fresh.now)
        setView(fresh)
      })
    }
    const look = () => {
      if (document.visibilityState === 'visible') load()
    }
    load()
    const timer = setInterval(look, ASK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      gone = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [ask])
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now() + offMs), 1_000)
    return () => clearInterval(timer)
  }, [offMs])
  return { view, nowMs }
}
