import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../picture/Icon.tsx'
import { useTopLayer } from './layers.ts'

const shownMs = 2_000

type Kind = 'success' | 'danger'
type Message = { text: string; kind: Kind; number: number } | null
let message: Message = null
let number = 0
let timer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
const show = (next: Message) => {
  message = next
  for (const watcher of watchers) watcher()
}

/** Says something at the top for two seconds; the next message takes the place of the last. */
export function toast(text: string, kind: Kind = 'success') {
  clearTimeout(timer)
  show({ text, kind, number: ++number })
  timer = setTimeout(() => show(null), shownMs)
}

/** Whether something is being said now. */
export const useToasting = () => useSyncExternalStore(watch, () => message !== null)

/** Where the messages appear; stands once at the root and moves onto the layer on top. */
export function Toasts() {
  const now = useSyncExternalStore(watch, () => message)
  const top = useTopLayer()
  const place = (
    <div
      className="toasts"
      role={now?.kind === 'danger' ? 'alert' : 'status'}
      aria-live={now?.kind === 'danger' ? 'assertive' : 'polite'}
    >
      {now && (
        <p key={now.number} className={now.kind === 'danger' ? 'toast toast--bad' : 'toast'}>
          <Icon name={now.kind === 'danger' ? 'warn' : 'check'} size={20} />
          {now.text}
        </p>
      )}
    </div>
  )
  return top ? createPortal(place, top) : place
}
