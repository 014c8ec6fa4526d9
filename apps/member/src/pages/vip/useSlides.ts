import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

const leftOf = (list: HTMLElement, slide: HTMLElement) =>
  slide.offsetLeft - (list.clientWidth - slide.offsetWidth) / 2

/**
 * The row of slides in `view` on the browser's own scrolling: choosing one scrolls to it, scrolling
 * chooses the nearest. While it scrolls to a chosen one, the slides it passes do not count.
 */
export function useSlides(
  view: RefObject<HTMLUListElement | null>,
  at: number,
  onChange: (at: number) => void,
) {
  const heading = useRef<number | null>(null)

  const show = useEffectEvent((behavior: ScrollBehavior) => {
    const list = view.current
    const slide = list?.children[at] as HTMLElement | undefined
    if (!list || !slide || Math.abs(list.scrollLeft - leftOf(list, slide)) < 2) return
    if (behavior === 'smooth') heading.current = at
    list.scrollTo({ left: leftOf(list, slide), behavior })
  })
  // A page that was hidden meanwhile has forgotten how far it was scrolled.
  const fresh = useRef(true)
  useEffect(() => {
    fresh.current = true
  }, [])
  useEffect(() => {
    const still = fresh.current || matchMedia('(prefers-reduced-motion: reduce)').matches
    show(still ? 'instant' : 'smooth')
    fresh.current = false
  }, [at])
  // Turning the phone changes how far apart the slides stand.
  useEffect(() => {
    const watcher = new ResizeObserver(() => show('instant'))
    watcher.observe(view.current!)
    return () => watcher.disconnect()
  }, [view])

  return {
    onScroll: () => {
      const list = view.current
      if (!list) return
      const distances = [...list.children].map(slide =>
        Math.abs(list.scrollLeft - leftOf(list, slide as HTMLElement)),
      )
      const nearest = distances.indexOf(Math.min(...distances))
      if (heading.current !== null && heading.current !== nearest) return
      heading.current = null
      if (nearest !== at) onChange(nearest)
    },
    /** A finger on the row takes over from a scroll that is under way. */
    onPointerDown: () => {
      heading.current = null
    },
  }
}
