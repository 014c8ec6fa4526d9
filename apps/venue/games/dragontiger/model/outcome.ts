import { fairDraws } from '@tianping/fairness'
import type { DrawInput } from '../../../model/Table.ts'
import { rankOf } from '../../../model/card.ts'
import { dealt } from '../../../model/dealt.ts'
import { DRAGON_TIGER_MATH, type DragonTigerPick } from './math.ts'

/** One card each. */
export type DragonTigerOutcome = { dragon: number; tiger: number }

export const CARDS = 2

/** One round: a pure function of its seeds. */
export function draw({ serverSeed, clientSeed, nonce }: DrawInput): DragonTigerOutcome {
  return play(
    dealt(
      DRAGON_TIGER_MATH.decks,
      CARDS,
      fairDraws({ serverSeed, game: DRAGON_TIGER_MATH.model, clientSeed, nonce }),
    ),
  )
}

export function play(cards: readonly number[]): DragonTigerOutcome {
  const [dragon, tiger] = cards as [number, number]
  return { dragon, tiger }
}

export function winnerOf({ dragon, tiger }: DragonTigerOutcome): DragonTigerPick {
  const lead = rankOf(dragon) - rankOf(tiger)
  if (lead === 0) return 'tie'
  return lead > 0 ? 'dragon' : 'tiger'
}

export const isPick = (pick: string): pick is DragonTigerPick =>
  Object.hasOwn(DRAGON_TIGER_MATH.bets, pick)

/**
 * What a pick returns, in hundredths of its stake and with it. A tie gives half of the bets on
 * either side back.
 */
export function returnsOf(outcome: DragonTigerOutcome, pick: DragonTigerPick): number {
  const winner = winnerOf(outcome)
  if (winner === pick) return DRAGON_TIGER_MATH.bets[pick].returns
  return winner === 'tie' ? DRAGON_TIGER_MATH.tieReturns : 0
}
