import { fairDraws } from '@tianping/fairness'
import type { RoundInput, RoundOutcome } from '../../../model/InstantGame.ts'
import { evaluate, payoutOf, type SlotResult } from './evaluate.ts'
import { SLOT3_MATH } from './math.ts'

/** One spin: a pure function of the seeds and the stake. */
export function outcome({
  serverSeed,
  clientSeed,
  nonce,
  stakeFen,
}: RoundInput): RoundOutcome<SlotResult> {
  const draws = fairDraws({ serverSeed, game: SLOT3_MATH.model, clientSeed, nonce })
  const result = evaluate(SLOT3_MATH.reels.map(reel => draws.below(reel.length)))
  return { payoutFen: payoutOf(result.units, stakeFen), detail: result }
}
