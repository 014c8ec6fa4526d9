import type { TableGame } from '../rounds/useTable.ts'
import { useElapsed } from './useElapsed.ts'

/** When a card leaves the shoe and when it is turned over, in ms after the deal began. */
export type Step = { dealtAt: number; turnedAt: number }
const TURN_MS = 260

export type Deal<Outcome> = {
  /** What is being dealt or was; null while bets are taken. */
  outcome: Outcome | null
  /** For a card: since when it lies there and since when its face is up; negative before. */
  since: (step: Step) => { dealtMs: number; turnedMs: number }
  /** True once the card may be read. */
  read: (step: Step) => boolean
}

/**
 * The deal of the present round by the table's clock, where a turned card may be read `turnMs`
 * later; all of it is done where the result is shown already.
 */
export function useDeal<Outcome>(
  { round, phase, offMs }: TableGame<Outcome>,
  stepsOf: (outcome: Outcome) => Step[],
  turnMs = TURN_MS,
): Deal<Outcome> {
  const outcome = phase === 'draw' || phase === 'result' ? (round?.outcome ?? null) : null
  const moments =
    outcome && phase === 'draw'
      ? stepsOf(outcome)
          .flatMap(({ dealtAt, turnedAt }) => [dealtAt, turnedAt, turnedAt + turnMs])
          .toSorted((a, b) => a - b)
      : []
  const running = useElapsed(round?.draws_at ?? 0, offMs, moments)
  const elapsed = phase === 'result' ? Number.POSITIVE_INFINITY : running
  return {
    outcome,
    since: ({ dealtAt, turnedAt }) => ({
      dealtMs: elapsed - dealtAt,
      turnedMs: elapsed - turnedAt,
    }),
    read: ({ turnedAt }) => elapsed >= turnedAt + turnMs,
  }
}
