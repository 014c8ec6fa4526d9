import { useCallback, useEffect, useRef } from 'react'

/** Tells whether the page is gone, for what was begun before. */
export function useUnmounted(): () => boolean {
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  return useCallback(() => gone.current, [])
}
