import { useSyncExternalStore } from 'react'

/** What browsers that can put the app on the home screen hand out, once. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

let offer: InstallEvent | null = null
const watchers = new Set<() => void>()
const change = (next: InstallEvent | null) => {
  offer = next
  for (const watcher of watchers) watcher()
}

/** Follows whether the browser offers to install the app. Called once at the start. */
export function watchInstall() {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    change(event as InstallEvent)
  })
  addEventListener('appinstalled', () => change(null))
}

/**
 * Puts the app on the home screen after the browser has asked the member; null where that cannot be
 * done from here.
 */
export function useInstall(): (() => Promise<void>) | null {
  const ready = useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => offer,
  )
  if (!ready) return null
  return async () => {
    change(null)
    await ready.prompt()
  }
}
