import { toHex, utf8 } from './bytes.ts'
import { sha256 } from './sha256.ts'

/** When a beacon publishes: round 1 at `genesisS`, one more every `periodS`; seconds since 1970. */
export type BeaconTimes = { genesisS: number; periodS: number }

/** When a beacon publishes a round, in ms since 1970. */
export function beaconTimeMs({ genesisS, periodS }: BeaconTimes, round: number): number {
  return (genesisS + (round - 1) * periodS) * 1_000
}

/** The first round that a beacon publishes after a moment, never at it; ms since 1970. */
export function beaconRoundAfter({ genesisS, periodS }: BeaconTimes, ms: number): number {
  if (ms < genesisS * 1_000) return 1
  return Math.floor((ms / 1_000 - genesisS) / periodS) + 2
}

/**
 * The client seed of a shared round with a beacon: SHA-256 over `salt:randomness`, where the
 * randomness is the SHA-256 of the beacon's signature, both as lower-case hex. A round without a
 * beacon is drawn with the salt itself.
 */
export function mixedSeed(salt: string, signature: Uint8Array): string {
  return toHex(sha256(utf8(`${salt}:${toHex(sha256(signature))}`)))
}
