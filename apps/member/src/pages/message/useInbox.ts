import type { RowOf } from '@tianping/contract'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { patchUser } from '../../app/account.ts'
import { call } from '../../app/api.ts'
import { usePages } from '../../app/lists.ts'

export type Message = RowOf<'POST /api/noticeList'>

/** This much of a letter must have been on the screen, or as much of it as fits there. */
const seenShare = 0.6

export const useMessages = () => usePages('POST /api/noticeList', {})

/**
 * The letter that is being told about, if any: of two at once each would be answered with a count
 * that lacks the other.
 */
let telling: Promise<void> = Promise.resolve()

/**
 * Tells the server that a letter was read, and takes its count of those that are not. What fails
 * here says nothing: it is told again next time.
 */
function markRead(id: number): Promise<void> {
  const told = telling.then(async () => {
    const { data } = await call('POST /api/noticeread', { id })
    patchUser({ messageNum: data.messageNum })
  })
  telling = told.catch(() => {})
  return told
}

/** Marks an unread letter as read once it has been on the screen. The answer is where to watch. */
export function useReading({ id, read }: Message): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const told = useRef(false)
  const seen = useEffectEvent(() => {
    if (told.current) return
    told.current = true
    markRead(id).catch(() => {
      told.current = false
    })
  })
  useEffect(() => {
    const card = element.current
    if (read === 1 || !card) return
    // A letter taller than the screen is read when it fills most of it.
    const threshold = Math.min(
      seenShare,
      (seenShare * innerHeight) / Math.max(1, card.offsetHeight),
    )
    const watcher = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && seen(),
      { threshold },
    )
    watcher.observe(card)
    return () => watcher.disconnect()
  }, [read])
  return element
}
