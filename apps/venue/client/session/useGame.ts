import { useEffect, useState } from 'react'
import { goAway } from './api.ts'
import { createConnection, type Connection, type Offline } from './connection.ts'
import { createCalls, type GameCalls } from './gameCalls.ts'
import { createUpdates, ENTERING, type SessionState, type SessionUpdates } from './sessionState.ts'
import type { Stored } from './wire.ts'

/** A session; `Outcome` is what the rounds of its game store. Its functions never change. */
export type Game<Outcome = Stored> = SessionState<Outcome> &
  Omit<Connection, 'setToken'> &
  Pick<SessionUpdates<Outcome>, 'show' | 'settle'> &
  Omit<GameCalls<Outcome>, 'enter'> & {
    offline: Offline | null
    notice: string
    setNotice: (notice: string) => void
  }

/**
 * The session of one game: entering, the figures, and what to do when the connection or the session
 * is lost.
 */
export function useGame<Outcome = Stored>(code: string): Game<Outcome> {
  const [session, setSession] = useState<SessionState<Outcome>>(ENTERING)
  const [notice, setNotice] = useState('')
  const [offline, setOffline] = useState<Offline | null>(null)
  const [actions] = useState(() => {
    const connection = createConnection(setOffline)
    const updates = createUpdates(code, setSession)
    return { ...connection, ...updates, ...createCalls(code, connection, updates, setNotice) }
  })
  const { enter, refresh, retryNow, token } = actions
  const { phase } = session

  useEffect(() => {
    window.addEventListener('online', retryNow)
    return () => window.removeEventListener('online', retryNow)
  }, [retryNow])
  useEffect(() => {
    void enter()
  }, [enter])
  useEffect(() => {
    const away = () => {
      if (token() && phase === 'playing') goAway(token())
    }
    window.addEventListener('pagehide', away)
    return () => window.removeEventListener('pagehide', away)
  }, [phase, token])
  // A page that comes back from the background shows what is true now.
  useEffect(() => {
    const back = () => {
      if (document.visibilityState === 'visible' && token() && phase === 'playing') void refresh()
    }
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [phase, token, refresh])

  return { ...actions, ...session, offline, notice, setNotice }
}
