import { useEffect, useEffectEvent } from 'react'

/** For the `onOpenChange` of a select: closed, it leaves the keys to the list again. */
export function leaveKeys(open: boolean) {
  if (!open && document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/**
 * Single keys for the work at hand. They rest while one types, while a dialog is open, and with
 * Ctrl, Alt or Meta; Enter belongs to the button or link that has the focus.
 */
export function useKeys(keys: Record<string, () => void>, enabled = true) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = keys[event.key]
    if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const at = event.target as HTMLElement
    if (
      at.closest?.('input, textarea, select, [contenteditable], [role="dialog"], [role="listbox"]')
    )
      return
    if (event.key === 'Enter' && at.closest?.('a, button')) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    if (!enabled) return
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [enabled])
}
