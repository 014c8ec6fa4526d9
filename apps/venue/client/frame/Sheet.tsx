import { t } from '../words/words.ts'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'

const FOCUSABLE = 'button:not([disabled]),a[href],input,[tabindex="0"]'

/** Keeps Tab inside, closes on Escape, and gives the focus back to where it came from. */
export function useDialogFocus(onClose: (() => void) | null) {
  const box = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  // With the sheet, not after it: a key that is pressed at once counts.
  useLayoutEffect(() => {
    const from = document.activeElement as HTMLElement | null
    box.current?.focus()
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && close.current) close.current()
      if (event.key !== 'Tab' || !box.current) return
      const inside = [...box.current.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
        each => each.offsetParent !== null,
      )
      const edge = event.shiftKey ? inside[0] : inside.at(-1)
      if (
        inside.length === 0 ||
        document.activeElement === edge ||
        !box.current.contains(document.activeElement)
      ) {
        event.preventDefault()
        ;(event.shiftKey ? inside.at(-1) : inside[0])?.focus()
      }
    }
    document.addEventListener('keydown', key)
    return () => {
      document.removeEventListener('keydown', key)
      from?.focus()
    }
  }, [])
  return box
}

/** A sheet from below that leaves the head in sight. */
export function Sheet({
  title,
  onClose,
  foot,
  children,
  tall = false,
}: {
  title: string
  onClose: () => void
  foot?: ReactNode
  children: ReactNode
  tall?: boolean
}) {
  const box = useDialogFocus(onClose)
  return (
    <>
      <div className="veil low" onClick={onClose} />
      <section
        className={`sheet${tall ? ' tall' : ''}`}
        role="dialog"
        aria-modal="true"
        aria-label={title}
        tabIndex={-1}
        ref={box}
      >
        <div className="sheet-h">
          {title}
          <button type="button" className="icon" aria-label={t('close')} onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
        <div className="sheet-b" tabIndex={0}>
          {children}
        </div>
        {foot && <div className="sheet-f">{foot}</div>}
      </section>
    </>
  )
}
