import { useEffect, useRef } from 'react'
import { skipsMotion } from '../kit/motion.ts'
import { usePainted } from '../kit/usePainted.ts'

/**
 * A value, and for one frame after `key` changed what it was before: so what turns over as a whole
 * is drawn in two frames, what is looked at first in the first. Where movement is unwanted it
 * follows at once.
 */
export function useFrameBehind<T>(value: T, key: unknown): T {
  const current = usePainted(key) === key || skipsMotion()
  const before = useRef(value)
  useEffect(() => {
    if (current) before.current = value
  }, [current, value])
  return current ? value : before.current
}
