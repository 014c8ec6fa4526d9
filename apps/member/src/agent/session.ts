import { useSyncExternalStore } from 'react'

/** The site's own session: beside the app's, so that ending one leaves the other. */
const key = 'agentToken'
const watchers = new Set<() => void>()
let token = localStorage.getItem(key) ?? ''

const change = (next: string) => {
  token = next
  for (const watcher of watchers) watcher()
}

export const currentToken = () => token
export const useToken = () =>
  useSyncExternalStore(watcher => {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  }, currentToken)

export function begin(next: string) {
  localStorage.setItem(key, next)
  change(next)
}

export function end() {
  localStorage.removeItem(key)
  change('')
}

/** Follows other tabs, and the app's log-out, which clears what this browser kept. */
export function watchSession() {
  addEventListener('storage', event => {
    if (event.key === key || event.key === null) change(localStorage.getItem(key) ?? '')
  })
}
