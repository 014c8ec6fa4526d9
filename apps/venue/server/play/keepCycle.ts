import type { Tx } from '@tianping/database'
import type { Venue } from '../venue.ts'
import { takeTurn } from '../wallet/wallet.sql.ts'
import { PlayRefusal } from './PlayRefusal.ts'
import type { Session } from './session.sql.ts'

/**
 * Begins a spin at `at`, or refuses it while the player's last one is not over: over all tabs,
 * games and wallets.
 */
export async function keepCycle(
  { spinCycleMs }: Venue,
  tx: Tx,
  session: Session,
  at: Date,
): Promise<void> {
  if (!(await takeTurn(tx, session, at, new Date(at.getTime() - spinCycleMs))))
    throw new PlayRefusal(4103)
}
