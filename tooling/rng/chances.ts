// Chances of the statistics that the battery computes.

/** The natural logarithm of the gamma function, by Lanczos; the error is below 10⁻¹⁰. */
function logGamma(x: number): number {
  const PARTS = [
    676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ]
  const y = x - 1
  const sum = PARTS.reduce((total, part, i) => total + part / (y + i + 1), 0.99999999999980993)
  const t = y + PARTS.length - 0.5
  return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(sum)
}

const MOST_TERMS = 10_000
const EXACT = 1e-14

/** The chance that a gamma variable of shape `a` exceeds `x`. */
function gammaAbove(a: number, x: number): number {
  if (x <= 0) return 1
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a]
    for (let n = 1; n < MOST_TERMS && term > sum * EXACT; n++) {
      term *= x / (a + n)
      sum += term
    }
    return Math.max(0, 1 - sum * scale)
  }
  // Lentz's continued fraction.
  let b = x + 1 - a
  let c = Number.MAX_VALUE
  let d = 1 / b
  let h = d
  for (let n = 1; n < MOST_TERMS; n++) {
    const an = -n * (n - a)
    b += 2
    d = 1 / (an * d + b)
    c = b + an / c
    h *= d * c
    if (Math.abs(d * c - 1) < EXACT) break
  }
  return scale * h
}

/** The chance that chi-square of so many degrees of freedom exceeds a value. */
export const chiSquareAbove = (statistic: number, freedom: number): number =>
  gammaAbove(freedom / 2, statistic / 2)

/** The chance of a normal deviation at least so large, to either side. */
export const normalBeyond = (z: number): number => chiSquareAbove(z * z, 1)

/** Chi-square of counts against what is expected of each. */
export function fit(counts: ArrayLike<number>, expected: (i: number) => number): number {
  let statistic = 0
  for (let i = 0; i < counts.length; i++)
    statistic += ((counts[i] ?? 0) - expected(i)) ** 2 / expected(i)
  return chiSquareAbove(statistic, counts.length - 1)
}

/**
 * Several chances of one test as one, by Fisher. It is small where the chances are too small, and
 * also where they are too large to be true.
 */
export function combined(chances: readonly number[]): number {
  const LEAST = 1e-300
  const sum = chances.reduce((total, p) => total - 2 * Math.log(Math.max(p, LEAST)), 0)
  const above = chiSquareAbove(sum, 2 * chances.length)
  return Math.min(1, 2 * Math.min(above, 1 - above))
}
