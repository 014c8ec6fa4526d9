import type { FairDraws } from '@tianping/fairness'
import { DECK } from './card.ts'

/**
 * The first cards, numbered 0 to 51, of a freshly shuffled shoe of so many decks. The shoe is dealt
 * from its end, and Fisher-Yates settles the end first, so the shuffle need not go on beyond the
 * cards that are dealt.
 */
export function dealt(decks: number, count: number, draws: Pick<FairDraws, 'below'>): number[] {
  const moved = new Map<number, number>()
  const at = (place: number) => moved.get(place) ?? place
  const cards: number[] = []
  for (let last = decks * DECK - 1; cards.length < count; last--) {
    const place = draws.below(last + 1)
    cards.push(at(place) % DECK)
    moved.set(place, at(last))
  }
  return cards
}
