import { useEffect, useState } from 'react'
import type { State } from './wire.ts'

/** True from the moment the reality check is due. */
export function useRealityDue({ session }: Pick<State, 'session'>, clockOffMs: number): boolean {
  const dueMs = Date.parse(session.reality_due_at) - clockOffMs
  const [passed, setPassed] = useState(() => (Date.now() >= dueMs ? dueMs : 0))
  useEffect(() => {
    // Timers beyond 24.8 days overflow and fire at once; no session lasts that long.
    const timer = setTimeout(
      () => setPassed(dueMs),
      Math.min(Math.max(0, dueMs - Date.now()), 2_000_000_000),
    )
    return () => clearTimeout(timer)
  }, [dueMs])
  return passed === dueMs
}
