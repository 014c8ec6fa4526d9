import { shortFen } from '@tianping/money'
import { yuan } from '../kit/money.ts'
import { mostFen } from './odds.ts'
import type { BookView } from './wire.ts'
import type { Slip } from './useSlip.ts'

export type SlipSum = {
  prices: number[]
  /** The stake of each ticket; null while what is typed is no amount. */
  stakeFen: number | null
  tickets: number
  totalFen: number
  returnedFen: number
  /** Why the book takes no such stake, for the player. */
  trouble: string | null
}

/** 元 as typed, in 分; null when it is no amount. */
function fenOf(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,7})(?:\.(\d{0,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** What the selections cost and can return, on one ticket or on one each. */
export function slipSum(
  { legs, sending }: Pick<Slip, 'legs' | 'sending'>,
  book: BookView['book'],
  stakeText: string,
  together: boolean,
): SlipSum {
  const { min_stake: least, max_stake: most, max_payout: cap } = book
  const stakeFen = fenOf(stakeText)
  // While a ticket is being taken, the prices it was sent with are the ones that count.
  const prices = legs.map(leg => (sending === 'no' ? (leg.offer?.price ?? leg.price) : leg.price))
  const tickets = together ? [prices] : prices.map(price => [price])
  const returns = tickets.map(each => mostFen(stakeFen ?? 0, each))
  const trouble = (): string | null => {
    if (stakeFen === null || stakeFen < least || stakeFen > most)
      return `注额 ${least / 100} – ${shortFen(most)} 元`
    return Math.max(...returns) > cap ? `单张最高返还 ${yuan(cap)} 元` : null
  }
  return {
    prices,
    stakeFen,
    tickets: tickets.length,
    totalFen: (stakeFen ?? 0) * tickets.length,
    returnedFen: sumOf(returns),
    trouble: trouble(),
  }
}
