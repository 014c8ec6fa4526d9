import { useState, type ReactNode } from 'react'
import { lazyPart } from '../frame/lazyPart.tsx'
import type { State } from '../session/wire.ts'

const GrantSheet = lazyPart(async () => (await import('./GrantSheet.tsx')).GrantSheet)

/** Rounds that the house pays for. */
export type Granted = NonNullable<State['free']>

/** What the next spin takes from the grant; null where the player stakes it. */
export const grantNow = <T extends Pick<State, 'free'>>({ free }: T): Granted | null =>
  free && free.left > 0 ? free : null

/**
 * The sheet that says what is given, once a grant, and what it came to when it is played. `busy`
 * keeps it back while reels turn or free spins go on.
 */
export function useGrant(
  game: { refresh: () => Promise<unknown> },
  { free }: Pick<State, 'free'>,
  busy: boolean,
): { open: boolean; sheet: ReactNode } {
  const [seen, setSeen] = useState('')
  if (!free || busy) return { open: false, sheet: null }
  const named = `${free.ref} ${free.left > 0 ? 'begins' : 'done'}`
  if (named === seen) return { open: false, sheet: null }
  const close = () => {
    setSeen(named)
    // Another grant may follow.
    if (free.left === 0) void game.refresh()
  }
  return { open: true, sheet: <GrantSheet grant={free} onClose={close} /> }
}
