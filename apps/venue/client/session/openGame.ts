import { lang, t } from '../words/words.ts'
import { call, leave, UnknownOutcome } from './api.ts'
import { clearSession, gameCodeOf, storedSession } from './session.ts'

export const LOBBY_CODE = 'lobby'

/**
 * True where this page can ask for another one of its venue: it keeps a session, and is not that
 * page itself.
 */
export function canOpen(code: string): boolean {
  const here = gameCodeOf(location.pathname)
  return here !== code && storedSession(here) !== null
}

/**
 * Leaves this page for another game of the venue, or for its lobby: a new launch for the same
 * player under the same terms, in this page's place, so that one step back leads out of the venue.
 * Answers what stands against it. With `demo` it opens with a throw-away wallet.
 */
export async function openGame(code: string, demo = false): Promise<string> {
  const here = gameCodeOf(location.pathname)
  const token = storedSession(here)?.token ?? ''
  try {
    const answer = await call<{ url: string }>(token, 'POST', '/api/open', {
      game_code: code,
      lang,
      ...(demo ? { demo } : {}),
    })
    if (answer.code !== 0) return answer.message
    leave(token)
    clearSession(here)
    const { pathname, search } = new URL(answer.data.url)
    const same = pathname === location.pathname && search === location.search
    location.replace(answer.data.url)
    // Another fragment alone loads nothing.
    if (same) location.reload()
    return ''
  } catch (error) {
    if (error instanceof UnknownOutcome) return t('ended.unreachable')
    throw error
  }
}
