import { useEffect, useState } from 'react'
import type { Phase } from './phases.ts'
import type { Round } from './wire.ts'

/**
 * The seconds that are left of a phase, and the part of it that is over. It never blinks, reddens
 * or beeps.
 */
export function Ring({
  round,
  phase,
  offMs,
}: {
  round: Round | null
  phase: Phase
  offMs: number
}) {
  const [from, to] = spanOf(round, phase)
  const seconds = useSeconds(to, offMs)
  const part = to > from ? Math.min(1, (seconds * 1_000) / (to - from)) : 0
  return (
    <div
      className={`ring${phase === 'bet' ? '' : ' lock'}`}
      role="timer"
      aria-label={`剩余 ${seconds} 秒`}
    >
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle className="tr" cx="18" cy="18" r="15.9" />
        <circle
          className="go"
          cx="18"
          cy="18"
          r="15.9"
          style={{ strokeDashoffset: 100 - part * 100 }}
        />
      </svg>
      <b data-testid="seconds">{seconds}</b>
    </div>
  )
}

function spanOf(round: Round | null, phase: Phase): [number, number] {
  if (!round) return [0, 0]
  if (phase === 'bet') return [round.opens_at, round.closes_at]
  if (phase === 'lock') return [round.closes_at, round.draws_at]
  if (phase === 'draw') return [round.draws_at, round.results_at]
  return [round.results_at, round.ends_at]
}

/**
 * Whole seconds until a moment of the server's clock, rounded up; drawn when they change and not in
 * between.
 */
export function useSeconds(atMs: number, offMs: number): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const tick = () => {
      const leftMs = Math.max(0, atMs - Date.now() - offMs)
      const left = Math.ceil(leftMs / 1_000)
      setSeconds(left)
      if (left > 0) timer = setTimeout(tick, leftMs - (left - 1) * 1_000 + 4)
    }
    let timer = setTimeout(tick, 0)
    return () => clearTimeout(timer)
  }, [atMs, offMs])
  return seconds
}
