import type { Db } from '@tianping/database'
import { amountsOf, balances } from '../../ledger/ledger.ts'
import type { Requirement } from '../../ledger/wagering.ts'
import { titlesOf } from '../activity/activity.ts'
import { paidAs, type Source } from './sources.ts'

/** A bonus behind an open requirement; `takesFen` is what giving it up would take now. */
export type Bonus = { amountFen: bigint; takesFen: bigint; title: string }
export type Bonuses = ReadonlyMap<string, Bonus>

export const bonusKey = ({ type, id }: Source) => `${type}:${id}`

/** The bonus itself, and never more than the central wallet holds: winnings stay. */
export const takenOf = (bonusFen: bigint, availableFen: bigint) =>
  bonusFen < availableFen ? bonusFen : availableFen

/** The bonuses among open requirements, by `bonusKey`. */
export async function bonusesOf(
  db: Db,
  memberId: bigint,
  open: readonly Requirement[],
): Promise<Bonuses> {
  const found = open.flatMap(({ source }) => {
    const paid = paidAs(source)
    return paid ? [{ source, paid }] : []
  })
  if (found.length === 0) return new Map()
  const own = found.flatMap(({ source }) => (source.type === 'activity_bonus' ? [source.id] : []))
  const [amounts, titles, { cashAvailableFen }] = await Promise.all([
    amountsOf(
      db,
      memberId,
      found.map(({ paid }) => paid.key),
    ),
    titlesOf(db, memberId, own),
    balances(db, memberId),
  ])
  return new Map(
    found.flatMap(({ source, paid }) => {
      const amountFen = amounts.get(paid.key)
      if (amountFen === undefined) return []
      const takesFen = takenOf(amountFen, cashAvailableFen)
      const title = titles.get(source.id) ?? ''
      return [[bonusKey(source), { amountFen, takesFen, title }] as const]
    }),
  )
}
