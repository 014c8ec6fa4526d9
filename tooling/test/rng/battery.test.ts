import { expect, test } from 'vitest'
import { BATTERY } from '../../rng/battery.ts'
import { chiSquareAbove, combined, normalBeyond } from '../../rng/chances.ts'
import { examine, leastOf } from '../../rng/examine.ts'
import { longTests } from '../../rng/long.ts'
import { MODELS, sourceOf, type Source } from '../../rng/stream.ts'
import { fairDraws, sha256, utf8 } from '@tianping/fairness'

/** One block of a source, with its numbers changed. */
const biased = (change: (word: number, i: number, words: Uint32Array) => number): Source => {
  const { words, below } = sourceOf('k3', 'fixed')
  return { words: count => words(count).map((word, i, all) => change(word, i, all)), below }
}
const failed = (source: Source) => {
  const { results } = examine(source, () => true)
  return results.filter(({ p }) => p < leastOf(results.length)).map(({ test: name }) => name)
}

test('the chances of the statistics are those of the tables', () => {
  expect(chiSquareAbove(3.841459, 1)).toBeCloseTo(0.05, 6)
  expect(chiSquareAbove(124.3421, 100)).toBeCloseTo(0.05, 5)
  expect(normalBeyond(2.575829)).toBeCloseTo(0.01, 6)
  expect(combined([0.5, 0.5, 0.5, 0.5])).toBeGreaterThan(0.5)
  expect(combined([1e-6, 0.4, 0.7])).toBeLessThan(1e-3)
  expect(combined(Array.from({ length: 50 }, () => 0.999))).toBeLessThan(1e-9)
})

test('streams of the games pass at small size, from fixed seeds', () => {
  expect(MODELS).toHaveLength(14)
  for (const model of ['k3', 'slotA', 'redpacket'])
    expect(failed(sourceOf(model, 'fixed')), model).toEqual([])
})

test.each<[name: string, planted: Source, caught: string]>([
  ['one bit a little too often', biased((w, i) => (i % 32 === 0 ? w | 1 : w)), 'places'],
  [
    'one in a hundred numbers repeated',
    biased((w, i, all) => (i % 100 === 99 ? (all[i - 1] ?? w) : w)),
    'collisions',
  ],
  ['a period of sixteen', biased((w, i) => (i % 16 === 0 ? w >>> 1 : w)), 'spectrum'],
  [
    'the high half depends on the number before',
    biased((w, i, all) => (i % 8 === 7 ? ((all[i - 1] ?? 0) & 0xffff0000) | (w & 0xffff) : w)),
    'serial',
  ],
  ['gaps too even', biased((w, i) => (i % 8 === 0 ? w >>> 3 : w | 0x20000000)), 'gap'],
  ['a coarse grid', biased(w => w & 0xfffff000), 'autocorrelation'],
])('a planted bias is caught: %s', (_name, planted, caught) => {
  expect(failed(planted)).toContain(caught)
})

test('chances of one test over many blocks are even, neither too small nor too large', () => {
  const { words } = sourceOf('k3', 'fixed')
  const chances = BATTERY.map(({ name }) => ({ name, all: [] as number[] }))
  for (let block = 0; block < 100; block++) {
    const read = words(2 ** 14)
    for (const { name, all } of chances) {
      const asked = BATTERY.find(each => each.name === name)
      // Those that need a whole block have their own tests above.
      if (asked && ['frequency', 'places', 'runs', 'serial'].includes(name))
        all.push(asked.of(read))
    }
  }
  const tested = chances.filter(({ all }) => all.length > 0)
  expect(tested).toHaveLength(4)
  for (const { name, all } of tested) expect(combined(all), name).toBeGreaterThan(1e-3)
})

test('an integer below a bound drawn by remainder is caught', () => {
  const { words } = sourceOf('k3', 'fixed')
  const plain: Source = {
    words,
    below: (bound, count) => {
      const counts = Array.from({ length: bound }, () => 0)
      // The last value comes half as often, as a remainder of a small range would have it.
      for (const word of words(count)) counts[(word % (2 * bound - 1)) % bound]!++
      const expected = count / bound
      return chiSquareAbove(
        counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0),
        bound - 1,
      )
    },
  }
  expect(failed(plain)).toContain('below')
})

test('the numbers that are examined are those of the rounds', () => {
  const [model, seed] = ['slotA', 'fixed']
  const words = sourceOf(model, seed).words(88)
  const serverSeed = sha256(utf8(`${seed}:${model}`))
  const drawn = Array.from({ length: 11 }, (_, nonce) => {
    const { u32 } = fairDraws({ serverSeed, game: model, clientSeed: seed, nonce })
    return Array.from({ length: 8 }, () => u32())
  })
  expect([...words]).toEqual(drawn.flat())
})

/** A million numbers of a model through the tests that count on, changed on the way. */
const MILLION = 2 ** 20
const BLOCK = 2 ** 16
function longFailures(change: (word: number, i: number, words: Uint32Array) => number) {
  const { words } = sourceOf('k3', 'fixed')
  const tests = longTests()
  for (let done = 0; done < MILLION; done += BLOCK) {
    const block = words(BLOCK).map((word, i, all) => change(word, done + i, all))
    for (const { add } of tests) add(block)
  }
  const found = tests.flatMap(({ chances }) => chances())
  expect(found.length).toBeGreaterThan(8)
  return found.filter(([, p]) => p < leastOf(found.length)).map(([name]) => name)
}

test('tests that count on pass a million numbers, and too few numbers have no chance yet', () => {
  expect(longFailures(word => word)).toEqual([])
  const [first, ...others] = longTests()
  first?.add(sourceOf('k3', 'fixed').words(64))
  expect([first, ...others].flatMap(each => each?.chances())).toEqual([])
})

/** A weak random choice that the planted bias does not share with the stream. */
const chosen = (i: number, oneIn: number) => Math.imul(i, 2_654_435_761) >>> 0 < 2 ** 32 / oneIn

test.each<[name: string, caught: string, change: Parameters<typeof longFailures>[0]]>([
  [
    'the number of a round comes again in the next, once in fifty',
    'next round',
    (w, i, all) => (i % 16 >= 8 && chosen(i, 50) ? (all[(i % BLOCK) - 8] ?? w) : w),
  ],
  [
    'a low byte repeats that before, once in 200',
    'pairs of low bytes',
    (w, i, all) =>
      i % 2 === 1 && chosen(i, 200) ? (w & 0xffffff00) | ((all[(i % BLOCK) - 1] ?? 0) & 255) : w,
  ],
  [
    'a high byte repeats that before, once in 200',
    'pairs of high bytes',
    (w, i, all) =>
      i % 2 === 1 && chosen(i, 200)
        ? (w & 0xffffff) | ((all[(i % BLOCK) - 1] ?? 0) & 0xff000000)
        : w,
  ],
  [
    'multiples of three are a tenth too few',
    'thirds',
    (w, i) => (w % 3 === 0 && chosen(i, 10) ? w ^ 1 : w),
  ],
  [
    'every 32nd number is the sum of the two before',
    'ranks',
    (w, i, all) => (i % 32 === 31 ? (all[(i % BLOCK) - 1] ?? 0) ^ (all[(i % BLOCK) - 2] ?? 0) : w),
  ],
  [
    'a slow wave of ones',
    'ones of 256',
    (w, i) => (i % 16_384 < 8_192 && chosen(i, 2) ? w | 1 : w),
  ],
  ['two bytes of 256 never come', 'classes of 4 bytes', w => ((w & 254) === 0 ? w | 15 : w)],
])('a weak bias is caught in a million numbers: %s', (_name, caught, change) => {
  expect(longFailures(change)).toContain(caught)
})
