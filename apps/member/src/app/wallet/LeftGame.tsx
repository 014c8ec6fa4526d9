import { lazy, Suspense } from 'react'
import { useLoggedIn } from '../session.ts'
import { useLeftGame } from './openGame.ts'

const ComingHome = lazy(async () => ({
  default: (await import('./ComingHome.tsx')).ComingHome,
}))

/** After a game: its money comes home. The code for it comes with the first game that is left. */
export function LeftGame() {
  const [ticket, forget] = useLeftGame()
  const held = useLoggedIn()
  if (ticket === null || !held) return null
  return (
    <Suspense>
      <ComingHome key={ticket} ticket={ticket} onDone={forget} />
    </Suspense>
  )
}
