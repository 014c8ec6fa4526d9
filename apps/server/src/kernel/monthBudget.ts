// The budget of a Beijing month for what operators give: free rounds, tournaments, campaigns and
// giveaways each have one.
import { yuanOf } from '@tianping/money'
import { beijingDay, startOfDay } from '@tianping/money/day'

const monthOf = (now: Date) => beijingDay(now).slice(0, 7)

/** When the month began, from which its budget counts. */
export const monthStart = (now: Date): Date => startOfDay(`${monthOf(now)}-01`)

/** What is left of a budget, never less than nothing. */
export function leftOf(monthFen: number, givenFen: bigint): bigint {
  const left = BigInt(monthFen) - givenFen
  return left > 0n ? left : 0n
}

/** The month, its budget, and what was given of it, is left and was paid, in yuan. */
export const monthBudget = (
  now: Date,
  monthFen: number,
  { givenFen, paidFen }: { givenFen: bigint; paidFen: bigint },
) => ({
  month: monthOf(now),
  budget: yuanOf(BigInt(monthFen)),
  given: yuanOf(givenFen),
  left: yuanOf(leftOf(monthFen, givenFen)),
  paid: yuanOf(paidFen),
})
