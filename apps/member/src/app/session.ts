import { useSyncExternalStore } from 'react'

/** The session is its token: held in localStorage, shared by all tabs of the browser. */
const key = 'token'
const readToken = () => localStorage.getItem(key) ?? ''

let token = readToken()
const watchers = new Set<() => void>()
const enders = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
/** How many sessions ended since this page started. */
let ends = 0
const change = (next: string) => {
  const ended = token !== '' && next !== token
  token = next
  if (ended) {
    ends++
    member = 0
    for (const ender of enders) ender()
  }
  for (const watcher of watchers) watcher()
}

/** The member's number, once the server has said it; 0 before that and for visitors. */
let member = 0
export const noteMember = (id: number) => {
  if (token !== '') member = id
}
export const currentMember = () => member

export const currentToken = () => token
export const loggedIn = () => token !== ''
export const useLoggedIn = () => useSyncExternalStore(watch, loggedIn)
export const useToken = () => useSyncExternalStore(watch, currentToken)
/** Changes whenever a session has ended: what was drawn before belongs to somebody else. */
export const useSessionEnds = () => useSyncExternalStore(watch, () => ends)

/**
 * The token the server has answered for since this page started. A token left by an earlier visit
 * may be long dead.
 */
let confirmed = ''
export const confirmSession = () => {
  confirmed = token
}
export const sessionConfirmed = () => token !== '' && token === confirmed

/**
 * Called whenever a member's session ends, in this tab or another: what belongs to the member must
 * go.
 */
export const whenSessionEnds = (ender: () => void) => void enders.add(ender)

/** Called whenever a session begins or ends. */
export const whenSessionChanges = (watcher: () => void) => void watchers.add(watcher)

export function beginSession(next: string) {
  localStorage.setItem(key, next)
  keepBaseUrl()
  change(next)
  confirmSession()
}

const baseKey = 'baseURL'

/** Where calls go: the origin in use, or another one that was set for this session (P1-3-27). */
export const baseUrl = () => globalThis.sessionStorage?.getItem(baseKey) ?? ''

/** Stores the origin in use under the documents' name, unless the session already has one. */
export function keepBaseUrl() {
  if (!baseUrl()) sessionStorage.setItem(baseKey, location.origin)
}

/** Written just before a member who logs off clears the storage, for the other tabs alone. */
const offKey = 'loggedOff'

/**
 * Forgets the member: token, stored data, everything this browser kept. `off` says that the member
 * wanted it; otherwise the session ended by itself.
 */
export function endSession({ off = true } = {}) {
  if (off) localStorage.setItem(offKey, '1')
  localStorage.clear()
  sessionStorage.clear()
  change('')
}

export type Followed = {
  /** Another tab ended the session of this one; called before anything is forgotten. */
  ending: (off: boolean) => void
  /** Another tab began a session; `other` when it took the place of this tab's own. */
  begun: (other: boolean) => void
}

/** Follows what other tabs do with the session. Called once at the start. */
export function watchSession({ ending, begun }: Followed) {
  let off = false
  addEventListener('storage', event => {
    if (event.key === offKey) off = true
    // `key` is null when the other tab cleared its storage.
    if (event.key !== key && event.key !== null) return
    const next = readToken()
    const held = token !== '' && next !== token
    if (held) {
      ending(off)
      sessionStorage.clear()
      keepBaseUrl()
    }
    off = false
    const begins = next !== '' && next !== token
    change(next)
    if (begins) begun(held)
  })
}
