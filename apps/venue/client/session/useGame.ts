import { useEffect, useRef, useState } from 'react'
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

  const plays = () => token() && phase === 'playing'
  useHeard('online', retryNow)
  useEffect(() => {
    void enter()
  }, [enter])
  useHeard('pagehide', () => {
    if (plays()) goAway(token())
  })
  // A page that comes back from the background shows what is true now; the document's event
  // reaches the window.
  useHeard('visibilitychange', () => {
    if (document.visibilityState === 'visible' && plays()) void refresh()
  })

  return { ...actions, ...session, offline, notice, setNotice }
}

/** Hears an event of the window as long as the page shows. */
function useHeard(event: string, heard: () => void): void {
  const latest = useRef(heard)
  latest.current = heard
  useEffect(() => {
    const listener = () => latest.current()
    addEventListener(event, listener)
    return () => removeEventListener(event, listener)
  }, [event])
}
