import { expect, test } from 'vitest'
import { chiSquareAbove, combined, normalBeyond } from '../../rng/chances.ts'
import { examine, leastOf } from '../../rng/examine.ts'
import { MODELS, sourceOf, type Source } from '../../rng/stream.ts'

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
