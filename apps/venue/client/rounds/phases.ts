import { skipsMotion } from '../kit/motion.ts'
import type { Round } from './wire.ts'

/** What a round is in: `wait` when none is under way. */
export type Phase = 'wait' | 'bet' | 'lock' | 'draw' | 'result'

/** A round that is drawn: its outcome is there. */
export type Drawn<R extends Round> = R & { outcome: NonNullable<R['outcome']> }

/**
 * True when a round's outcome may be seen: after its drawing, or at once where movement is
 * unwanted.
 */
export function revealed<R extends Round>(round: R, nowMs: number): round is Drawn<R> {
  return (
    round.outcome !== null &&
    (nowMs >= round.results_at || (skipsMotion() && nowMs >= round.draws_at))
  )
}

/** True while a closed round is not drawn because its beacon has not come. */
export const awaitsBeacon = (round: Round, nowMs: number): boolean =>
  round.beacon !== null &&
  round.outcome === null &&
  (round.state === 'open' || round.state === 'closed') &&
  nowMs >= round.closes_at

/** The round of this moment, of all that are known; one that waits for its beacon stays. */
export function presentRound(rounds: readonly Round[], nowMs: number): Round | null {
  return (
    rounds.find(
      round => round.opens_at <= nowMs && (nowMs < round.ends_at || awaitsBeacon(round, nowMs)),
    ) ?? null
  )
}

export function phaseOf(round: Round | null, nowMs: number): Phase {
  if (!round) return 'wait'
  if (round.state === 'void') return 'result'
  if (nowMs < round.closes_at && round.state === 'open') return 'bet'
  if (nowMs < round.draws_at || awaitsBeacon(round, nowMs)) return 'lock'
  return revealed(round, nowMs) ? 'result' : 'draw'
}

/** The next moment at which anything of the above changes by the clock alone. */
export function nextChangeMs(rounds: readonly Round[], nowMs: number): number | null {
  const moments = rounds
    .slice(0, 3)
    .flatMap(round => [
      round.opens_at,
      round.closes_at,
      round.draws_at,
      round.results_at,
      round.ends_at,
    ])
  const ahead = moments.filter(at => at > nowMs)
  return ahead.length > 0 ? Math.min(...ahead) : null
}

/** How a round is called on the page: its place in the day. */
export function roundName({ place }: Pick<Round, 'place'>): string {
  return String(place).padStart(4, '0')
}
