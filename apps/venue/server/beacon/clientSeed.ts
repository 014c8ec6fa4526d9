import { beaconRoundAfter, beaconTimeMs, mixedSeed } from '@tianping/fairness/beacon'
import type { RoundRow } from '../rounds/round.sql.ts'
import type { Venue } from '../venue.ts'
import type { BeaconRow } from './beacon.sql.ts'
import { findBeacon } from './beacon.sql.ts'

/** Which round of a beacon a round of a table waits for; stated when it opens. */
export type AwaitedBeacon = { chain: string; round: bigint; at: Date }

/** The beacon's first round after the close of bets. */
export function awaitedAfter(beacon: BeaconRow, closesMs: number): AwaitedBeacon {
  const round = beaconRoundAfter(beacon, closesMs)
  return {
    chain: beacon.chainHash,
    round: BigInt(round),
    at: new Date(beaconTimeMs(beacon, round)),
  }
}

/** What a closed round is drawn with; `late` when its beacon did not come within its bound. */
export type ClientSeed =
  | { kind: 'seed'; clientSeed: string; signature: Uint8Array | null }
  | { kind: 'waiting' }
  | { kind: 'late' }

/**
 * The client seed of a closed round: its salt, mixed with the beacon's randomness where it was
 * opened with one. A beacon that can still be had counts however late it is asked.
 */
export async function clientSeedOf(
  venue: Pick<Venue, 'db' | 'beacons'>,
  { salt, beaconChain, beaconRound, beaconAt }: RoundRow,
  now: Date,
): Promise<ClientSeed> {
  if (beaconChain === null || beaconRound === null || beaconAt === null)
    return { kind: 'seed', clientSeed: salt, signature: null }
  if (now < beaconAt) return { kind: 'waiting' }
  const signature = await venue.beacons.signatureOf(beaconChain, beaconRound)
  if (signature) return { kind: 'seed', clientSeed: mixedSeed(salt, signature), signature }
  const beacon = await findBeacon(venue.db, beaconChain)
  const lateMs = now.getTime() - beaconAt.getTime()
  return { kind: lateMs > (beacon?.lateMs ?? 0) ? 'late' : 'waiting' }
}
