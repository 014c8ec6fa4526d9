import { Card } from './Card.tsx'
import type { Deal, Step } from './useDeal.ts'

type Props<O> = { cards: readonly number[] | null; places: number; deal: Deal<O>; step: (place: number) => Step; /** Where other words tell what the hand is. */ quiet?: boolean }

/** A hand that lies face down while bets are taken, each card over the one before, and is turned over card by card. */
export function Fan<O>({ cards, places, deal, step, quiet = false }: Props<O>) {
  return (
    <span className="fan">
      {Array.from({ length: places }, (_, place) => {
        const { turnedMs } = deal.since(step(place))
        return <Card key={place} card={cards?.[place] ?? 0} dealtMs={Number.POSITIVE_INFINITY} turnedMs={cards ? turnedMs : -1} quiet={quiet || !cards} />
      })}
    </span>
  )
}
