import type { RoundRow } from './round.sql.ts'

const RANK = { open: 0, closed: 1, drawn: 2, settled: 3, void: 3 } as const

/**
 * A round as everybody may see it; its seed and outcome only once it is drawn. Times are ms since
 * 1970.
 */
export function roundView(round: RoundRow) {
  return {
    number: Number(round.number),
    day: round.day,
    place: round.place,
    state: round.state,
    opens_at: round.opensAt.getTime(),
    closes_at: round.closesAt.getTime(),
    draws_at: round.drawsAt.getTime(),
    results_at: round.resultsAt.getTime(),
    ends_at: round.endsAt.getTime(),
    commit: round.commitHash,
    salt: round.salt,
    math_version: round.mathVersion,
    seed: round.seed?.toString('hex') ?? null,
    outcome: round.outcome,
    // What it is drawn with: the salt, mixed with the beacon's randomness where it waits for one.
    client_seed: round.clientSeed ?? (round.beaconChain === null ? round.salt : null),
    beacon: beaconOf(round),
  }
}

/** The beacon's round that was stated at the opening, with its signature once it is drawn. */
function beaconOf({ beaconChain, beaconRound, beaconAt, beaconSignature }: RoundRow) {
  if (beaconChain === null || beaconRound === null || beaconAt === null) return null
  return {
    chain: beaconChain,
    round: Number(beaconRound),
    at: beaconAt.getTime(),
    signature: beaconSignature?.toString('hex') ?? null,
  }
}
export type RoundView = ReturnType<typeof roundView>

/**
 * The sequence id of a round's state: the same on every server and after every restart, and ever
 * growing.
 */
export function sequenceOf({ number, state }: Pick<RoundView, 'number' | 'state'>): number {
  return number * 4 + RANK[state]
}
