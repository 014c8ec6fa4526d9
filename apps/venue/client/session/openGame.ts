import { call, leave, Trouble } from './api.ts'
import { forgetSession, gameCodeOf, keptSession } from './session.ts'

export const LOBBY_CODE = 'lobby'

/**
 * True where this page can ask for another one of its venue: it keeps a session, and is not that
 * page itself.
 */
export function canOpen(code: string): boolean {
  const here = gameCodeOf(location.pathname)
  return here !== code && keptSession(here) !== null
}

/**
 * Leaves this page for another game of the venue, or for its lobby: a new launch for the same
 * player under the same terms, in this page's place, so that one step back leads out of the venue.
 * Answers what stands against it.
 */
export async function openGame(code: string): Promise<string> {
  const here = gameCodeOf(location.pathname)
  const token = keptSession(here)?.token ?? ''
  try {
    const said = await call<{ url: string }>(token, 'POST', '/api/open', { game_code: code })
    if (said.code !== 0) return said.message
    leave(token)
    forgetSession(here)
    location.replace(said.data.url)
    return ''
  } catch (error) {
    if (error instanceof Trouble) return '没有连上，请检查网络后再试'
    throw error
  }
}
