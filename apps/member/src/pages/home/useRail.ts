import { useEffect, useRef, useState, type RefObject } from 'react'

/** Header and rail together, in px: a section counts as shown once its head passes under them. */
const coveredPx = 150

/** Which section is under the rail, and the way to one of them. */
export function useRail(sections: RefObject<HTMLElement | null>) {
  const [at, setAt] = useState(0)
  const jumping = useRef(false)
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      if (jumping.current || !sections.current) return
      const heads = [...sections.current.children].map(
        section => section.getBoundingClientRect().top,
      )
      // At the very end the last section may be too short to reach the rail.
      const atEnd =
        scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      const passed = heads.filter(top => top <= coveredPx).length
      setAt(atEnd ? heads.length - 1 : Math.max(0, passed - 1))
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(look)
    }
    const settle = () => {
      jumping.current = false
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('scrollend', settle)
    addEventListener('pointerdown', settle)
    addEventListener('wheel', settle, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
      removeEventListener('scrollend', settle)
      removeEventListener('pointerdown', settle)
      removeEventListener('wheel', settle)
    }
  }, [sections])

  function jump(index: number) {
    setAt(index)
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    jumping.current = true
    // Browsers without `scrollend` follow the scroll again at the next touch.
    sections.current?.children[index]?.scrollIntoView({
      behavior: calm ? 'instant' : 'smooth',
      block: 'start',
    })
  }
  return { at, jump }
}
