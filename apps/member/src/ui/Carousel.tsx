import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState, type ReactNode } from 'react'

type Props = {
  label: string
  slides: readonly { key: string; content: ReactNode }[]
  /** Time a slide stands, in ms; it waits while the member touches, points at or focuses it, and when motion is unwanted. */
  autoplayMs?: number
  /** Shows `2 / total` in the corner. */
  total?: number
  className?: string
}

/** Slides in a ring, with dots. */
export function Carousel({ label, slides, autoplayMs, total, className = '' }: Props) {
  const [view, embla] = useEmblaCarousel({ loop: true })
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!embla) return
    const settle = () => setAt(embla.selectedScrollSnap())
    embla.on('select', settle)
    return () => void embla.off('select', settle)
  }, [embla])
  useEffect(() => {
    if (!embla || !autoplayMs || held || slides.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => document.visibilityState === 'visible' && embla.scrollNext(), autoplayMs)
    return () => clearInterval(timer)
  }, [embla, autoplayMs, held, at, slides.length])
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
      <div className="view" ref={view}>
        <ul>
          {slides.map((slide, i) => <li key={slide.key} inert={i !== at} aria-label={`${i + 1} / ${slides.length}`}>{slide.content}</li>)}
        </ul>
      </div>
      <div className="dots" aria-hidden="true">{slides.map((slide, i) => <i key={slide.key} className={i === at ? 'on' : undefined} />)}</div>
      {total !== undefined && <span className="counter" aria-hidden="true">{at + 1} / {total}</span>}
    </section>
  )
}
