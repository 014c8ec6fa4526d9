import { Card } from './Card.tsx'
import type { Deal, Step } from './useDeal.ts'

/** Each card of a fan turns so much later than the one before. */
const NEXT_MS = 70
/** The last of five may be read so long after the first began to turn. */
export const FAN_MS = 4 * NEXT_MS + 260

type Props<O> = {
  cards: readonly number[] | null
  places: number
  deal: Deal<O>
  step: Step
  /** Where other words tell what the hand is. */
  quiet?: boolean
}

/**
 * A hand that lies face down while bets are taken, each card over the one before, and is turned
 * over card after card.
 */
export function Fan<O>({ cards, places, deal, step, quiet = false }: Props<O>) {
  const { turnedMs } = deal.since(step)
  return (
    <span className="fan">
      {Array.from({ length: places }, (_, place) => (
        <Card
          key={place}
          card={cards?.[place] ?? 0}
          dealtMs={Number.POSITIVE_INFINITY}
          turnedMs={cards ? turnedMs : -1}
          waitMs={place * NEXT_MS}
          quiet={quiet || !cards}
        />
      ))}
    </span>
  )
}
