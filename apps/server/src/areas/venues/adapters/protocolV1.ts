import { venueClient } from '@tianping/venue-protocol'
import type { VenueAdapter, VenueConnection } from './port.ts'

/** Protocol v1 is what the port is modelled on, so its client needs next to no translation. */
export function protocolV1(at: VenueConnection): VenueAdapter {
  const { endpoint, currency: _currency, ...connection } = at
  const client = venueClient({ ...connection, baseUrl: endpoint })
  return {
    ...client,
    trial: ['health', 'games', 'player', 'balance', 'finalize', 'late', 'bets'],
    transfer: ({ ref, player, direction, amount, all }) =>
      client.transfer({
        ref,
        player,
        direction,
        ...(all ? { all: true as const } : { amount }),
      }),
    transferState: ({ ref }) => client.transferState({ ref }),
    finalize: ({ ref }) => client.finalize({ ref }),
  }
}
