import { Suspense, lazy, useSyncExternalStore } from 'react'
import { inviteNow, watchInvite } from './invite.ts'

const InviteSheet = lazy(async () => ({ default: (await import('./InviteSheet.tsx')).InviteSheet }))

/** Where visitors are shown the ways into a game; stands once at the root. */
export function InviteHost() {
  const invite = useSyncExternalStore(watchInvite, inviteNow)
  return (
    invite && (
      <Suspense fallback={null}>
        <InviteSheet {...invite} />
      </Suspense>
    )
  )
}
