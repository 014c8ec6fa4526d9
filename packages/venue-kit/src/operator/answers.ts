// The answers of the kit's own venue.
import {
  VenueRefusal,
  type VenueAnswer,
  type VenueCallName,
  type VenueInput,
} from '@tianping/venue-protocol'
import { randomBytes } from 'node:crypto'
import type { Book } from './book.ts'

export const GAME = 'kit-game'

type Answers = { [N in VenueCallName]: (input: VenueInput<N>) => VenueAnswer<N> }

const gamesAt = (url: string): VenueAnswer<'games'>['items'] => [
  {
    game_code: GAME,
    name: '测试游戏',
    category: 'concise',
    rtp_exact: '1/1',
    rtp_percent: '100',
    hit_percent: '100',
    max_win: '1',
    math_version: '0'.repeat(64),
    math_url: `${url}/math`,
    rules_url: `${url}/rules`,
    icon_url: `${url}/icon`,
    min_stake: 1n,
    max_stake: 1n,
    demo: false,
  },
]

/** What the kit's venue does beyond protocol v1. */
const OFFERED = ['left', 'money']

const notOffered = (): never => {
  throw new VenueRefusal(2000)
}

const nothing = { count: 0, stake: 0n, valid_amount: 0n, payout: 0n, void_count: 0 }

export const answersOf = ({ book, url }: { book: Book; url: string }): Answers => ({
  health: () => ({
    status: 'ok',
    protocol: '1',
    venue: 'KIT',
    time: new Date().toISOString(),
    features: [...OFFERED],
  }),
  games: () => ({ items: gamesAt(url) }),
  matches: () => ({ items: [] }),
  putPlayer: ({ player, nickname }) => book.player(player, nickname),
  balance: ({ player }) => book.balance(player),
  balances: ({ players }) => ({
    items: players.filter(each => book.wallets.has(each)).map(each => book.balance(each)),
    unknown: players.filter(each => !book.wallets.has(each)),
  }),
  transfer: asked => book.transfer(asked),
  transferState: ({ ref }) => book.state(ref),
  finalize: ({ ref }) => book.finalize(ref),
  launch: ({ player, ticket, money }) => {
    if (player === undefined) throw new VenueRefusal(3001)
    book.balance(player)
    book.launches.push({ player, ticket: ticket ?? null, money: money ?? null })
    return {
      url: `${url}/play#${randomBytes(32).toString('hex')}`,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
      features: [...OFFERED],
    }
  },
  kick: () => ({ sessions: 0, tokens: 0 }),
  bets: ({ after }) => {
    const signals = [...book.signals.values()]
    const page = { items: [], next_cursor: after ?? 0n, has_more: false }
    return signals.length > 0 ? { ...page, signals } : page
  },
  grantFreeRounds: notOffered,
  freeRounds: notOffered,
  cancelFreeRounds: notOffered,
  putJackpot: notOffered,
  jackpots: notOffered,
  putTournament: notOffered,
  tournaments: notOffered,
  tournamentPlaces: notOffered,
  bet: () => {
    throw new VenueRefusal(2404)
  },
  answerSignal: ({ ref, outcome }) => book.answer(ref, outcome),
  statement: ({ date }) => ({
    date,
    time_zone: 'Asia/Shanghai',
    bets: nothing,
    transfers: { in_count: 0, in_amount: 0n, out_count: 0, out_amount: 0n },
  }),
})
