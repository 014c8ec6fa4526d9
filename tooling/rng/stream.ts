// The random stream of a model as its rounds use it: round after round of one seed pair, the first
// block of each.
import { fairDraws, RED_PACKET, sha256, utf8 } from '@tianping/fairness'
import { VENUE_CODES } from '@tianping/venue-protocol'
import { gamesOf } from '../../apps/venue/games/registry.ts'
import { fit } from './chances.ts'

/** Numbers of one round: those of one block of the stream. */
const WORDS_A_ROUND = 8

/** Every model that draws anything; skins share the stream of theirs. */
export const MODELS: readonly string[] = [
  ...new Set(VENUE_CODES.flatMap(gamesOf).map(game => game.model)),
  RED_PACKET,
]

export type Source = {
  /** The next numbers of the stream. */
  words: (count: number) => Uint32Array
  /** The same stream asked for integers below a bound, as games ask: are they even? */
  below: (bound: number, count: number) => number
}

/** The stream of a model from a seed, which with the model determines all of it. */
export function sourceOf(model: string, seed: string): Source {
  const serverSeed = sha256(utf8(`${seed}:${model}`))
  let nonce = 0
  const next = () => fairDraws({ serverSeed, game: model, clientSeed: seed, nonce: nonce++ })
  return {
    words(count) {
      const words = new Uint32Array(count)
      for (let i = 0; i < count; i += WORDS_A_ROUND) {
        const { u32 } = next()
        for (let j = i; j < Math.min(i + WORDS_A_ROUND, count); j++) words[j] = u32()
      }
      return words
    },
    below(bound, count) {
      const counts = new Float64Array(bound)
      for (let i = 0; i < count; i += WORDS_A_ROUND) {
        const draws = next()
        for (let j = 0; j < WORDS_A_ROUND; j++) {
          const value = draws.below(bound)
          counts[value] = (counts[value] ?? 0) + 1
        }
      }
      const total = Math.ceil(count / WORDS_A_ROUND) * WORDS_A_ROUND
      return fit(counts, () => total / bound)
    },
  }
}
