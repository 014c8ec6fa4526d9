import { MAX_FREE_GAMES, venueClient, type VenueClient } from '@tianping/venue-protocol'
import { here, mapped, type FreeOffer, type VenueAdapter, type VenueConnection } from './port.ts'

/** Protocol v1 is what the port is modelled on, so its client needs next to no translation. */
export function protocolV1(at: VenueConnection): VenueAdapter {
  const { endpoint, currency: _currency, ...connection } = at
  const client = venueClient({ ...connection, baseUrl: endpoint })
  return {
    ...client,
    trial: ['health', 'games', 'player', 'balance', 'members', 'finalize', 'late', 'bets'],
    transfer: ({ ref, player, direction, amount, all }) =>
      client.transfer({
        ref,
        player,
        direction,
        ...(all ? { all: true as const } : { amount }),
      }),
    transferState: ({ ref }) => client.transferState({ ref }),
    finalize: ({ ref }) => client.finalize({ ref }),
    freeRoundsOffered: () => offered(client),
    grantFreeRounds: async asked =>
      mapped(await client.grantFreeRounds(asked), () => ({ names: [] })),
    cancelFreeRounds: ({ ref }) => client.cancelFreeRounds({ ref }),
  }
}

/** A game whose stakes are not published is judged by the venue itself. */
async function offered(client: VenueClient) {
  const health = await client.health({})
  if (health.kind !== 'ok') return health
  if (!health.data.features?.includes('free_rounds')) return here<FreeOffer | null>(null)
  const games = await client.games({})
  if (games.kind === 'unknown') return games
  const items = games.kind === 'ok' ? games.data.items : []
  const terms = items.flatMap(({ game_code, stakes }) =>
    stakes ? [[game_code, stakes.map(stakeFen => ({ stakeFen, rounds: null }))] as const] : [],
  )
  return here<FreeOffer | null>({ games: MAX_FREE_GAMES, terms: new Map(terms), isWhole: false })
}
