import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { movesFreely, scrollToSlide, useSlides } from './useSlides.ts'

type Slide = { key: string; content: ReactNode; className?: string }
type Props = {
  label: string
  slides: readonly Slide[]
  /**
   * Cards in a row, the chosen one in the middle and its neighbours in sight. Without it each slide
   * fills the box, with dots over it, and the first follows the last.
   */
  row?: boolean
  /** The slide chosen; a carousel without it chooses by itself. */
  at?: number
  onChange?: (at: number) => void
  /**
   * Time a slide stands, in ms; it waits while the member touches, points at or focuses it, and
   * when motion is unwanted.
   */
  autoplayMs?: number | undefined
  /** Shows `2 / total` in the corner. */
  total?: number
  className?: string
}

type Autoplay = { at: number; count: number; everyMs: number | undefined }

function useAutoplay(view: RefObject<HTMLUListElement | null>, { at, count, everyMs }: Autoplay) {
  useEffect(() => {
    if (!everyMs || count < 2 || !movesFreely()) return
    const timer = setInterval(() => {
      if (view.current && document.visibilityState === 'visible')
        scrollToSlide(view.current, at + 1, 'smooth')
    }, everyMs)
    return () => clearInterval(timer)
  }, [view, at, count, everyMs])
}

/** Slides on the browser's own scrolling and snapping. */
export function Carousel({
  label,
  slides,
  row = false,
  at: chosen,
  onChange,
  autoplayMs,
  total,
  className = '',
}: Props) {
  const view = useRef<HTMLUListElement>(null)
  const [own, setOwn] = useState(0)
  const [held, setHeld] = useState(false)
  const at = chosen ?? own
  const count = slides.length
  const scrolling = useSlides(view, { count, at, onChange: onChange ?? setOwn })
  useAutoplay(view, { at, count, everyMs: held ? undefined : autoplayMs })
  return (
    <section
      className={`carousel ${row ? 'carousel--row' : 'carousel--cover'} ${className}`}
      aria-roledescription="轮播"
      aria-label={label}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ul ref={view} className="view" tabIndex={0} aria-label={label} {...scrolling}>
        {slides.map((slide, i) => (
          <li
            key={slide.key}
            className={slide.className}
            inert={!row && i !== at}
            aria-current={(row && i === at) || undefined}
          >
            {slide.content}
          </li>
        ))}
        {/* The ring closes forwards: the first stands once more behind the last. */}
        {!row && count > 1 && (
          <li inert aria-hidden="true">
            {slides[0]?.content}
          </li>
        )}
      </ul>
      {!row && <Dots slides={slides} at={at} />}
      {total !== undefined && (
        <span className="counter" aria-hidden="true">
          {at + 1} / {total}
        </span>
      )}
    </section>
  )
}

const Dots = ({ slides, at }: { slides: readonly Slide[]; at: number }) => (
  <div className="dots" aria-hidden="true">
    {slides.map((slide, i) => (
      <i key={slide.key} className={i === at ? 'on' : undefined} />
    ))}
  </div>
)
