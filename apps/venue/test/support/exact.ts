// Exact fractions for enumerators: counts of combinations stay below 2^53, what is made of them is
// a bigint.

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

/** `n/d` in lowest terms. */
export function fraction(n: number | bigint, d: number | bigint): string {
  const [top, bottom] = [BigInt(n), BigInt(d)]
  const by = gcd(top < 0n ? -top : top, bottom)
  return `${top / by}/${bottom / by}`
}

/** 1 less a fraction. */
export function less(text: string): string {
  const [n, d] = text.split('/').map(BigInt) as [bigint, bigint]
  return fraction(d - n, d)
}

/** Pearson's statistic of counts that should all be alike. */
export function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, n) => sum + n, 0) / counts.length
  return counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
}
