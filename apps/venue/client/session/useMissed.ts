import { useCallback, useEffect, useState } from 'react'
import { awaitedIds, notFound, resultSeen } from './awaited.ts'
import type { Game } from './useGame.ts'
import type { Bet } from './wire.ts'

/** What is not settled yet is asked for again, after this long and then ever later. */
const RETRY_MS = 1_200
const MAX_RETRY_MS = 30_000

/** Whether somebody looks at the page. */
function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return visible
}

type Awaiting = {
  /** Bets that the page itself shows: their client ids, joined by spaces. */
  current?: string
  /** True of bets in `current` whose result stands on the page. */
  shown?: boolean
  /** While a round is under way nothing is looked for. */
  paused?: boolean
  /** What changes when something may have ended unseen. */
  moment?: unknown
  /** True where every bet ends soon after it is no longer current. */
  endsSoon?: boolean
}

export type Missed<Outcome> = { bets: Bet<Outcome>[]; seen: () => void }

/**
 * The player's bets that ended while the page was closed, hidden or cut off, until they were seen.
 */
export function useMissed<Outcome>(
  { ask, offline }: Pick<Game<Outcome>, 'ask' | 'offline'>,
  { current = '', shown = false, paused = false, moment, endsSoon = false }: Awaiting,
): Missed<Outcome> {
  const [bets, setBets] = useState<Bet<Outcome>[]>([])
  const [tries, setTries] = useState(0)
  const visible = useVisible()
  useEffect(() => {
    if (shown && visible && current) resultSeen(current.split(' '))
  }, [shown, visible, current])
  const idle = !visible || paused || offline !== null
  useEffect(() => {
    if (idle) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const ids = awaitedIds().filter(id => !current.split(' ').includes(id))
      if (ids.length === 0) return
      const found = await ask<{ items: Bet<Outcome>[] }>('POST', '/api/bets/find', {
        client_bet_ids: ids,
      })
      if (gone || !found) return
      const known = found.items.map(bet => bet.client_bet_id)
      const coming = notFound(ids.filter(id => !known.includes(id)))
      const ended = found.items.filter(({ status }) => status !== 'OPEN')
      if (ended.length > 0) setBets(ended)
      if (!coming && !(endsSoon && ended.length < known.length)) return
      const pauseMs = Math.min(RETRY_MS * 2 ** tries, MAX_RETRY_MS)
      timer = setTimeout(() => setTries(tries + 1), pauseMs * (0.5 + Math.random() / 2))
    }
    void look()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [ask, idle, current, moment, endsSoon, tries])
  const seen = useCallback(() => {
    setBets(told => {
      resultSeen(told.map(bet => bet.client_bet_id))
      return []
    })
  }, [])
  return { bets, seen }
}
