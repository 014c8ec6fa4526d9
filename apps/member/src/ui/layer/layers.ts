import { useSyncExternalStore } from 'react'

type Layer = { id: number; element: HTMLElement; close: () => void; firm: boolean }

/**
 * What lies over the page, lowest first. Each layer owns one entry of the history, so that the back
 * gesture closes it.
 */
let stack: readonly Layer[] = []
let lastId = 0
let returning = false
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
const change = (next: readonly Layer[]) => {
  stack = next
  for (const watcher of watchers) watcher()
}
const ownLayer = (): number | undefined => (history.state as { layer?: number } | null)?.layer

/** Takes back the entry on top, which belongs to nobody any more. */
function takeBack() {
  returning = true
  history.back()
}

const addEntry = (id: number) =>
  history.pushState({ ...(history.state as object | null), layer: id }, '')

/**
 * Lays an element over the page. The answer takes it away again, together with its entry in the
 * history.
 */
export function openLayer(element: HTMLElement, close: () => void, firm = false): () => void {
  const id = ++lastId
  let gone = false
  // An entry that is still being taken back would take this one with it.
  whenSettled(() => {
    if (!gone) addEntry(id)
  })
  change([...stack, { id, element, close, firm }])
  return () => {
    gone = true
    change(stack.filter(layer => layer.id !== id))
    // A navigation that follows at once takes over the entry; only an entry left alone is taken
    // back.
    setTimeout(() => {
      if (ownLayer() === id) takeBack()
    })
  }
}

/** Closes everything that lies over the page, because the page itself is about to change. */
export function closeLayers() {
  for (const layer of stack.toReversed()) layer.close()
}

/** True while the entry on top of the history belongs to a layer: a navigation then replaces it. */
export const onLayerEntry = () => ownLayer() !== undefined

/**
 * Runs once no entry is being taken back; navigating in the middle of that would lose one of the
 * two.
 */
export function whenSettled(then: () => void) {
  if (returning) addEventListener('popstate', () => whenSettled(then), { once: true })
  else then()
}

/**
 * The element that lies on top, for messages that must be seen and heard there; undefined when the
 * page is bare.
 */
export const useTopLayer = () => useSyncExternalStore(watch, () => stack.at(-1)?.element)

/** Starts listening to the back gesture. Called once, before anything else listens. */
export function watchHistory() {
  if (onLayerEntry()) history.replaceState({ ...(history.state as object), layer: undefined }, '')
  addEventListener('popstate', () => {
    const tookBack = returning
    returning = false
    const entry = ownLayer()
    const top = stack.at(-1)
    if (top && top.id !== entry && !tookBack) {
      // A layer that only its own button closes gets its entry back.
      if (top.firm) return addEntry(top.id)
      top.close()
    }
    // The entry of a layer that is long gone is nothing to stand on.
    if (entry !== undefined && !stack.some(layer => layer.id === entry)) takeBack()
  })
}
