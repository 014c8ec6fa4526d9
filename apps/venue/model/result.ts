/**
 * What became of one selection. `push` gives the stake back, `void` too: its match did not count.
 */
export type Result = 'win' | 'halfWin' | 'push' | 'halfLoss' | 'loss' | 'void'

/**
 * Halves of a stake that a selection won and lost; a line on a quarter is two bets of half the
 * stake on its neighbours.
 */
export type Halves = { won: number; lost: number }

/**
 * Compares `value` with a line in quarters: a whole or half line counts twice, a quarter line once
 * on each side of it. Level is neither won nor lost.
 */
export function halvesAbove(value: number, lineQuarters: number): Halves {
  const sides =
    lineQuarters % 2 === 0 ? [lineQuarters, lineQuarters] : [lineQuarters - 1, lineQuarters + 1]
  return {
    won: sides.filter(side => 4 * value > side).length,
    lost: sides.filter(side => 4 * value < side).length,
  }
}

export function resultOf({ won, lost }: Halves): Result {
  if (won === 2) return 'win'
  if (lost === 2) return 'loss'
  if (won === 1) return 'halfWin'
  return lost === 1 ? 'halfLoss' : 'push'
}

/**
 * What a selection returns of its stake, in 200ths and with the stake; `price` is in hundredths.
 */
export function returnOf(result: Result, price: number): number {
  return { win: 2 * price, halfWin: 100 + price, push: 200, void: 200, halfLoss: 100, loss: 0 }[
    result
  ]
}

export type Decided = { price: number; result: Result }

/** What a ticket pays in 分: the returns of its selections multiplied, floored once. */
export function ticketPayout(stakeFen: bigint, legs: readonly Decided[]): bigint {
  const product = legs.reduce((sum, leg) => sum * BigInt(returnOf(leg.result, leg.price)), 1n)
  return (stakeFen * product) / 200n ** BigInt(legs.length)
}

/**
 * The valid amount of a ticket: all of the stake when any selection was won or lost, half when the
 * most decided was half won or half lost, nothing when all were level or void.
 */
export function ticketValid(stakeFen: bigint, legs: readonly Decided[]): bigint {
  if (legs.some(({ result }) => result === 'win' || result === 'loss')) return stakeFen
  return legs.some(({ result }) => result === 'halfWin' || result === 'halfLoss')
    ? stakeFen / 2n
    : 0n
}
