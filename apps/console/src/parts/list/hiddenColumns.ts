import { useSyncExternalStore } from 'react'

/** Columns that this browser leaves out, by list. */
const place = 'console-columns'
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
const none: string[] = []

function read(): Record<string, string[]> {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? '{}') as Record<string, string[]>
    return kept !== null && typeof kept === 'object' ? kept : {}
  } catch {
    return {}
  }
}
let kept = read()

export function hideColumns(list: string, hidden: string[]) {
  kept = { ...kept, [list]: hidden }
  if (hidden.length === 0) delete kept[list]
  localStorage.setItem(place, JSON.stringify(kept))
  watchers.forEach(watcher => watcher())
}

/** The keys of a list's columns that are left out. */
export const useHidden = (list: string): string[] =>
  useSyncExternalStore(watch, () => kept[list] ?? none)
