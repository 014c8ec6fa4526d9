import { fairDraws, sha256, toHex, utf8 } from '@tianping/fairness'
import type { VenueCode } from '@tianping/venue-protocol'
import type { Feature, InstantGame, RoundInput, RoundOutcome } from '../../../model/InstantGame.ts'
import { percent } from '../../../model/percent.ts'
import { MATH_A } from './mathA.ts'
import { MATH_B } from './mathB.ts'
import { MATH_D } from './mathD.ts'
import { awardedA, drawA, ROUND_MAX_A, unitsOfA, type RoundA } from './slotA.ts'
import { spinB } from './slotB.ts'
import { spinD } from './slotD.ts'
import type { Slot5Math, Slot5Model } from './Slot5Math.ts'

const STAKES_FEN = [100n, 200n, 500n, 1_000n, 2_000n, 5_000n, 10_000n, 20_000n, 50_000n]

export const SLOT5_MATHS: Record<Slot5Model, Slot5Math> = {
  slotA: MATH_A,
  slotB: MATH_B,
  slotD: MATH_D,
}

/**
 * What a round of each model stores: its stops and its units, and of model A the stops of its free
 * spins; windows and wins follow from the stops.
 */
export type Slot5Round = Pick<RoundA, 'stops' | 'units'> & Partial<Pick<RoundA, 'free'>>

const DRAWN: Record<Slot5Model, (draw: () => number[]) => Slot5Round> = {
  slotA: drawA,
  slotB: draw => {
    const { stops, units } = spinB(draw())
    return { stops, units }
  },
  slotD: draw => {
    const { stops, units } = spinD(draw())
    return { stops, units }
  },
}
const SELECTIONS: Record<Slot5Model, Record<string, unknown>> = {
  slotA: { ways: 243 },
  slotB: { lines: MATH_B.lines.length },
  slotD: { ways: 243 },
}

const FREE_SPINS: Feature<RoundA> = {
  steps: ({ free }) => free.length,
  taken: ({ free }) => free.length,
  shown: ({ stops, free }, steps) => {
    const seen = { stops, free: free.slice(0, steps) }
    return { ...seen, units: unitsOfA(seen) }
  },
}

/** How many free spins are left of a round of model A as far as it is shown. */
export const freeLeft = (shown: Pick<RoundA, 'stops' | 'free'>): number =>
  awardedA(shown) - shown.free.length

/** A round of a model: a pure function of the seeds and the stake. */
export function outcomeOf(
  model: Slot5Model,
  { serverSeed, clientSeed, nonce, stakeFen }: RoundInput,
): RoundOutcome<Slot5Round> {
  const math = SLOT5_MATHS[model]
  const draws = fairDraws({ serverSeed, game: model, clientSeed, nonce })
  const detail = DRAWN[model](() => math.reels.map(reel => draws.below(reel.length)))
  return { payoutFen: (stakeFen * BigInt(detail.units)) / BigInt(math.unitsPerStake), detail }
}

/** The most a round returns in stakes, free spins included. */
export const roundMaxOf = (model: Slot5Model): string =>
  model === 'slotA' ? ROUND_MAX_A : SLOT5_MATHS[model].maxWin

/** A skin of a five-reel model: name and pictures of its own, the same mathematics. */
export function slot5(
  model: Slot5Model,
  venue: VenueCode,
  code: string,
  name: string,
): InstantGame<Slot5Round> {
  const math = SLOT5_MATHS[model]
  const mathJson = `${JSON.stringify(math, null, 2)}\n`
  return {
    code,
    venue,
    name,
    category: 'concise',
    model,
    mathJson,
    mathVersion: toHex(sha256(utf8(mathJson))),
    rtpExact: math.rtp,
    rtpPercent: percent(math.rtp, 4),
    hitPercent: percent(math.hitRate, 2),
    maxWin: roundMaxOf(model),
    stakesFen: STAKES_FEN,
    page: 'slot5',
    selection: SELECTIONS[model],
    outcome: input => outcomeOf(model, input),
    ...(model === 'slotA' ? { feature: FREE_SPINS } : {}),
  }
}
