import { useEffect, useState } from 'react'
import { yuan } from '../kit/money.ts'
import { skipsMotion } from '../kit/motion.ts'

const COUNT_UP_MS = 800

/** Counts up to the amount, unless movement is unwanted. */
export function CountUp({ fen }: { fen: number }) {
  const [shown, setShown] = useState(() => (skipsMotion() ? fen : 0))
  useEffect(() => {
    if (skipsMotion()) return
    const fromMs = performance.now()
    let frame = 0
    const step = () => {
      const part = Math.min(1, (performance.now() - fromMs) / COUNT_UP_MS)
      setShown(part === 1 ? fen : Math.floor((fen * (1 - (1 - part) ** 3)) / 10) * 10)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [fen])
  return <span aria-hidden="true">{yuan(shown)}</span>
}
