import { useEffect, useState } from 'react'
import { Icon } from '../../ui/picture/Icon.tsx'
import { askAgain } from '../cache.ts'
import css from './shell.module.css'

/**
 * Letting go this far down asks anew; the mark follows the finger at half its way, and no further
 * than `mostPx`.
 */
const enoughPx = 56
const mostPx = 80

/**
 * A pull begins at the top of the page, with one finger, and not inside something that scrolls by
 * itself.
 */
function mayPull(event: TouchEvent): boolean {
  if (event.touches.length !== 1 || scrollY > 0 || document.querySelector('dialog[open]'))
    return false
  for (let at = event.target as Element | null; at; at = at.parentElement)
    if (at.scrollTop > 0 && at !== document.documentElement) return false
  return true
}

/** Pulling the page down asks anew for everything it shows. */
export function Pull() {
  const [pulled, setPulled] = useState(0)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (busy) return
    let from: { x: number; y: number } | null = null
    let far = 0
    const stop = () => {
      from = null
      far = 0
      setPulled(0)
    }
    const start = (event: TouchEvent) => {
      const finger = event.touches.item(0)
      from = finger && mayPull(event) ? { x: finger.clientX, y: finger.clientY } : null
    }
    const move = (event: TouchEvent) => {
      const finger = event.touches.item(0)
      if (!from || !finger) return
      const down = finger.clientY - from.y
      if (scrollY > 0 || Math.abs(finger.clientX - from.x) > Math.max(12, down)) return stop()
      far = Math.max(0, Math.min(mostPx, down / 2))
      setPulled(far)
    }
    const end = () => {
      const enough = far >= enoughPx
      stop()
      if (!enough) return
      setBusy(true)
      void askAgain().finally(() => setBusy(false))
    }
    const listeners = {
      touchstart: start,
      touchmove: move,
      touchend: end,
      touchcancel: stop,
    } as const
    for (const [name, listener] of Object.entries(listeners))
      addEventListener(name, listener as EventListener, { passive: true })
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        removeEventListener(name, listener as EventListener)
    }
  }, [busy])
  if (pulled === 0 && !busy) return null
  const shown = busy ? enoughPx : pulled
  return (
    <div
      className={busy ? `${css.pull} ${css.pulling}` : css.pull}
      style={{ translate: `0 ${shown}px`, opacity: shown / enoughPx }}
      role="status"
    >
      <Icon name="refresh" size={20} />
      <span className="sr">{busy ? '正在刷新' : '松开刷新'}</span>
    </div>
  )
}
