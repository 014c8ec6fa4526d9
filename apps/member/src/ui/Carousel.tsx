import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'

type Props = {
  label: string
  slides: readonly { key: string; content: ReactNode }[]
  /**
   * Time a slide stands, in ms; it waits while the member touches, points at or focuses it, and
   * when motion is unwanted.
   */
  autoplayMs?: number
  /** Shows `2 / total` in the corner. */
  total?: number
  className?: string
}

/**
 * Slides with dots, on the browser's own scrolling and snapping. The first slide stands once more
 * behind the last, so that the ring closes forwards; once it is reached, the scroll jumps to the
 * real one unseen.
 */
export function Carousel({ label, slides, autoplayMs, total, className = '' }: Props) {
  const view = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState(false)
  const count = slides.length
  // A page that was hidden meanwhile has forgotten how far it was scrolled.
  const restore = useEffectEvent(() =>
    view.current?.scrollTo({ left: at * view.current.clientWidth, behavior: 'instant' }),
  )
  useEffect(() => {
    restore()
  }, [])
  useEffect(() => {
    if (!autoplayMs || held || count < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return
    const timer = setInterval(() => {
      const list = view.current
      if (list && document.visibilityState === 'visible')
        list.scrollTo({ left: (at + 1) * list.clientWidth, behavior: 'smooth' })
    }, autoplayMs)
    return () => clearInterval(timer)
  }, [autoplayMs, held, at, count])

  function follow(list: HTMLElement) {
    const end = count * list.clientWidth
    if (list.scrollLeft >= end - 1) list.scrollTo({ left: 0, behavior: 'instant' })
    setAt(Math.round(list.scrollLeft / list.clientWidth) % count)
  }
  return (
    <section
      className={`carousel ${className}`}
      aria-roledescription="轮播"
      aria-label={label}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ul
        ref={view}
        className="view"
        tabIndex={0}
        aria-label={label}
        onScroll={event => follow(event.currentTarget)}
      >
        {slides.map((slide, i) => (
          <li key={slide.key} inert={i !== at}>
            {slide.content}
          </li>
        ))}
        {count > 1 && (
          <li inert aria-hidden="true">
            {slides[0]!.content}
          </li>
        )}
      </ul>
      <div className="dots" aria-hidden="true">
        {slides.map((slide, i) => (
          <i key={slide.key} className={i === at ? 'on' : undefined} />
        ))}
      </div>
      {total !== undefined && (
        <span className="counter" aria-hidden="true">
          {at + 1} / {total}
        </span>
      )}
    </section>
  )
}
