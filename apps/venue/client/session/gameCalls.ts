import { t } from '../words/words.ts'
import { answeredAtMs, leave as notifyLeaving } from './api.ts'
import type { Connection } from './connection.ts'
import { clearSession, storeSession, storedSession, takeLaunchToken } from './session.ts'
import type { SessionUpdates } from './sessionState.ts'
import { newSeed } from './newBetId.ts'
import type { Entered, Envelope, SeedsChanged, State } from './wire.ts'

const SESSION_OVER = 4002
const REALITY_DUE = 4101
const ROUND_OPEN = 4104

/**
 * The player's first seed is drawn here, once the house has committed to its own and before
 * anything is drawn with both; without an answer the venue's stand-in is used until the next entry.
 */
async function withOwnSeed<Outcome>(
  call: Connection['callWithRetry'],
  state: State<Outcome>,
): Promise<State<Outcome>> {
  if (state.seeds.own || !state.game.own_rounds) return state
  const answer = await call<SeedsChanged>('POST', '/api/seeds/client', {
    client_seed: newSeed(),
    first: true,
  })
  return answer.code === 0 ? { ...state, seeds: answer.data.seeds } : state
}

export type GameCalls<Outcome> = ReturnType<typeof createCalls<Outcome>>

/** The calls of a session, and what follows from the refusals of its server. */
export function createCalls<Outcome>(
  code: string,
  connection: Connection,
  { update, end, take }: SessionUpdates<Outcome>,
  setNotice: (notice: string) => void,
) {
  const { callWithRetry, setToken, token } = connection

  const refresh = async (): Promise<State<Outcome> | null> => {
    const answer = await callWithRetry<State<Outcome>>('GET', '/api/state')
    if (answer.code !== 0) {
      end(answer.message)
      return null
    }
    const state = await withOwnSeed(callWithRetry, answer.data)
    take(state, answeredAtMs(answer.data))
    return state
  }

  const enter = async () => {
    const launchToken = takeLaunchToken()
    const stored = storedSession(code)
    if (!launchToken) {
      setToken(stored?.token ?? '')
      update({ lobbyUrl: stored?.lobbyUrl ?? '' })
      if (stored) await refresh()
      else end(t('ended.enter_again'))
      return
    }
    const answer = await callWithRetry<Entered<Outcome>>('POST', '/api/session', {
      token: launchToken,
    })
    if (answer.code !== 0) return end(answer.message)
    const { state } = answer.data
    setToken(answer.data.token)
    storeSession(code, { token: answer.data.token, lobbyUrl: state.lobby_url })
    take(await withOwnSeed(callWithRetry, state), answeredAtMs(answer.data))
  }

  /** What an answer carries; null for a refusal, which the player has then been told. */
  const accepted = async <T>(answer: Envelope<T>): Promise<T | null> => {
    if (answer.code === 0) return answer.data
    if (answer.code === SESSION_OVER) {
      end(answer.message)
      return null
    }
    if (answer.code !== REALITY_DUE) setNotice(answer.message)
    // Its free spins were begun in another tab: from here they go on too.
    if (answer.code === REALITY_DUE || answer.code === ROUND_OPEN) await refresh()
    return null
  }

  /** Any call; null when it was refused, which the player has then been told. */
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T | null> =>
    accepted(await callWithRetry<T>(method, path, body))

  const answerReality = async () => {
    const fresh = await ask<State<Outcome>>('POST', '/api/reality')
    if (fresh) take(fresh)
  }
  const leave = () => {
    if (token()) notifyLeaving(token())
    clearSession(code)
  }
  return { enter, refresh, accepted, ask, answerReality, leave }
}
