import { heardAtMs, leave as notifyLeaving } from './api.ts'
import type { Connection } from './connection.ts'
import { forgetSession, keepSession, keptSession, takeLaunchToken } from './session.ts'
import type { SessionUpdates } from './sessionState.ts'
import type { Entered, Envelope, State } from './wire.ts'

const SESSION_OVER = 4002
const REALITY_DUE = 4101
const ROUND_OPEN = 4104

export type GameCalls<Outcome> = ReturnType<typeof createCalls<Outcome>>

/** The calls of a session, and what follows from the refusals of its server. */
export function createCalls<Outcome>(
  code: string,
  connection: Connection,
  { update, end, take }: SessionUpdates<Outcome>,
  setNotice: (notice: string) => void,
) {
  const { certain, setToken, token } = connection

  const refresh = async (): Promise<State<Outcome> | null> => {
    const said = await certain<State<Outcome>>('GET', '/api/state')
    if (said.code !== 0) {
      end(said.message)
      return null
    }
    take(said.data)
    return said.data
  }

  const enter = async () => {
    const launchToken = takeLaunchToken()
    const kept = keptSession(code)
    if (!launchToken) {
      setToken(kept?.token ?? '')
      update({ lobbyUrl: kept?.lobbyUrl ?? '' })
      if (kept) await refresh()
      else end('请从大厅重新进入游戏')
      return
    }
    const said = await certain<Entered<Outcome>>('POST', '/api/session', { token: launchToken })
    if (said.code !== 0) return end(said.message)
    const { state } = said.data
    setToken(said.data.token)
    keepSession(code, { token: said.data.token, lobbyUrl: state.lobby_url })
    take(state, heardAtMs(said.data))
  }

  /** What an answer carries; null for a refusal, which the player has then been told. */
  const accepted = async <T>(said: Envelope<T>): Promise<T | null> => {
    if (said.code === 0) return said.data
    if (said.code === SESSION_OVER) {
      end(said.message)
      return null
    }
    if (said.code !== REALITY_DUE) setNotice(said.message)
    // Its free spins were begun in another tab: from here they go on too.
    if (said.code === REALITY_DUE || said.code === ROUND_OPEN) await refresh()
    return null
  }

  /** Any call; null when it was refused, which the player has then been told. */
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T | null> =>
    accepted(await certain<T>(method, path, body))

  const answerReality = async () => {
    const fresh = await ask<State<Outcome>>('POST', '/api/reality')
    if (fresh) take(fresh)
  }
  const leave = () => {
    if (token()) notifyLeaving(token())
    forgetSession(code)
  }
  return { enter, refresh, accepted, ask, answerReality, leave }
}
