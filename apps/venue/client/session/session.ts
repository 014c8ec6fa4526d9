// Where the page keeps its session while it lives: this tab's storage, under the game's code. A
// reload goes on, another tab does not get in, and the launch token leaves the address bar before
// anything else happens.

export type StoredSession = { token: string; lobbyUrl: string }

/** The code of the game in `/play/<code>` or `/rules/<code>`. */
export function gameCodeOf(pathname: string): string {
  return pathname.split('/')[2] ?? ''
}

/**
 * Takes the launch token out of the address, so that neither the history nor a shared link carries
 * it.
 */
export function takeLaunchToken(): string {
  const [, token = '', match] =
    /^#t=([A-Za-z0-9_-]{43})(?:&m=(\d{1,9}))?$/.exec(location.hash) ?? []
  if (location.hash) history.replaceState(null, '', location.pathname + location.search)
  // A book opens at this match, with its list behind it (`useOpenMatch`).
  if (match) history.pushState({ match: Number(match) }, '')
  return token
}

const keyOf = (code: string) => `session:${code}`

export function storedSession(code: string): StoredSession | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(code)) ?? 'null') as StoredSession | null
    return stored && typeof stored.token === 'string' ? stored : null
  } catch {
    return null
  }
}

export function storeSession(code: string, stored: StoredSession) {
  try {
    sessionStorage.setItem(keyOf(code), JSON.stringify(stored))
  } catch {
    /* Storage is off: the game plays on, only a reload will not. */
  }
}

export function clearSession(code: string) {
  try {
    sessionStorage.removeItem(keyOf(code))
  } catch {
    /* Nothing was stored then. */
  }
}
