import { z } from 'zod'
import {
  betId,
  businessDay,
  counter,
  fen,
  gameCode,
  instant,
  playerId,
  positiveFen,
  queryCounter,
  queryLimit,
  ref,
  shownText,
  signedFen,
} from './fields.ts'

/** Rows of one answer of the bets feed, at most. */
export const MAX_FEED_LIMIT = 1_000
/** Games of one launch's lobby, at most. */
export const MAX_LISTED_GAMES = 200
/** Origins that may frame a game, at most. */
export const MAX_FRAME_ANCESTORS = 20
/** Matches of one answer, and the length of a match's name at the venue, at most. */
export const MAX_MATCHES = 40
const matchId = z.string().regex(/^[A-Za-z0-9-]{1,40}$/)
/** Players of one balances call, at most. */
export const MAX_BALANCES = 100

const player = z.object({
  player: playerId,
  nickname: z.string(),
  currency: z.literal('CNY'),
  locked: z.boolean(),
  created: z.boolean(),
})
const balance = z.object({ player: playerId, available: fen, frozen: fen, version: counter })

/**
 * `code` tells why a FAILED transfer failed; a PROCESSING one and a tombstone know nothing but
 * their ref.
 */
const transfer = z.object({
  ref,
  status: z.enum(['PROCESSING', 'SUCCESS', 'FAILED', 'VOIDED']),
  venue_txn_id: z.string().nullable(),
  player: playerId.nullable(),
  direction: z.enum(['IN', 'OUT']).nullable(),
  amount: fen.nullable(),
  balance_after: fen.nullable(),
  code: z.int().nullable(),
  created_at: instant.nullable(),
})

/** An address that a page may link to. */
const webUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .regex(/^[\x21-\x7e]+$/)
/** Scheme, host and port, as browsers name where a page comes from. */
const origin = z
  .string()
  .max(300)
  .regex(/^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/)
const cycleMs = z.int().min(1_000).max(60_000)

/** Player protection that the operator asks the venue to keep during play. */
const protection = z.object({
  /**
   * When the member's session at the operator began; time and net are counted from there, across
   * games.
   */
  session_start: instant,
  /** A reality check is due every so many minutes and must be answered before the next bet. */
  reality_check_min: z.int().min(1).max(1_440),
  /**
   * The most the member may lose from this launch on, over all games of the venue; null for none.
   */
  net_limit: fen.nullable(),
  /** The most that may be staked from this launch on, over all games of the venue, or null. */
  stake_limit: fen.nullish(),
  /** No bet is taken from this instant on, and the session ends; null for none. */
  ends_at: instant.nullish(),
  /** The platform's pages of the member's limits and of their history, linked in the game. */
  limit_url: webUrl.nullish(),
  history_url: webUrl.nullish(),
  /** The least time between two rounds, where it is longer than the venue's own; null for that. */
  slot_cycle_ms: cycleMs.nullish(),
  casino_cycle_ms: cycleMs.nullish(),
  /** True where the member may have one game open at a time: opening this one ends all others. */
  one_game: z.boolean().nullish(),
  /** The most that one spin of a slot may stake; null for what the venue allows. */
  slot_stake_max: fen.nullish(),
})

/** What a venue of v1.1 can do beyond v1; one of v1 names nothing. */
export const FEATURES = ['left', 'money', 'free_rounds', 'jackpots', 'tournaments'] as const
/** Named by `health` alone: shared rounds wait for a beacon, and `beacon` says how it does. */
export const BEACON = 'beacon'
const features = z.array(z.string().max(40)).max(20)
/** The platform's name of one launch. */
const ticket = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/)
/** Signals of one feed answer, at most. */
export const MAX_SIGNALS = 100
/** What the venue has to say of a launch until the platform answers it. */
const signal = z.object({
  ref,
  /** `left`: no page of the launch is open any more. `money`: the player asks for more. */
  kind: z.enum(['left', 'money']),
  ticket,
  player: playerId,
  /** What the player asks for; null for `left`. */
  amount: positiveFen.nullable(),
  at: instant,
})
export type VenueSignal = z.output<typeof signal>

/** Games of one grant of free rounds, and its rounds, at most. */
export const MAX_FREE_GAMES = 50
export const MAX_FREE_ROUNDS = 500
/** A grant as it stands; a tombstone knows nothing but its ref. */
const freeRounds = z.object({
  ref,
  /** `OPEN` until all rounds are begun, its time is over, or it is cancelled. */
  status: z.enum(['OPEN', 'PLAYED', 'EXPIRED', 'CANCELLED']),
  player: playerId.nullable(),
  games: z.array(gameCode).max(MAX_FREE_GAMES),
  stake: fen.nullable(),
  rounds: z.int(),
  /** Rounds begun, those among them that are not settled, and what the settled ones won. */
  used: z.int(),
  open: z.int(),
  won: fen,
  ends_at: instant.nullable(),
})
export type VenueFreeRounds = z.output<typeof freeRounds>

/** Games of one jackpot, jackpots of one venue, and wins of one answer, at most. */
export const MAX_JACKPOT_GAMES = 50
export const MAX_JACKPOTS = 20
export const MAX_JACKPOT_WINS = 20
/** The most of a stake that goes to a jackpot, in ten-thousandths of it. */
export const MAX_JACKPOT_SHARE = 300
/** What a jackpot of one cycle is made of: from one win to the next. */
const jackpotTerms = {
  /** Of each stake, in ten-thousandths. */
  share: z.int().min(1).max(MAX_JACKPOT_SHARE),
  /** What the house puts in at the beginning, and what the pool never passes. */
  seed: positiveFen,
  bound: positiveFen,
}
const jackpot = z.object({
  ref,
  name: shownText(20),
  games: z.array(gameCode).min(1).max(MAX_JACKPOT_GAMES),
  /** Closed: nothing goes in, nothing is won, and what is in it stays. */
  open: z.boolean(),
  /** In force until it is won, and from then on. */
  ...jackpotTerms,
  next: z.object(jackpotTerms),
  /** Counts from 1; each win begins another. */
  cycle: z.int().min(1),
  /** What would be won now. */
  pool: fen,
  /** Over all cycles: what the house put in (once a cycle has a bet), stakes put in, and wins. */
  seeded: fen,
  contributed: fen,
  paid: fen,
  /** The newest first. */
  wins: z
    .array(z.object({ cycle: z.int(), bet_id: betId, player: playerId, amount: fen, at: instant }))
    .max(MAX_JACKPOT_WINS),
})
export type VenueJackpot = z.output<typeof jackpot>

/** Games of one tournament, tournaments of one venue, and places of one call, at most. */
export const MAX_TOURNAMENT_GAMES = 200
export const MAX_TOURNAMENTS = 50
export const MAX_TOURNAMENT_PLACES = 500
/** A race that the platform counts and pays; the venue shows it. */
const tournamentTerms = {
  name: shownText(30),
  /** The games that count; none named for all of the venue's. */
  games: z.array(gameCode).max(MAX_TOURNAMENT_GAMES),
  /** A score is fen staked, hundredths of the best net win in stakes, or bets. */
  measure: z.enum(['stake', 'multiple', 'bets']),
  starts_at: instant,
  ends_at: instant,
  /** Closed: no page shows it any more. */
  open: z.boolean(),
}
const tournament = z.object({ ref, ...tournamentTerms })
export type VenueTournament = z.output<typeof tournament>
const tournamentPlace = z.object({
  player: playerId,
  /** 0 while the score is; null for a player who is in it no more. */
  place: z.int().min(0).max(10_000_000).nullable(),
  score: fen,
})

/** An exact number: `15092/15625`, or a decimal. */
const exact = z.string().regex(/^\d{1,30}(\.\d{1,6}|\/\d{1,30})?$/)
/** Kinds of bets that one game publishes the returns of, at most. */
const MAX_KINDS = 200
const MAX_STAKES = 100

const game = z.object({
  game_code: gameCode,
  name: z.string(),
  /** The operator's category: realbet, sport, gaming, joker, concise, lottery. */
  category: z.string(),
  /**
   * What a bet returns in the long run, exact (`15092/15625`) and rounded for reading: of a game
   * with several bets the least of them, of a book what the margin leaves.
   */
  rtp_exact: z.string(),
  rtp_percent: z.string(),
  /** The least return of its bets, that of the bet most players place, and the best; exact. */
  rtp: z.object({ least: z.string(), usual: z.string(), best: z.string() }).nullish(),
  hit_percent: z.string(),
  /**
   * The most that one bet returns in stakes, its own included, with everything that its round may
   * give (free spins, cascades, all selections of a ticket). No round returns more.
   */
  max_win: z.string(),
  /**
   * By kind of bet, named by the odds of its lines in the feed (null for bets without lines): the
   * exact mean of what it returns in stakes, and the most. Absent or null where no such figures are
   * published.
   */
  returns: z
    .array(z.object({ odds: z.string().max(100).nullable(), mean: exact, most: exact }))
    .max(MAX_KINDS)
    .nullish(),
  math_version: z.string(),
  math_url: z.url(),
  rules_url: z.url(),
  icon_url: z.url(),
  min_stake: fen,
  max_stake: fen,
  /** v1.1: the stakes that a round of a slot can be played with; absent where not said. */
  stakes: z.array(positiveFen).max(MAX_STAKES).nullish(),
  demo: z.boolean(),
})

/**
 * The full state of a bet, never a delta. A higher `version` of the same `bet_id` replaces a lower
 * one.
 */
const bet = z.object({
  bet_id: betId,
  version: counter,
  /** 1 at first; each resettlement or void adds one. */
  revision: z.int().min(1),
  player: playerId,
  category: z.string(),
  game_code: gameCode,
  round_id: z.string(),
  selection: z.record(z.string(), z.unknown()),
  stake: fen,
  valid_amount: fen,
  payout: fen,
  net: signedFen,
  odds: z.string().nullable(),
  status: z.enum(['OPEN', 'SETTLED', 'VOID']),
  placed_at: instant,
  settled_at: instant.nullable(),
  fairness: z.object({ commit: z.string(), client_seed: z.string(), nonce: z.int() }),
  math_version: z.string(),
  /**
   * v1.1: the grant that paid this round, and the stake it was played with. `stake` is 0 then, and
   * the payout is in no wallet of the venue: the platform pays it.
   */
  free_rounds: z.object({ ref, stake: positiveFen }).nullish(),
  /**
   * v1.1: the jackpot that the stake was part of: the cycle with its seed, the whole fen that the
   * bet moved into the pool, and what it won, which is part of the payout.
   */
  jackpot: z
    .object({ ref, cycle: z.int().min(1), seed: positiveFen, share: fen, won: fen })
    .nullish(),
})

/** What a replay needs; the seed is null until the player has changed it. */
const replay = z.object({
  model: z.string(),
  server_seed: z.string().nullable(),
  outcome: z.record(z.string(), z.unknown()),
  verify_url: z.url(),
})

/** A decimal price such as `2.35`. */
const price = z.string().regex(/^\d{1,6}(\.\d{1,3})?$/)
const side = z.string().min(1).max(60)
const score = z.int().min(0).max(999)

/** A match that can be bet on, with the prices of its first market. */
const match = z.object({
  match_id: matchId,
  game_code: gameCode,
  home: side,
  away: side,
  live: z.boolean(),
  /** How far it is, such as `63'`; empty before it begins. */
  clock: z.string().max(20),
  score: z.tuple([score, score]).nullable(),
  starts_at: instant,
  markets: z.int().min(0).max(9_999),
  picks: z.array(z.object({ name: side, price: price.nullable() })).max(3),
})

const statement = z.object({
  date: businessDay,
  time_zone: z.literal('Asia/Shanghai'),
  bets: z.object({
    count: z.int(),
    stake: fen,
    valid_amount: fen,
    payout: fen,
    void_count: z.int(),
  }),
  transfers: z.object({ in_count: z.int(), in_amount: fen, out_count: z.int(), out_amount: fen }),
  /** v1.1: rounds that grants paid for; they are in none of the figures of `bets`. */
  free_rounds: z.object({ count: z.int(), stake: fen, payout: fen }).optional(),
})

type Method = 'GET' | 'POST' | 'PUT'
const call = <I extends z.ZodType, A extends z.ZodType>(
  method: Method,
  path: string,
  input: I,
  answer: A,
) => ({ method, path, input, answer })

/**
 * Every call of protocol v1. `input` names all fields of a call: those in the path stand there, the
 * others travel in the query of a GET and in the JSON body of a POST or PUT. `answer` is the
 * envelope's `data`.
 */
export const calls = {
  /** Creates the player or renames him; asking twice is harmless. */
  putPlayer: call(
    'PUT',
    '/v1/players/:player',
    z.object({ player: playerId, nickname: shownText(40), currency: z.literal('CNY') }),
    player,
  ),
  balance: call('GET', '/v1/players/:player/balance', z.object({ player: playerId }), balance),
  /** Unknown players are named in `unknown` and stop nobody else. */
  balances: call(
    'POST',
    '/v1/balances',
    z.object({ players: z.array(playerId).min(1).max(MAX_BALANCES) }),
    z.object({ items: z.array(balance), unknown: z.array(playerId) }),
  ),
  /**
   * Moves money into or out of the player's wallet; applied at most once per ref. `all` takes out
   * whatever is there.
   */
  transfer: call(
    'POST',
    '/v1/transfers',
    z
      .object({
        ref,
        player: playerId,
        direction: z.enum(['IN', 'OUT']),
        amount: positiveFen.optional(),
        all: z.literal(true).optional(),
      })
      .refine(
        t => (t.amount === undefined) !== (t.all === undefined) && !(t.all && t.direction === 'IN'),
        { path: ['amount'], error: 'an amount, or all of an OUT' },
      ),
    transfer,
  ),
  transferState: call('GET', '/v1/transfers/:ref', z.object({ ref }), transfer),
  /**
   * Answers the final state; an unknown ref is voided for good, so that a late original is refused.
   */
  finalize: call('POST', '/v1/transfers/:ref/finalize', z.object({ ref }), transfer),
  /** `demo` opens the game with a throw-away wallet and needs no player. */
  launch: call(
    'POST',
    '/v1/launch',
    z
      .object({
        player: playerId.optional(),
        demo: z.boolean().optional(),
        /** Empty, or `lobby`: the venue's own page of its games. */
        game_code: z.union([gameCode, z.literal('')]),
        /** The games a lobby lists, in this order, and the only ones it opens; absent for all. */
        games: z.array(gameCode).min(1).max(MAX_LISTED_GAMES).optional(),
        lobby_url: webUrl,
        /** Whose pages may show the game in a frame; absent or empty for nobody's. */
        frame_ancestors: z.array(origin).max(MAX_FRAME_ANCESTORS).optional(),
        lang: z
          .string()
          .regex(/^[A-Za-z-]{2,16}$/)
          .optional(),
        /** v1.1: what the game is opened on. */
        device: z.enum(['mobile', 'desktop']).optional(),
        rg: protection.optional(),
        /** Since 1.1: the match of a book at which the game opens. */
        match_id: matchId.optional(),
        /** v1.1: the platform's name of this launch, which signals repeat. */
        ticket: ticket.optional(),
        /** v1.1: what the player has agreed may follow into the open game; absent for nothing. */
        money: z.object({ each: positiveFen, total: positiveFen }).optional(),
      })
      .refine(l => l.demo === true || l.player !== undefined, {
        path: ['player'],
        error: 'a player, or demo',
      }),
    z.object({ url: z.url(), expires_at: instant, features: features.optional() }),
  ),
  /** Ends the player's sessions and voids launch tokens that were not used yet. */
  kick: call(
    'POST',
    '/v1/players/:player/kick',
    z.object({ player: playerId }),
    z.object({ sessions: z.int(), tokens: z.int() }),
  ),
  games: call('GET', '/v1/games', z.object({}), z.object({ items: z.array(game) })),
  /**
   * Since 1.1, and optional: the matches under way and the next ones of all books, in the order in
   * which they should be shown. A venue without it answers any refusal or 404.
   */
  matches: call(
    'GET',
    '/v1/matches',
    z.object({ limit: queryLimit(MAX_MATCHES).optional() }),
    z.object({ items: z.array(match).max(MAX_MATCHES) }),
  ),
  /** Bets whose version is above `after`, in order of version. */
  bets: call(
    'GET',
    '/v1/bets',
    z.object({ after: queryCounter.optional(), limit: queryLimit(MAX_FEED_LIMIT).optional() }),
    z.object({
      items: z.array(bet),
      next_cursor: counter,
      has_more: z.boolean(),
      /** v1.1: what was not answered yet, oldest first, in every answer until it is. */
      signals: z.array(signal).max(MAX_SIGNALS).optional(),
    }),
  ),
  /** v1.1: what became of a signal; the first final answer stands, and it is not sent again. */
  answerSignal: call(
    'POST',
    '/v1/signals/:ref',
    z.object({
      ref,
      outcome: z.enum(['done', 'pending', 'refused']),
      /** For the player, where the platform refuses. */
      text: shownText(200).optional(),
    }),
    z.object({ ref, outcome: z.enum(['done', 'pending', 'refused']) }),
  ),
  /** v1.1: gives a player rounds that cost them nothing; once per ref. */
  grantFreeRounds: call(
    'POST',
    '/v1/free-rounds',
    z.object({
      ref,
      player: playerId,
      games: z.array(gameCode).min(1).max(MAX_FREE_GAMES),
      stake: positiveFen,
      rounds: z.int().min(1).max(MAX_FREE_ROUNDS),
      ends_at: instant,
    }),
    freeRounds,
  ),
  freeRounds: call('GET', '/v1/free-rounds/:ref', z.object({ ref }), freeRounds),
  /** Ends a grant for good; an unknown ref is cancelled too, so that a late original is refused. */
  cancelFreeRounds: call('POST', '/v1/free-rounds/:ref/cancel', z.object({ ref }), freeRounds),
  /**
   * v1.1: makes a jackpot, or changes it. Name, games and `open` count at once, the terms from the
   * next cycle on, or at once while the present one has no bet.
   */
  putJackpot: call(
    'PUT',
    '/v1/jackpots/:ref',
    z.object({
      ref,
      name: shownText(20),
      games: z.array(gameCode).min(1).max(MAX_JACKPOT_GAMES),
      open: z.boolean(),
      ...jackpotTerms,
    }),
    jackpot,
  ),
  jackpots: call(
    'GET',
    '/v1/jackpots',
    z.object({}),
    z.object({ items: z.array(jackpot).max(MAX_JACKPOTS) }),
  ),
  /** v1.1: makes a tournament known, or changes it. */
  putTournament: call(
    'PUT',
    '/v1/tournaments/:ref',
    z.object({ ref, ...tournamentTerms }),
    tournament,
  ),
  tournaments: call(
    'GET',
    '/v1/tournaments',
    z.object({}),
    z.object({ items: z.array(tournament).max(MAX_TOURNAMENTS) }),
  ),
  /** How players stand now; a later call about the same player counts. Answers how many it kept. */
  tournamentPlaces: call(
    'POST',
    '/v1/tournaments/:ref/places',
    z.object({ ref, items: z.array(tournamentPlace).min(1).max(MAX_TOURNAMENT_PLACES) }),
    z.object({ kept: z.int() }),
  ),
  bet: call('GET', '/v1/bets/:bet_id', z.object({ bet_id: betId }), bet.extend({ replay })),
  /** Control totals of bets settled, and transfers made, on one day. */
  statement: call('GET', '/v1/statement', z.object({ date: businessDay }), statement),
  health: call(
    'GET',
    '/v1/health',
    z.object({}),
    z.object({
      status: z.literal('ok'),
      protocol: z.literal('1'),
      venue: z.string(),
      time: instant,
      features: features.optional(),
      /**
       * v1.1: the beacon that shared rounds opened now wait for, whether it is the operator's own,
       * and its last verified round with the moment of its publication.
       */
      beacon: z
        .object({
          name: z.string().max(60),
          local: z.boolean(),
          round: counter.nullable(),
          at: instant.nullable(),
        })
        .nullish(),
    }),
  ),
} as const

export type VenueCallName = keyof typeof calls
/** What a caller gives, and what a handler receives. */
export type VenueInput<N extends VenueCallName> = z.output<(typeof calls)[N]['input']>
/** What a handler answers, and what a caller receives. */
export type VenueAnswer<N extends VenueCallName> = z.output<(typeof calls)[N]['answer']>
export type VenueBet = VenueAnswer<'bets'>['items'][number]
export type VenueGame = VenueAnswer<'games'>['items'][number]
export type VenueMatch = VenueAnswer<'matches'>['items'][number]
export type VenueTransfer = VenueAnswer<'transfer'>
export type VenueProtection = z.output<typeof protection>

export const envelope = z.object({
  code: z.int(),
  message: z.string(),
  data: z.unknown(),
  request_id: z.string(),
})
export type VenueEnvelope = { code: number; message: string; data: unknown; request_id: string }
