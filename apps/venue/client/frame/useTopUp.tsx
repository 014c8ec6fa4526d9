import { useState, type ReactNode } from 'react'
import type { State } from '../session/wire.ts'
import { lazyPart } from './lazyPart.tsx'
import type { Asks } from './TopUpSheet.tsx'

const TopUpSheet = lazyPart(async () => (await import('./TopUpSheet.tsx')).TopUpSheet)

type TopUp = {
  /** Opens the sheet; undefined where the player has allowed nothing to follow. */
  ask: (() => void) | undefined
  open: boolean
  sheet: ReactNode
}

/** Money that follows into the open game, within what the player allowed when it was opened. */
export function useTopUp(
  game: Asks,
  { top_up: room, balance }: Pick<State, 'top_up' | 'balance'>,
): TopUp {
  const [open, setOpen] = useState(false)
  const [ask] = useState(() => () => setOpen(true))
  if (room === null) return { ask: undefined, open: false, sheet: null }
  return {
    ask: open || room.left > 0 ? ask : undefined,
    open,
    sheet: open && (
      <TopUpSheet game={game} room={room} balanceFen={balance} onClose={() => setOpen(false)} />
    ),
  }
}
