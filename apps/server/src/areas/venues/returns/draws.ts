import type { CountedBet, Term } from '../store/return.sql.ts'
import type { Draw } from './evidence.ts'

/** A published fraction such as `15092/15625`, or a decimal; NaN for anything else. */
export function valueOf(published: string): number {
  const [above, below = '1', ...more] = published.split('/')
  return more.length > 0 ? NaN : Number(above) / Number(below)
}

type Round = { key: string; shared: boolean; bets: CountedBet[] }

/** Bets by what decided them: a bet with lines by its shared round, another one by itself. */
export function roundsOf(bets: readonly CountedBet[]): Round[] {
  const found = new Map<string, Round>()
  for (const bet of bets) {
    const shared = bet.lines !== null
    const key = shared ? bet.roundId : bet.betId
    const known = found.get(key)
    if (known) known.bets.push(bet)
    else found.set(key, { key, shared, bets: [bet] })
  }
  return [...found.values()]
}

/** A line that is not as the protocol has it is of no known kind. */
function linesOf({ lines, stakeFen }: CountedBet): { stake: number; odds: unknown }[] {
  if (lines === null) return [{ stake: Number(stakeFen), odds: null }]
  return lines.map(line => {
    const { stake, odds } = (line ?? {}) as { stake?: unknown; odds?: unknown }
    return { stake: Number(stake), odds }
  })
}

/**
 * The bets of one round as one draw: what they returned together, and the mean of that. The mean of
 * a sum is the sum of the means, whatever the lines have to do with each other. Null where a line
 * is of a kind without published mathematics.
 */
export function drawOf(bets: readonly CountedBet[], terms: readonly Term[]): Draw | null {
  const sums = { stake: 0, payout: 0, mean: 0, most: 0 }
  for (const bet of bets) {
    sums.payout += Number(bet.payoutFen)
    for (const { stake, odds } of linesOf(bet)) {
      const term = terms.find(each => each.odds === odds)
      if (!term) return null
      sums.stake += stake
      sums.mean += stake * valueOf(term.mean)
      sums.most += stake * valueOf(term.most)
    }
  }
  if (!(sums.stake > 0) || !Number.isFinite(sums.mean + sums.most)) return null
  return {
    returned: sums.payout / sums.stake,
    mean: sums.mean / sums.stake,
    most: sums.most / sums.stake,
  }
}
