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

/** The addresses of the code that runs. The name of each changes with what is in it. */
const running = () =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].map(
    ({ src }) => new URL(src).pathname,
  )

/** Whether a page of the server starts other code than ours. */
export const isNewer = (page: string, scripts: readonly string[]) =>
  /<script[^>]+type="module"/.test(page) && scripts.some(path => !page.includes(path))

async function ask() {
  if (newer || document.visibilityState !== 'visible' || Date.now() - askedAt < everyMs) return
  askedAt = Date.now()
  try {
    const response = await fetch('/', { cache: 'no-store' })
    if (response.ok && isNewer(await response.text(), running())) change(true)
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
