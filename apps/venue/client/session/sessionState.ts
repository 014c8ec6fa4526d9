import type { Dispatch, SetStateAction } from 'react'
import { answeredAtMs } from './api.ts'
import { clearSession } from './session.ts'
import type { Placed, State, Stored } from './wire.ts'

/** What the page knows of its session; `Outcome` is what the rounds of its game store. */
export type SessionState<Outcome = Stored> = {
  phase: 'entering' | 'playing' | 'ended'
  /** Why it ended, for the player. */
  endedBecause: string
  lobbyUrl: string
  state: State<Outcome> | null
  /** The server's clock less this device's, in ms. */
  clockOffMs: number
}

export const ENTERING = {
  phase: 'entering',
  endedBecause: '',
  lobbyUrl: '',
  state: null,
  clockOffMs: 0,
} as const

export type SessionUpdates<Outcome> = ReturnType<typeof createUpdates<Outcome>>

/** Everything that changes what the page knows of the session. */
export function createUpdates<Outcome>(
  code: string,
  setSession: Dispatch<SetStateAction<SessionState<Outcome>>>,
) {
  const update = (changes: Partial<SessionState<Outcome>>) =>
    setSession(before => ({ ...before, ...changes }))
  const updateState = (change: (state: State<Outcome>) => State<Outcome>) =>
    setSession(before => (before.state ? { ...before, state: change(before.state) } : before))
  return {
    update,
    end: (why: string) => {
      clearSession(code)
      update({ phase: 'ended', endedBecause: why })
    },
    take: (fresh: State<Outcome>, atMs = answeredAtMs(fresh)) =>
      update({
        phase: 'playing',
        state: fresh,
        lobbyUrl: fresh.lobby_url,
        clockOffMs: Date.parse(fresh.now) - atMs,
      }),
    /** Shows new figures, once the player has seen what led to them. */
    show: (figures: Partial<Omit<State, 'last'>>) =>
      updateState(state => ({ ...state, ...figures })),
    /** The same with the round that led to them, which is the last one from now on. */
    settle: ({ bet, balance, session, nonce, free, jackpot }: Placed<Outcome>) =>
      updateState(state => ({
        ...state,
        balance,
        session,
        last: bet,
        jackpot,
        ...(free === undefined ? {} : { free }),
        seeds: { ...state.seeds, nonce },
      })),
  }
}
