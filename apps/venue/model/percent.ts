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
