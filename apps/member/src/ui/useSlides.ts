import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

const leftOf = (list: HTMLElement, slide: HTMLElement) =>
  slide.offsetLeft - (list.clientWidth - slide.offsetWidth) / 2

const slidesIn = (list: HTMLElement) => [...list.children] as HTMLElement[]

/** Scrolls a row until one of its slides stands in the middle; false when it stands there. */
export function scrollToSlide(list: HTMLElement, at: number, behavior: ScrollBehavior): boolean {
  const slide = slidesIn(list)[at]
  if (!slide || Math.abs(list.scrollLeft - leftOf(list, slide)) < 2) return false
  list.scrollTo({ left: leftOf(list, slide), behavior })
  return true
}

/** Which slide stands nearest to the middle, and how far from it, in px. */
function nearestIn(list: HTMLElement): { slide: number; px: number } {
  const distances = slidesIn(list).map(slide => Math.abs(list.scrollLeft - leftOf(list, slide)))
  const px = Math.min(...distances)
  return { slide: distances.indexOf(px), px }
}

export const movesFreely = () => !matchMedia('(prefers-reduced-motion: reduce)').matches

type Row = { count: number; at: number; onChange: (at: number) => void }

/**
 * The row of slides in `view` on the browser's own scrolling: choosing one scrolls to it, scrolling
 * chooses the nearest. While it scrolls to a chosen one, the slides it passes do not count. A slide
 * behind the last of `count` is the first once more: reached, it gives way to the real one.
 */
export function useSlides(
  view: RefObject<HTMLUListElement | null>,
  { count, at, onChange }: Row,
): { onScroll: () => void; onPointerDown: () => void } {
  const heading = useRef<number | null>(null)
  /** The slide that scrolling itself has chosen: no need to scroll there. */
  const reached = useRef<number | null>(null)

  const show = useEffectEvent((behavior: ScrollBehavior) => {
    if (!view.current) return
    const scrolls = scrollToSlide(view.current, at, behavior)
    if (scrolls && behavior === 'smooth') heading.current = at
  })
  // A page that was hidden meanwhile has forgotten how far it was scrolled.
  const fresh = useRef(true)
  useEffect(() => {
    fresh.current = true
  }, [])
  useEffect(() => {
    if (fresh.current) show('instant')
    else if (reached.current !== at) show(movesFreely() ? 'smooth' : 'instant')
    fresh.current = false
    reached.current = null
  }, [at])
  // Turning the phone changes how far apart the slides stand.
  useEffect(() => {
    if (!view.current) return
    const watcher = new ResizeObserver(() => show('instant'))
    watcher.observe(view.current)
    return () => watcher.disconnect()
  }, [view])

  return {
    onScroll: () => {
      const list = view.current
      if (!list) return
      const { slide, px } = nearestIn(list)
      if (slide === count && px < 1) scrollToSlide(list, 0, 'instant')
      const now = slide % count
      if (heading.current !== null && heading.current !== now) return
      heading.current = null
      if (now === at) return
      reached.current = now
      onChange(now)
    },
    /** A finger on the row takes over from a scroll that is under way. */
    onPointerDown: () => {
      heading.current = null
    },
  }
}
