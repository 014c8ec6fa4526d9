import { useEffect, useState, type ReactNode } from 'react'
import { painted, skipsMotion } from './motion.ts'

/**
 * What stands below the first sight of a view that changes as a whole: it is made a frame after the
 * rest.
 */
export function Painted({ children }: { children: ReactNode }) {
  const [there, setThere] = useState(skipsMotion)
  useEffect(() => {
    void painted().then(() => setThere(true))
  }, [])
  return there ? children : null
}
