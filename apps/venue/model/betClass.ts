/**
 * One kind of bet on a table, as published: its picks (a pattern in words), what it returns of the
 * stake in hundredths and with the stake, how likely that is and what it returns in the long run,
 * both exact.
 */
export type BetClass = { name: string; picks: string; returns: number; hit: string; rtp: string }

/** Returns in hundredths as the odds a player reads: 20952 is `209.52`. */
export function oddsText(returns: number): string {
  return (returns / 100).toFixed(2)
}
