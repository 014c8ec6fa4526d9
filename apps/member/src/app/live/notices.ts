import type { LiveLetter } from '@tianping/contract/live/facts'
import { useSyncExternalStore } from 'react'
import { currentAddress } from '../routes/navigation.ts'
import { whenSessionEnds } from '../session.ts'

export type Notice = Pick<LiveLetter, 'title' | 'text' | 'kind' | 'link'>

/** The newest ones; whatever came before them stands in the inbox. */
const mostWaiting = 3

let waiting: readonly Notice[] = []
const watchers = new Set<() => void>()
const change = (next: readonly Notice[]) => {
  waiting = next
  for (const watcher of watchers) watcher()
}
export const dismissAll = () => change([])
whenSessionEnds(dismissAll)

/** The notice that is due now; one at a time. */
export const useNotice = () =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => waiting[0],
  )

/** Shows what has just come, unless nobody looks or the page that belongs to it does. */
export function announce(notice: Notice) {
  if (document.visibilityState !== 'visible') return
  if (currentAddress() === notice.link || currentAddress().startsWith('/message')) return
  change([...waiting, notice].slice(-mostWaiting))
}

export const dismiss = (notice: Notice) => change(waiting.filter(each => each !== notice))
