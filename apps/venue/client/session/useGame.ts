import { itemAt } from '../../model/present.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, heardAtMs, leave as tellLeaving, Trouble } from './api.ts'
import { forgetSession, keepSession, keptSession, takeLaunchToken } from './session.ts'
import type { Entered, Envelope, Placed, State, Stored } from './wire.ts'

/** Waits between attempts to reconnect; the last one repeats. */
const RETRY_MS = [300, 1_000, 2_000, 3_000, 5_000, 8_000, 15_000]
/** After so many attempts in a row the page waits for the player to ask. */
const MAX_ATTEMPTS = 60
/**
 * A bet whose answer was lost is sent again only this long; a spin must not start minutes after its
 * tap.
 */
const RESEND_WITHIN_MS = 15_000
const MAX_TOO_EARLY = 6

const SESSION_OVER = 4002
const REALITY_DUE = 4101
const TOO_EARLY = 4103
const ROUND_OPEN = 4104

export type Offline = { attempt: number; retryAtMs: number; placedFen: number | null }
/** A session; `Outcome` is what the rounds of its game store. */
export type Game<Outcome = Stored> = {
  phase: 'entering' | 'playing' | 'ended'
  /** Why it ended, for the player. */
  endedBecause: string
  lobbyUrl: string
  state: State<Outcome> | null
  /** The server's clock less this device's, in ms. */
  clockOffMs: number
  offline: Offline | null
  notice: string
  tell: (notice: string) => void
  /**
   * Places one round; null when it was refused or did not come about, which the player has then
   * been told.
   */
  placeBet: (stakeFen: number) => Promise<Placed<Outcome> | null>
  /**
   * Takes a step of a round that goes on, a free spin; a step whose answer was lost is asked for
   * again, and is one.
   */
  takeStep: (betId: string, step: number) => Promise<Placed<Outcome> | null>
  /** Shows new figures, once the player has seen what led to them. */
  show: (figures: Partial<Omit<State, 'last'>>) => void
  /** The same with the round that led to them, which is the last one from now on. */
  settle: (placed: Placed<Outcome>) => void
  /** Any other call; null when it was refused, which the player has then been told. */
  ask: <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T | null>
  answerReality: () => Promise<void>
  retryNow: () => void
  leave: () => void
  /** The session's secret, for the one call that is not made here: the stream of a table. */
  token: () => string
}

/** A key of this bet alone. (randomUUID is missing on plain http origins.) */
export function newBetId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
}

/**
 * The session of one game: entering, the figures, and what to do when the connection or the session
 * is lost.
 */
export function useGame<Outcome = Stored>(code: string): Game<Outcome> {
  const token = useRef('')
  const [phase, setPhase] = useState<Game['phase']>('entering')
  const [endedBecause, setEndedBecause] = useState('')
  const [lobbyUrl, setLobbyUrl] = useState('')
  const [state, setState] = useState<State<Outcome> | null>(null)
  const [clockOffMs, setClockOffMs] = useState(0)
  const [notice, setNotice] = useState('')
  const { offline, reconnected, retryNow, sent } = useReconnect()

  const end = useCallback(
    (why: string) => {
      forgetSession(code)
      setEndedBecause(why)
      setPhase('ended')
    },
    [code],
  )
  const show = useCallback(
    (figures: Partial<Omit<State, 'last'>>) =>
      setState(before => before && { ...before, ...figures }),
    [],
  )
  const settle = useCallback(
    ({ bet, balance, session, nonce }: Placed<Outcome>) =>
      setState(
        before =>
          before && { ...before, balance, session, last: bet, seeds: { ...before.seeds, nonce } },
      ),
    [],
  )
  const take = useCallback((fresh: State<Outcome>, saidAtMs = heardAtMs(fresh)) => {
    setState(fresh)
    setLobbyUrl(fresh.lobby_url)
    setClockOffMs(Date.parse(fresh.now) - saidAtMs)
    setPhase('playing')
  }, [])

  /**
   * Calls until something certain comes back, reconnecting in between; the caller decides whether
   * to send again.
   */
  const certain = useCallback(
    async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<Envelope<T>> => {
      for (;;) {
        try {
          return await call<T>(token.current, method, path, body)
        } catch (error) {
          if (!(error instanceof Trouble)) throw error
          await reconnected()
        }
      }
    },
    [reconnected],
  )

  const refresh = useCallback(async () => {
    const said = await certain<State<Outcome>>('GET', '/api/state')
    if (said.code === 0) take(said.data)
    else end(said.message)
    return said.code === 0 ? said.data : null
  }, [certain, take, end])

  useEffect(() => {
    const launchToken = takeLaunchToken()
    const kept = keptSession(code)
    const enter = async () => {
      if (!launchToken) {
        token.current = kept?.token ?? ''
        setLobbyUrl(kept?.lobbyUrl ?? '')
        if (kept) await refresh()
        else end('请从大厅重新进入游戏')
        return
      }
      const said = await certain<Entered<Outcome>>('POST', '/api/session', { token: launchToken })
      if (said.code !== 0) return end(said.message)
      token.current = said.data.token
      keepSession(code, { token: said.data.token, lobbyUrl: said.data.state.lobby_url })
      take(said.data.state, heardAtMs(said.data))
    }
    void enter()
    // The page enters once; everything it calls is stable.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const refused = useCallback(
    async (code: number, message: string) => {
      if (code === SESSION_OVER) return end(message)
      if (code === REALITY_DUE) await refresh()
      else setNotice(message)
      // Its free spins were begun in another tab: from here they go on too.
      if (code === ROUND_OPEN) await refresh()
    },
    [end, refresh],
  )

  const ask = useCallback(
    async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T | null> => {
      const said = await certain<T>(method, path, body)
      if (said.code === 0) return said.data
      await refused(said.code, said.message)
      return null
    },
    [certain, refused],
  )

  const placeBet = useCallback(
    async (stakeFen: number): Promise<Placed<Outcome> | null> => {
      const bet = { client_bet_id: newBetId(), stake: stakeFen }
      const tappedAtMs = Date.now()
      setNotice('')
      for (let early = 0; ;) {
        try {
          sent(stakeFen)
          const said = await call<Placed<Outcome>>(token.current, 'POST', '/api/bets', bet)
          sent(null)
          if (said.code === 0) return said.data
          if (said.code !== TOO_EARLY || ++early > MAX_TOO_EARLY) {
            await refused(said.code, said.message)
            return null
          }
          await new Promise(done => setTimeout(done, 400))
        } catch (error) {
          if (!(error instanceof Trouble)) throw error
          await reconnected()
          const fresh = await refresh()
          sent(null)
          if (!fresh) return null
          if (fresh.last?.client_bet_id === bet.client_bet_id)
            return {
              bet: fresh.last,
              balance: fresh.balance,
              session: fresh.session,
              nonce: fresh.seeds.nonce,
            }
          if (Date.now() - tappedAtMs > RESEND_WITHIN_MS) {
            setNotice('连接已恢复，刚才那一转没有成立，未扣注额')
            return null
          }
        }
      }
    },
    [reconnected, refresh, refused, sent],
  )

  const takeStep = useCallback(
    async (betId: string, step: number): Promise<Placed<Outcome> | null> => {
      setNotice('')
      for (let early = 0; ; early++) {
        const said = await certain<Placed<Outcome>>('POST', `/api/bets/${betId}/step`, { step })
        if (said.code === 0) return said.data
        if (said.code !== TOO_EARLY || early >= MAX_TOO_EARLY) {
          await refused(said.code, said.message)
          return null
        }
        await new Promise(done => setTimeout(done, 400))
      }
    },
    [certain, refused],
  )

  const answerReality = useCallback(async () => {
    const fresh = await ask<State<Outcome>>('POST', '/api/reality')
    if (fresh) take(fresh)
  }, [ask, take])

  // A page that comes back from the background shows what is true now.
  useEffect(() => {
    const back = () => {
      if (document.visibilityState === 'visible' && token.current && phase === 'playing')
        void refresh()
    }
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [phase, refresh])

  const readToken = useCallback(() => token.current, [])
  const leave = useCallback(() => {
    if (token.current) tellLeaving(token.current)
    forgetSession(code)
  }, [code])
  return {
    phase,
    endedBecause,
    lobbyUrl,
    state,
    clockOffMs,
    offline,
    notice,
    tell: setNotice,
    placeBet,
    takeStep,
    show,
    settle,
    ask,
    answerReality,
    retryNow,
    leave,
    token: readToken,
  }
}

/**
 * Reconnecting: whoever is cut off waits for `reconnected`, all together, with growing pauses that
 * the player can cut short.
 */
function useReconnect() {
  const [offline, setOffline] = useState<Offline | null>(null)
  const waiting = useRef<Promise<void> | null>(null)
  const wake = useRef<() => void>(() => {})
  const placedFen = useRef<number | null>(null)

  const reconnected = useCallback(() => {
    waiting.current ??= (async () => {
      for (let attempt = 1; ; attempt++) {
        const pauseMs =
          attempt > MAX_ATTEMPTS
            ? Number.POSITIVE_INFINITY
            : itemAt(RETRY_MS, Math.min(attempt, RETRY_MS.length) - 1)
        // A blip is over before anyone has read that there was one.
        if (attempt > 1)
          setOffline({ attempt, retryAtMs: Date.now() + pauseMs, placedFen: placedFen.current })
        await new Promise<void>(done => {
          wake.current = done
          if (Number.isFinite(pauseMs)) setTimeout(done, pauseMs)
        })
        const up = await fetch('/healthz', {
          cache: 'no-store',
          signal: AbortSignal.timeout(5_000),
        }).then(
          answer => answer.ok,
          () => false,
        )
        if (up) break
      }
      waiting.current = null
      setOffline(null)
    })()
    return waiting.current
  }, [])
  useEffect(() => {
    const online = () => wake.current()
    window.addEventListener('online', online)
    return () => window.removeEventListener('online', online)
  }, [])
  const retryNow = useCallback(() => wake.current(), [])
  const sent = useCallback((stakeFen: number | null) => {
    placedFen.current = stakeFen
  }, [])
  return { offline, reconnected, retryNow, sent }
}
