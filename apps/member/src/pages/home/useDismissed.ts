import { useState } from 'react'

/**
 * Whether the member closed something on home; it stays closed until the browser is, or the session
 * ends.
 */
export function useDismissed(
  what: 'packet' | 'app' | 'welcome',
): [dismissed: boolean, dismiss: () => void] {
  const key = `closed:${what}`
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(key) !== null)
  return [
    dismissed,
    () => {
      sessionStorage.setItem(key, '1')
      setDismissed(true)
    },
  ]
}
