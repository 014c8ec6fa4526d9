import { fairDraws, type FairDraws } from '@tianping/fairness'
import type { DrawInput } from '../../../model/Table.ts'
import { gridOf, type Terms } from './grid.ts'
import { FOOTBALL_MATH } from './math.ts'

/** `second` is the second of play, 0 to 5399, in which the goal falls. */
export type Goal = { second: number; side: 0 | 1 }
export type Outcome = { score: [number, number]; goals: Goal[] }

/** One match: a pure function of the seeds and its terms. */
export function draw({ serverSeed, clientSeed, nonce }: DrawInput, terms: Terms): Outcome {
  return play(fairDraws({ serverSeed, game: FOOTBALL_MATH.model, clientSeed, nonce }), terms)
}

/** One match from a stream of numbers. */
export function play(draws: Pick<FairDraws, 'below'>, terms: Terms): Outcome {
  const score = scoreAt(draws.below(FOOTBALL_MATH.gridTotal), terms)
  const goals = score.flatMap((count, side) =>
    Array.from({ length: count }, (): Goal => ({
      second: draws.below(FOOTBALL_MATH.secondsOfPlay),
      side: side as 0 | 1,
    })),
  )
  return { score, goals: goals.toSorted((a, b) => a.second - b.second || a.side - b.side) }
}

/** The score whose part of the grid's running totals holds `ticket`. */
function scoreAt(ticket: number, terms: Terms): [number, number] {
  let left = ticket
  for (const [h, row] of gridOf(terms).entries()) {
    for (const [a, weight] of row.entries()) {
      if (left < weight) return [h, a]
      left -= weight
    }
  }
  throw new Error('a grid adds up to its total')
}
