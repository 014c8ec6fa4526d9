// The random stream of a model as its rounds use it: round after round of one seed pair, the first
// block of each.
import { fairDraws, RED_PACKET, sha256, utf8 } from '@tianping/fairness'
import { VENUE_CODES } from '@tianping/venue-protocol'
import { gamesOf } from '../../apps/venue/games/registry.ts'
import { fit } from './chances.ts'
import { BLOCK_NUMBERS, roundBlocks } from './roundBlocks.ts'

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
  const block = roundBlocks(serverSeed, model, seed)
  const next = () => fairDraws({ serverSeed, game: model, clientSeed: seed, nonce: nonce++ })
  return {
    words(count) {
      const words = new Uint32Array(Math.ceil(count / BLOCK_NUMBERS) * BLOCK_NUMBERS)
      for (let i = 0; i < words.length; i += BLOCK_NUMBERS) block(nonce++, words, i)
      return words.subarray(0, count)
    },
    below(bound, count) {
      const counts = new Float64Array(bound)
      for (let i = 0; i < count; i += BLOCK_NUMBERS) {
        const draws = next()
        for (let j = 0; j < BLOCK_NUMBERS; j++) {
          const value = draws.below(bound)
          counts[value] = (counts[value] ?? 0) + 1
        }
      }
      const total = Math.ceil(count / BLOCK_NUMBERS) * BLOCK_NUMBERS
      return fit(counts, () => total / bound)
    },
  }
}
