import { useEffect, useState } from 'react'

/** The present moment by the server's clock, once a second. */
export function useNow(offMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now() + offMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now() + offMs), 1_000)
    return () => clearInterval(timer)
  }, [offMs])
  return nowMs
}
