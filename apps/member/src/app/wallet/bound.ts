import type { CardKind } from '@tianping/contract/cards/facts'
import { back, backBy, depth } from '../routes/navigation.ts'

/** How deep in the history the deposit stood when it sent the member to bind a card. */
let deposit: number | null = null
let kind: CardKind | null = null

/** The deposit leads to the cards: what is bound there leads back to it. */
export const bindForDeposit = () => {
  deposit = depth()
}

/**
 * After a binding: back to where the member came from, which opens on the kind that was bound. From
 * the deposit the cards lie between, and are passed over.
 */
export function leaveBound(bound: CardKind) {
  const passes = deposit !== null && depth() - deposit === 2
  deposit = null
  if (passes) return backBy(2)
  kind = bound
  back()
}

/** The kind that was bound a moment ago, for the page that shows next; null for none. */
export const boundKind = () => kind
export const forgetBound = () => {
  kind = null
}
