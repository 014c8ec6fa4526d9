import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { openLayer } from './layers.ts'

const leaveMs = 200

type Props = {
  open: boolean
  /** Called for the back gesture, Escape and a touch beside the panel. */
  onClose: () => void
  label?: string
  role?: 'dialog' | 'alertdialog'
  centred?: boolean
  /** Closes by its own button only, not by the back gesture, Escape or a touch beside it. */
  firm?: boolean
  children: ReactNode
}

/**
 * A modal layer on the browser's own dialog: the focus stays inside and the rest is out of reach.
 */
export function Layer(props: Props) {
  const [present, setPresent] = useState(props.open)
  if (props.open && !present) setPresent(true)
  useEffect(() => {
    if (props.open || !present) return
    const timer = setTimeout(() => setPresent(false), leaveMs)
    return () => clearTimeout(timer)
  }, [props.open, present])
  // At the end of the document, so that it inherits nothing from the place that opens it.
  return present && createPortal(<Modal {...props} />, document.body)
}

function Modal({ open, onClose, label, role, centred, firm = false, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    // The browser starts at the first control; a list starts at what is chosen.
    dialog?.querySelector<HTMLElement>('[role="option"][aria-selected="true"]')?.focus()
    return () => dialog?.close()
  }, [])
  useEffect(() => {
    if (open && element.current) return openLayer(element.current, () => close(), firm)
  }, [open, firm])
  return (
    <dialog
      ref={element}
      role={role}
      aria-label={label}
      className={centred ? 'layer layer--center' : 'layer'}
      data-leaving={open ? undefined : ''}
      onCancel={event => {
        event.preventDefault()
        if (!firm) onClose()
      }}
    >
      <div className="scrim" onClick={firm ? undefined : onClose} />
      {children}
    </dialog>
  )
}
