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

/**
 * Lays an element over the page. The answer takes it away again, together with its entry in the
 * history.
 */
export function openLayer(element: HTMLElement, close: () => void, firm = false): () => void {
  const id = ++lastId
  history.pushState({ ...(history.state as object | null), layer: id }, '')
  change([...stack, { id, element, close, firm }])
  return () => {
    change(stack.filter(layer => layer.id !== id))
    // A navigation that follows at once takes over the entry; only an entry left alone is taken
    // back.
    setTimeout(() => {
      if (ownLayer() !== id) return
      returning = true
      history.back()
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
  if (returning) addEventListener('popstate', then, { once: true })
  else then()
}

/**
 * The element that lies on top, for messages that must be seen and heard there; undefined when the
 * page is bare.
 */
export const useTopLayer = () => useSyncExternalStore(watch, () => stack.at(-1)?.element)

/** A layer that only its own button closes gets its entry back. */
const keepEntry = ({ id }: Layer) =>
  history.pushState({ ...(history.state as object | null), layer: id }, '')

/** Starts listening to the back gesture. Called once, before anything else listens. */
export function watchHistory() {
  if (onLayerEntry()) history.replaceState({ ...(history.state as object), layer: undefined }, '')
  addEventListener('popstate', () => {
    returning = false
    const entry = ownLayer()
    const top = stack.at(-1)
    if (top?.firm && top.id !== entry) return keepEntry(top)
    if (top && top.id !== entry) top.close()
    // The entry of a layer that is long gone is nothing to stand on.
    if (entry !== undefined && !stack.some(layer => layer.id === entry)) history.back()
  })
}
