// Runs the battery over one source and says whether it passes.
import { BATTERY, BLOCK_WORDS } from './battery.ts'
import { combined } from './chances.ts'
import type { Source } from './stream.ts'

/** Bounds that games draw below: dice, digits, percent, reels, a deck, a shoe of eight. */
const BOUNDS = [6, 10, 24, 30, 32, 52, 100, 416]
const BELOW_COUNT = 2 ** 15

export type Result = { test: string; blocks: number; p: number }
export type Examined = { words: number; results: Result[] }

/** Goes on block by block until `done`, at least once; one chance per test over all blocks. */
export function examine(source: Source, done: (words: number) => boolean): Examined {
  const chances = new Map<string, number[]>()
  const note = (test: string, p: number) => chances.set(test, [...(chances.get(test) ?? []), p])
  let words = 0
  do {
    const block = source.words(BLOCK_WORDS)
    words += block.length
    for (const { name, of } of BATTERY) note(name, of(block))
    const bound = BOUNDS[(words / BLOCK_WORDS) % BOUNDS.length] ?? 6
    note('below', source.below(bound, BELOW_COUNT))
    words += BELOW_COUNT
  } while (!done(words))
  const results = [...chances].map(([test, all]) => ({
    test,
    blocks: all.length,
    p: combined(all),
  }))
  return { words, results }
}

/** All tests of a run together are passed by a perfect source with a chance of 99.9 %. */
const FAMILY = 0.001

/** The chance below which one of so many tests fails. */
export const leastOf = (tests: number): number => FAMILY / tests
