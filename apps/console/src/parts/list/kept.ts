import { useSyncExternalStore } from 'react'

const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** A choice that this browser remembers for every list; the first where nothing is remembered. */
function kept<Choice extends string | number>(
  place: string,
  choices: readonly [Choice, ...Choice[]],
) {
  const read = () => {
    const stored = localStorage.getItem(place)
    return choices.find(each => String(each) === stored) ?? choices[0]
  }
  return {
    choices,
    use: () => useSyncExternalStore(watch, read),
    choose(choice: Choice) {
      localStorage.setItem(place, String(choice))
      watchers.forEach(watcher => watcher())
    },
  }
}

export const pageSize = kept('console-page-size', [20, 50, 100])
/** Whether the next item opens by itself when one was decided. */
export const autoNext = kept('console-auto-next', ['开', '关'])
export const density = kept('console-density', ['标准', '紧凑', '宽松'])
