import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTopLayer } from './layers.ts'

/**
 * An action that is done sooner than this shows nothing: an overlay that flashes disturbs more than
 * it tells.
 */
const patienceMs = 250
/** From then on the wait is explained. */
const slowMs = 3_000
/** From then on the member may leave it. */
const longMs = 20_000

type Wait = {
  text: string
  stage: 0 | 1 | 2 | 3
  quiet: boolean
  followed: boolean
  leave?: (() => void) | undefined
}
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

type Options = {
  text?: string
  afterMs?: number
  /** Nothing lies over the screen; only a wait that became slow is said. */
  quiet?: boolean
  /** Money moves: who stops waiting is told the outcome later. */
  followed?: boolean
  /** Stops waiting. */
  leave?: () => void
}

/**
 * Shows the overlay that blocks the screen until the answered function is called: 加载中..., after
 * three seconds that it is still at work, and after twenty the way out.
 */
export function beginLoading(options: Options = {}): () => void {
  const {
    text = '加载中...',
    afterMs = patienceMs,
    quiet = false,
    followed = false,
    leave,
  } = options
  let wait: Wait = { text, stage: 0, quiet, followed, leave }
  const reach = (stage: Wait['stage']) => {
    const others = waits.filter(other => other !== wait)
    wait = { ...wait, stage }
    change([...others, wait])
  }
  const timers = [
    ...(quiet ? [] : [setTimeout(() => reach(1), afterMs)]),
    setTimeout(() => reach(2), slowMs),
    ...(leave ? [setTimeout(() => reach(3), longMs)] : []),
  ]
  return () => {
    for (const timer of timers) clearTimeout(timer)
    if (waits.includes(wait)) change(waits.filter(other => other !== wait))
  }
}

/** Where the overlay appears; stands once at the root. */
export function LoadingOverlay() {
  const last = useSyncExternalStore(watch, () => waits.at(-1))
  const top = useTopLayer()
  if (!last) return null
  return createPortal(
    <div className={last.quiet ? 'waiting waiting--quiet' : 'waiting'}>
      <p className="loading" role="status">
        {last.text}
      </p>
      {last.stage > 1 && (
        <p className="slow" role="status">
          <b>仍在处理</b>
          {last.followed ? '请稍候，不必再次提交，资金安全' : '请稍候，不必再次提交'}
          {last.stage > 2 && (
            <button type="button" className="btn btn--tonal btn--44" onClick={last.leave}>
              {last.followed ? '离开，结果稍后告诉您' : '不再等待'}
            </button>
          )}
        </p>
      )}
    </div>,
    top ?? document.body,
  )
}
