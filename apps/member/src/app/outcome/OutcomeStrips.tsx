import { useEffect, useState, type ComponentType } from 'react'
import { useLostSince } from '../reach.ts'
import { useLoggedIn } from '../session.ts'
import { useUnsettled } from '../unsettled.ts'

const load = () => import('./Outcomes.tsx').then(module => module.default)

/**
 * The strips come with the first action that moves money, on its way: without a network they must
 * be here already.
 */
export function OutcomeStrips() {
  const [Strips, setStrips] = useState<ComponentType>()
  const needed = useUnsettled().length > 0
  const loggedIn = useLoggedIn()
  const offline = useLostSince() !== null
  useEffect(() => {
    if (!needed || Strips) return
    load().then(
      found => setStrips(() => found),
      () => undefined,
    )
  }, [needed, offline, Strips])
  return loggedIn && Strips ? <Strips /> : null
}
