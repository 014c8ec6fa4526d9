/** A price in hundredths as the odds a player reads, stake included. */
export function oddsText(price: number): string {
  return (price / 100).toFixed(2)
}

/** The odds of several selections together, cut to two decimals as the ticket shows them. */
export function productText(prices: readonly number[]): string {
  const hundredths =
    prices.reduce((product, price) => product * BigInt(price), 1n) /
    100n ** BigInt(Math.max(0, prices.length - 1))
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

/** The most a ticket returns in 分: floored once, as the server does. */
export function mostFen(stakeFen: number, prices: readonly number[]): number {
  return Number(
    prices.reduce((product, price) => product * BigInt(price), BigInt(stakeFen)) /
      100n ** BigInt(prices.length),
  )
}

/** A line in quarters: -1 is `−0/0.5`, 10 is `2.5`; signed for handicaps. */
export function lineText(quarters: number, signed: boolean): string {
  const size = Math.abs(quarters)
  const text = size % 2 === 0 ? String(size / 4) : `${(size - 1) / 4}/${(size + 1) / 4}`
  if (!signed || quarters === 0) return text
  return `${quarters < 0 ? '−' : '+'}${text}`
}

/** Minutes and seconds until a moment. */
export function untilText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

/** Rarer than this, a percentage would say nothing: it reads as one in so many. */
const RARE = 0.001

/** How likely something is, as the player reads it: `18.3%`, `0.42%`, `1 / 123,456`. */
export function chanceText(chance: number): string {
  if (chance <= 0) return '—'
  if (chance < RARE) return `1 / ${Math.round(1 / chance).toLocaleString('zh-CN')}`
  return `${(chance * 100).toFixed(chance < 0.01 ? 2 : 1)}%`
}
