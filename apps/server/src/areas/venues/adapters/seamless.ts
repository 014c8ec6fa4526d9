// A seamless wallet in the shape of Hub88's published operator API: the venue keeps no money and
// calls our wallet for every bet (../seamless), so that nothing is transferred and nothing is read.
import { freeRoundsEnded, freeRoundsGiven, freeRoundsOffered } from './freebets.ts'
import { askingAt, gamesOf, healthOf, launched } from './operatorApi.ts'
import { here, notOffered, type VenueAdapter, type VenueConnection } from './port.ts'

const HERE = new Set([
  'putPlayer',
  'balance',
  'balances',
  'bets',
  'kick',
  'transfer',
  'transferState',
  'finalize',
  'matches',
  'answerSignal',
  'freeRounds',
  'putJackpot',
  'jackpots',
  'putTournament',
  'tournaments',
  'tournamentPlaces',
  'bet',
  'statement',
])

/** Nothing lies at the venue, ever. */
const nothingOf = (player: string) => ({ player, available: 0n, frozen: 0n, version: 0n })

export function seamless(at: VenueConnection): VenueAdapter {
  const asking = askingAt(at)
  return {
    trial: ['health', 'games'],
    answeredHere: HERE,
    health: () => healthOf(asking),
    games: () => gamesOf(asking, 'games'),
    // The venue learns of a player by the first launch.
    putPlayer: async ({ player, nickname }) =>
      here({ player, nickname, currency: 'CNY' as const, locked: false, created: false }),
    balance: async ({ player }) => here(nothingOf(player)),
    balances: async ({ players }) => here({ items: players.map(nothingOf), unknown: [] }),
    transfer: notOffered,
    transferState: notOffered,
    finalize: notOffered,
    launch: asked => launched(asking, asked),
    bets: async ({ after = 0n }) =>
      here({ items: [], next_cursor: BigInt(after), has_more: false }),
    // A launch that was ended here takes no further bet, whatever the venue shows.
    kick: async () => here({ sessions: 0, tokens: 0 }),
    matches: notOffered,
    answerSignal: notOffered,
    freeRoundsOffered: () => freeRoundsOffered(asking),
    grantFreeRounds: asked => freeRoundsGiven(asking, asked),
    freeRounds: notOffered,
    cancelFreeRounds: asked => freeRoundsEnded(asking, asked),
    putJackpot: notOffered,
    jackpots: notOffered,
    putTournament: notOffered,
    tournaments: notOffered,
    tournamentPlaces: notOffered,
    bet: notOffered,
    statement: notOffered,
    close: asking.close,
  }
}
