// Runs the battery over one source and says whether it passes.
import { BATTERY, BLOCK_WORDS } from './battery.ts'
import { combined } from './chances.ts'
import { longTests } from './long.ts'
import type { Source } from './stream.ts'

/** Bounds that games draw below: dice, digits, percent, reels, a deck, a shoe of eight. */
const BOUNDS = [6, 10, 24, 30, 32, 52, 100, 416]
const BELOW_COUNT = 2 ** 15
/** Blocks at which tests that count on are asked for the first time. */
const LEAST_DOUBLING = 64
/** Tests of one block take longer than those that count on; they read one block in so many. */
const BLOCKS_A_BATTERY = 64

export type Result = { test: string; blocks: number; p: number }
export type Examined = { words: number; results: Result[]; doublings: Result[] }

/**
 * Goes on block by block until `done`, at least once. A test of a block has one chance over all its
 * blocks, a test that counts on has one at each power of two, and all have one at the end.
 */
export function examine(source: Source, done: (words: number) => boolean): Examined {
  const battery = blockTests(source)
  const long = longTests()
  const doublings: Result[] = []
  const lengthened = (blocks: number) =>
    long.flatMap(({ chances }) => chances().map(([test, p]) => ({ test, blocks, p })))
  let [words, blocks] = [0, 0]
  do {
    const block = source.words(BLOCK_WORDS)
    words += block.length
    for (const { add } of long) add(block)
    if (blocks % BLOCKS_A_BATTERY === 0) words += battery.examine(block)
    blocks++
    if (blocks >= LEAST_DOUBLING && Number.isInteger(Math.log2(blocks)))
      doublings.push(...lengthened(blocks))
  } while (!done(words))
  return { words, results: [...battery.results(), ...lengthened(blocks)], doublings }
}

/** The tests of single blocks, and integers below the bounds of games. */
function blockTests(source: Source) {
  const chances = new Map<string, number[]>()
  const note = (test: string, p: number) => chances.set(test, [...(chances.get(test) ?? []), p])
  let blocks = 0
  return {
    /** Answers how many numbers it took besides. */
    examine(block: Uint32Array) {
      for (const { name, of } of BATTERY) note(name, of(block))
      const bound = BOUNDS[++blocks % BOUNDS.length] ?? 6
      note('below', source.below(bound, BELOW_COUNT))
      return BELOW_COUNT
    },
    results: (): Result[] =>
      [...chances].map(([test, all]) => ({ test, blocks: all.length, p: combined(all) })),
  }
}

/** All tests of a run together are passed by a perfect source with a chance of 99.9 %. */
const FAMILY = 0.001

/** The chance below which one of so many tests fails. */
export const leastOf = (tests: number): number => FAMILY / tests
