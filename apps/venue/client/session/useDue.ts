import { useEffect, useState } from 'react'
import type { State } from './wire.ts'

/** Why a game stops after its round: its time is over, or the reality check is due. */
export type Due = 'over' | 'reality' | null

/** What is due; being over counts for more than a check. */
export function useDue({ session }: Pick<State, 'session'>, clockOffMs: number): Due {
  const over = usePassed(session.ends_at, clockOffMs)
  const reality = usePassed(session.reality_due_at, clockOffMs)
  if (over) return 'over'
  return reality ? 'reality' : null
}

/** True from a moment of the server's clock on; never without one. */
function usePassed(moment: string | null, clockOffMs: number): boolean {
  const dueMs = moment === null ? Infinity : Date.parse(moment) - clockOffMs
  const [passed, setPassed] = useState(() => (Date.now() >= dueMs ? dueMs : 0))
  useEffect(() => {
    if (dueMs === Infinity) return
    // Timers beyond 24.8 days overflow and fire at once; no session lasts that long.
    const timer = setTimeout(
      () => setPassed(dueMs),
      Math.min(Math.max(0, dueMs - Date.now()), 2_000_000_000),
    )
    return () => clearTimeout(timer)
  }, [dueMs])
  return passed === dueMs
}
