import { useEffect, useState } from 'react'
import { painted } from './motion.ts'

/**
 * A value a frame after it came: for what nobody looks at first (histories, roads), so that the
 * frame of a result has only the result to draw. Where movement is unwanted it follows at once.
 */
export function usePainted<T>(value: T): T {
  const [seen, setSeen] = useState(value)
  useEffect(() => {
    void painted().then(() => setSeen(() => value))
  }, [value])
  return seen
}
