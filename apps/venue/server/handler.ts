import type { VenueAnswer, VenueCallName, VenueInput } from '@tianping/venue-protocol'
import type { Desk, Venue } from './venue.ts'

export type CallContext = {
  venue: Venue
  desk: Desk
  /** The moment the call was accepted. */
  at: Date
}
export type Handler<N extends VenueCallName> = (
  context: CallContext,
  input: VenueInput<N>,
) => Promise<VenueAnswer<N>>
export type Handlers = { [N in VenueCallName]: Handler<N> }
