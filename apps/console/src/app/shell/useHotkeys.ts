import { useEffect, useEffectEvent } from 'react'
import { useKeys } from '../../ui/useKeys.ts'

/** The keys that mean the same everywhere. Ctrl-K (or ⌘K) also while one types. */
export function useHotkeys({ find, help }: { find: () => void; help: () => void }) {
  useKeys({ '/': find, '?': help })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() !== 'k' ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    if (!document.querySelector('[role="dialog"]')) find()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
