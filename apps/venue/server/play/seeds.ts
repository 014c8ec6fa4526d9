import { toHex } from '@tianping/fairness'
import { transaction, type Db, type Tx } from '@tianping/database'
import type { Venue } from '../venue.ts'
import { lockWallet } from '../wallet/wallet.sql.ts'
import { seedInRound } from './bet.sql.ts'
import { PlayRefusal } from './PlayRefusal.ts'
import {
  currentSeeds,
  lastRevealed,
  lastRoundOf,
  rotateSeeds,
  setClientSeed,
  type SeedRow,
} from './seed.sql.ts'
import type { Session } from './session.sql.ts'
import { seedsView } from './snapshot.ts'

/** Runs `work` with the player's wallet locked, which keeps any bet from slipping between. */
function alone<T>(venue: Venue, session: Session, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(venue.db, async tx => {
    if (!(await lockWallet(tx, session.deskId, session.playerId))) throw new PlayRefusal(4002)
    return work(tx)
  })
}

/**
 * The player's own seed, from his next round on; the house's seed is committed already and cannot
 * answer to it. A `first` one, which a page draws by itself, never replaces one of the player's.
 */
export function changeClientSeed(
  venue: Venue,
  session: Session,
  { client_seed: clientSeed, first = false }: { client_seed: string; first?: boolean | undefined },
) {
  return alone(venue, session, async tx => {
    const { active } = await currentSeeds(tx, session.deskId, session.playerId)
    await setClientSeed(tx, active.seedId, clientSeed, first)
    return { seeds: await seedsView(tx, session) }
  })
}

/**
 * Reveals the active server seed and goes on with the one whose hash was shown as the next, with a
 * new seed of the player where one is given; never inside a round.
 */
export function rotate(venue: Venue, session: Session, clientSeed?: string) {
  return alone(venue, session, async tx => {
    const { active } = await currentSeeds(tx, session.deskId, session.playerId)
    if (await seedInRound(tx, active.seedId)) throw new PlayRefusal(4105)
    const revealed = await rotateSeeds(
      tx,
      session.deskId,
      session.playerId,
      new Date(venue.clock()),
      clientSeed,
    )
    return { revealed: await revealedView(tx, revealed), seeds: await seedsView(tx, session) }
  })
}

export async function revealedSeed(venue: Venue, session: Session) {
  const found = await lastRevealed(venue.db, session.deskId, session.playerId)
  return { revealed: found ? await revealedView(venue.db, found) : null }
}

/** A revealed seed with its last round, so that the page can compute that one again. */
async function revealedView(db: Db, seed: SeedRow) {
  const last = await lastRoundOf(db, seed.seedId)
  return {
    server_seed: toHex(seed.serverSeed),
    commit: seed.commitHash,
    rounds: seed.nextNonce,
    last: last ? { client_seed: last.clientSeed, nonce: last.nonce, outcome: last.outcome } : null,
  }
}
