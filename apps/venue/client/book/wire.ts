import type { bookView, endedMatches, oneMatch, slipsOf } from '../../server/book/bookView.ts'
import type { MatchView } from '../../server/book/matchView.ts'
import type { placeSlip } from '../../server/book/placeSlip.ts'
import type { Wire } from '../session/wire.ts'

type Said<F extends (...given: never[]) => Promise<unknown>> = Wire<Awaited<ReturnType<F>>>

export type BookView = Said<typeof bookView>
/** A match with the terms and the state that its game publishes. */
export type Match<Terms = unknown, Detail = unknown> = Omit<Wire<MatchView>, 'terms' | 'detail'> & {
  terms: Terms
  detail: Detail
}
export type Line = Match['lines'][number]
export type Offer = Line['picks'][number]
export type MySlip = Said<typeof slipsOf>[number]
export type Slipped = Said<typeof placeSlip>
export type EndedMatches = Said<typeof endedMatches>
export type OneMatch = NonNullable<Said<typeof oneMatch>>
/** A selection as a bet holds it. */
export type StoredLeg = {
  match: number
  home: string
  away: string
  pick: string
  key: string
  price: number
  in_play: boolean
  commit: string
  client_seed: string
  terms: unknown
}
