// A seamless wallet in the shape of Hub88's published operator API: the venue keeps no money and
// calls our wallet for every bet (../seamless), so that nothing is transferred and nothing is read.
import { randomUUID } from 'node:crypto'
import { askingAt, gamesOf, healthOf, launched } from './operatorApi.ts'
import { notOffered, type VenueAdapter, type VenueConnection } from './port.ts'

const here = <T>(data: T) => ({ kind: 'ok', data, requestId: randomUUID() }) as const

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
    bet: notOffered,
    statement: notOffered,
    close: asking.close,
  }
}
