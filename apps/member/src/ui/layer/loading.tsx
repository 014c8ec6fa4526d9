import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTopLayer } from './layers.ts'

/**
 * An action that is done sooner than this shows nothing: an overlay that flashes disturbs more than
 * it tells.
 */
const patienceMs = 250

type Wait = { text: string }
let waits: readonly Wait[] = []
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
const change = (next: readonly Wait[]) => {
  waits = next
  for (const watcher of watchers) watcher()
}

/** Shows the overlay that blocks the screen until the answered function is called. */
export function beginLoading(text = '加载中...', afterMs = patienceMs): () => void {
  const wait = { text }
  const timer = setTimeout(() => change([...waits, wait]), afterMs)
  return () => {
    clearTimeout(timer)
    if (waits.includes(wait)) change(waits.filter(other => other !== wait))
  }
}

/** Where the overlay appears; stands once at the root. */
export function LoadingOverlay() {
  const last = useSyncExternalStore(watch, () => waits.at(-1))
  const top = useTopLayer()
  if (!last) return null
  return createPortal(
    <div className="waiting">
      <p className="loading" role="status">
        {last.text}
      </p>
    </div>,
    top ?? document.body,
  )
}
