import { fairDraws, type FairDraws } from '@tianping/fairness'
import type { DrawInput } from '../../../model/Table.ts'
import { mapOver } from './chances.ts'
import { ESPORT_MATH } from './math.ts'

/** The left side's chance of a round, in per cent. */
export type Terms = { p: number }
/** Each map's rounds in order, `L` or `R` for the side that won it. */
export type Outcome = { maps: string[] }

/** One match: a pure function of the seeds and its terms. */
export function draw({ serverSeed, clientSeed, nonce }: DrawInput, terms: Terms): Outcome {
  return play(fairDraws({ serverSeed, game: ESPORT_MATH.model, clientSeed, nonce }), terms)
}

/** One match from a stream of numbers. */
export function play(draws: Pick<FairDraws, 'below'>, { p }: Terms): Outcome {
  const maps: string[] = []
  while (Math.max(...mapsWon(maps)) < ESPORT_MATH.mapsToWin) {
    let rounds = ''
    while (!mapOver(scoreOf(rounds))) rounds += draws.below(100) < p ? 'L' : 'R'
    maps.push(rounds)
  }
  return { maps }
}

/** Rounds won by each side. */
export function scoreOf(rounds: string): [number, number] {
  const left = [...rounds].filter(side => side === 'L').length
  return [left, rounds.length - left]
}

/** Maps won by each side. */
export function mapsWon(maps: readonly string[]): [number, number] {
  const left = maps.filter(rounds => rounds.endsWith('L')).length
  return [left, maps.length - left]
}
