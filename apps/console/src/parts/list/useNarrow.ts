import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(max-width: 700px)')
const watch = (watcher: () => void) => {
  narrow.addEventListener('change', watcher)
  return () => narrow.removeEventListener('change', watcher)
}

/** A phone: rows are read in two lines, so that no figure is cut at the edge. */
export const useNarrow = (): boolean => useSyncExternalStore(watch, () => narrow.matches)
