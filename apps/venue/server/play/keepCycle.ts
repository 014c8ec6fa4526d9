import type { Tx } from '@tianping/database'
import type { Venue } from '../venue.ts'
import { takeTurn } from '../wallet/wallet.sql.ts'
import { PlayRefusal } from './PlayRefusal.ts'
import type { Session } from './session.sql.ts'

/** The least time between two spins: an operator may ask for more than the venue keeps. */
export function slotCycleMs(
  { spinCycleMs }: Pick<Venue, 'spinCycleMs'>,
  session: Pick<Session, 'slotCycleMs'>,
): number {
  return Math.max(spinCycleMs, session.slotCycleMs ?? 0)
}

/**
 * Begins a spin at `at`, or refuses it while the player's last one is not over: over all tabs,
 * games and wallets.
 */
export async function keepCycle(venue: Venue, tx: Tx, session: Session, at: Date): Promise<void> {
  const cycleMs = slotCycleMs(venue, session)
  if (!(await takeTurn(tx, session, at, new Date(at.getTime() - cycleMs))))
    throw new PlayRefusal(4103)
}

/**
 * Begins a round of a table with the player's first ticket on it, or refuses it while the least
 * time since the last round or spin is not over. A round of one table is always longer; this is for
 * who plays at several.
 */
export async function keepTableCycle(tx: Tx, session: Session, at: Date): Promise<void> {
  const { casinoCycleMs } = session
  if (casinoCycleMs === null) return
  if (!(await takeTurn(tx, session, at, new Date(at.getTime() - casinoCycleMs))))
    throw new PlayRefusal(4108)
}
