// Tests of independence and of fit, for outcomes of fixed seeds.

/** The standard normal quantile by bisection of the error integral; |error| is below 10⁻⁹. */
export function normalLimit(above: number): number {
  let [low, high] = [0, 10]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (tail(middle) > above) low = middle
    else high = middle
  }
  return low
}

/** The share of the standard normal distribution above `z`, by Simpson's rule. */
function tail(z: number): number {
  const STEPS = 400
  const END = 12
  const width = (END - z) / STEPS
  const at = (i: number) => Math.exp(-((z + i * width) ** 2) / 2)
  let sum = at(0) + at(STEPS)
  for (let i = 1; i < STEPS; i++) sum += at(i) * (i % 2 === 1 ? 4 : 2)
  return (sum * width) / 3 / Math.sqrt(2 * Math.PI)
}

/** What chi-square passes with the chance `above`, by Wilson and Hilferty. */
export function chiSquareLimit(freedom: number, above: number): number {
  const part = 2 / (9 * freedom)
  return freedom * (1 - part + normalLimit(above) * Math.sqrt(part)) ** 3
}

/**
 * Serial test: pairs of one outcome and the next, none shared, as a table of contingency. Answers
 * the statistic and its degrees of freedom.
 */
export function serialTest(values: readonly number[]): { statistic: number; freedom: number } {
  const kinds = [...new Set(values)].toSorted((a, b) => a - b)
  const place = new Map(kinds.map((kind, i) => [kind, i]))
  const counts = kinds.map(() => kinds.map(() => 0))
  const pairs = Math.floor(values.length / 2)
  for (let i = 0; i < pairs; i++) {
    const row = counts[place.get(values[2 * i]!)!]!
    row[place.get(values[2 * i + 1]!)!]!++
  }
  const rows = counts.map(row => row.reduce((sum, n) => sum + n, 0))
  const columns = kinds.map((_, i) => counts.reduce((sum, row) => sum + row[i]!, 0))
  let statistic = 0
  for (const [r, row] of counts.entries())
    for (const [c, n] of row.entries()) {
      const expected = (rows[r]! * columns[c]!) / pairs
      if (expected > 0) statistic += (n - expected) ** 2 / expected
    }
  const used = (sums: number[]) => sums.filter(n => n > 0).length
  return { statistic, freedom: (used(rows) - 1) * (used(columns) - 1) }
}

/** Runs test by Wald and Wolfowitz: by how many deviations the number of runs is off. */
export function runsTest(sides: readonly boolean[]): number {
  const ups = sides.filter(Boolean).length
  const downs = sides.length - ups
  const runs = 1 + sides.filter((side, i) => i > 0 && side !== sides[i - 1]).length
  const mean = 1 + (2 * ups * downs) / sides.length
  const variance = ((mean - 1) * (mean - 2)) / (sides.length - 1)
  return Math.abs(runs - mean) / Math.sqrt(variance)
}
