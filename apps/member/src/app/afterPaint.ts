import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Runs once what stands now has been drawn; the answer calls it off. */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

let drawing: Promise<void> | undefined

/** Another page is about to be drawn: `drawn` waits for it. */
export function pageChanges() {
  // Nothing is drawn in a tab that lies behind.
  if (document.visibilityState !== 'visible') return
  const mine = new Promise<void>(done => {
    afterPaint(() => {
      if (drawing === mine) drawing = undefined
      done()
    })
  })
  drawing = mine
}

/** Settles once a page that is about to be drawn has been; at once while none is. */
export const drawn = async (): Promise<void> => drawing

/**
 * False until the page that asks has been drawn: what is heavy and comes from elsewhere does not
 * hold it up.
 */
export function useDrawn(): boolean {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => afterPaint(() => setDrawn(true)), [])
  return drawn
}

/**
 * For what lies beside or below the screen of a page that is kept: the element carries
 * `data-undrawn` from the moment the page shows, each time anew, until it has been drawn. Its style
 * says what is left out so long.
 */
export function useUndrawn<E extends HTMLElement>(): {
  ref: RefObject<E | null>
  'data-undrawn': string
} {
  const ref = useRef<E>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const callOff = afterPaint(() => {
      delete element.dataset.undrawn
    })
    return () => {
      callOff()
      element.dataset.undrawn = ''
    }
  }, [])
  return { ref, 'data-undrawn': '' }
}
