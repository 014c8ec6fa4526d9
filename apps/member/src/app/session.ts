import { useSyncExternalStore } from 'react'

/** The session is its token: held in localStorage, shared by all tabs of the browser. */
const key = 'token'
const readToken = () => localStorage.getItem(key) ?? ''

let token = readToken()
const watchers = new Set<() => void>()
const enders = new Set<() => void>()
const change = (next: string) => {
  const ended = token !== '' && next !== token
  token = next
  if (ended) for (const ender of enders) ender()
  for (const watcher of watchers) watcher()
}

export const currentToken = () => token
export const loggedIn = () => token !== ''
export const useLoggedIn = () =>
  useSyncExternalStore(watcher => {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  }, loggedIn)

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

/** Forgets the member: token, stored data, everything this browser kept. */
export function endSession() {
  localStorage.clear()
  sessionStorage.clear()
  change('')
}

/** Follows what other tabs do: a log-out there is one here. Called once at the start. */
export function watchSession() {
  addEventListener('storage', event => {
    // `key` is null when the other tab cleared its storage.
    if (event.key === key || event.key === null) change(readToken())
  })
}
