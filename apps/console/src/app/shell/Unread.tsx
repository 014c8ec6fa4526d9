import { useIsFetching } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useAddress } from '../address.ts'
import { useNamesRead } from '../params.ts'

const UnreadSign = lazy(() =>
  import('./UnreadSign.tsx').then(module => ({ default: module.UnreadSign })),
)

/** A room is whole once nothing has come for this long; its parts read the address as they come. */
const STILL_MS = 1_000

/** What of the address no part of the room reads, once the room is whole. */
function useUnread(): string[] {
  const { search } = useAddress()
  const read = useNamesRead()
  const unread = [...new URLSearchParams(search).keys()].filter(name => !read.includes(name))
  const now = useIsFetching() > 0 ? '' : unread.join('&')
  const [said, say] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => say(now), now ? STILL_MS : 0)
    return () => clearTimeout(timer)
  }, [now])
  return unread.filter(name => said.split('&').includes(name))
}

/** A filter that nobody applied is said above the room. */
export function Unread() {
  const names = useUnread()
  if (names.length === 0) return null
  return (
    <Suspense fallback={null}>
      <UnreadSign names={names} />
    </Suspense>
  )
}
