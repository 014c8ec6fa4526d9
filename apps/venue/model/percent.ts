/**
 * A fraction `n/d` as a percentage with `digits` decimals, rounded half up, by whole numbers only.
 */
export function percent(fraction: string, digits: number): string {
  const [n, d] = fraction.split('/').map(BigInt) as [bigint, bigint]
  const scale = 10n ** BigInt(digits)
  const scaled = (n * 100n * scale * 2n + d) / (2n * d)
  return digits === 0
    ? String(scaled)
    : `${scaled / scale}.${String(scaled % scale).padStart(digits, '0')}`
}

/** Compares two fractions `n/d` exactly: below 0 where the first is less. */
export function compareFractions(a: string, b: string): number {
  const [an, ad] = a.split('/').map(BigInt) as [bigint, bigint]
  const [bn, bd] = b.split('/').map(BigInt) as [bigint, bigint]
  return Number(an * bd - bn * ad)
}
