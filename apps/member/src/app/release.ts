import { useSyncExternalStore } from 'react'

/** How often the server is asked at most whether it has a newer app, in ms. */
const everyMs = 15 * 60_000

let newer = false
let askedAt = 0
const watchers = new Set<() => void>()
const change = (next: boolean) => {
  newer = next
  for (const watcher of watchers) watcher()
}

/** The address of the code that runs: its name changes with every release. */
const running = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src

/** Whether a page of the server starts other code than ours. */
export const isNewer = (page: string, script: string) =>
  /<script[^>]+type="module"/.test(page) && !page.includes(new URL(script).pathname)

async function ask() {
  const script = running()
  if (!script || newer || document.visibilityState !== 'visible' || Date.now() - askedAt < everyMs)
    return
  askedAt = Date.now()
  try {
    const response = await fetch('/', { cache: 'no-store' })
    if (response.ok && isNewer(await response.text(), script)) change(true)
  } catch {
    // Without a network there is no news either.
  }
}

/**
 * Lets the browser show the app without a network (over https and on this machine only), and
 * notices when the server has a newer app than the one that runs. Built apps only; called once,
 * when the page stands.
 */
export function watchRelease() {
  if (!import.meta.env.PROD) return
  if (isSecureContext && 'serviceWorker' in navigator)
    void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  askedAt = Date.now()
  document.addEventListener('visibilitychange', () => void ask())
}

/**
 * True once the server has a newer app; the answered function puts the notice off until the server
 * is asked again.
 */
export function useNewRelease(): [boolean, () => void] {
  const there = useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => newer,
  )
  return [there, () => change(false)]
}
