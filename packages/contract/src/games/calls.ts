import { z } from 'zod'
import { anyone, member } from '../call.ts'
import { amount, flag, int2, nothing, oneOf, text, time } from '../fields.ts'
import { categories, gameLangs } from './facts.ts'

export const game = z.object({
  category_id: z.enum(categories),
  /** Only 1 is shown. */
  app_state: flag,
  mobile_img: z.string(),
  platform_name: z.string(),
  game_code: z.string(),
  game_name: z.string(),
  /** What the venue is called, and the largest rebate of its category in percent, for the tile. */
  venue_name: z.string(),
  rebate_percent: z.number(),
})

export const slotGame = z.object({
  catecode: z.string(),
  gamecode: z.string(),
  gamepic: z.string(),
  gamename: z.string(),
})

/** Where a text was hit: first character and how many, for the mark; null where it was not. */
const hit = z.tuple([z.number().int().min(0), z.number().int().min(1)]).nullable()

/** A match that a venue offers, with the prices of its first market as the venue said them. */
export const match = z.object({
  /** The venue's number of the match, for `match` of `getGameUrl`. */
  id: z.string(),
  home: z.string(),
  away: z.string(),
  live: z.boolean(),
  /** `63'` or `第 2 局` while it is played; empty before. */
  clock: z.string(),
  /** Goals or maps of both sides; null before it begins. */
  score: z.tuple([z.number().int(), z.number().int()]).nullable(),
  starts_at: time,
  /** How many markets are open. */
  markets: z.number().int(),
  /** Decimal prices; null while a pick is closed. */
  picks: z.array(z.object({ name: z.string(), price: z.string().nullable() })).max(3),
})

/** The matches of one game, and when its venue was asked for them. */
export const book = z.object({
  platform_name: z.string(),
  game_code: z.string(),
  game_name: z.string(),
  venue_name: z.string(),
  category_id: z.enum(categories),
  mobile_img: z.string(),
  asked_at: time,
  matches: z.array(match),
})

/** What stands above the categories, for everybody: by what members opened, and by first day. */
export const picks = z.object({
  hot: z.array(game),
  fresh: z.array(game),
  /** Games that have told of matches: room is kept for these before they are asked for. */
  books: z.array(z.object({ platform_name: z.string(), game_code: z.string() })),
})

/** The language of the game; absent for simplified Chinese. */
const gameLang = oneOf(gameLangs).optional()

export const gamesCalls = {
  /**
   * `category_id` is what older clients call `category`
   * (docs/decisions/0018-names-that-older-clients-use.md).
   */
  'GET /api/game/list': anyone(
    z.object({ category: text(20), category_id: text(20) }),
    z.array(game),
  ),
  /**
   * The slots of one tab: obgdy, fgdz, pp, ae; `platform_name` is what older clients call
   * `gamecode`.
   */
  'POST /api/gamelistBycode': anyone(
    z.object({ gamecode: text(20), platform_name: text(20) }),
    z.array(slotGame),
  ),
  /**
   * `plat_name` and `game_code` decide; `game_type` may be 0
   * (docs/decisions/0018-names-that-older-clients-use.md).
   */
  'POST /api/getGameUrl': member(
    z.object({
      plat_name: text(20),
      game_type: text(20),
      game_code: text(40),
      /** 0 for a page of a desktop; every other is a phone. */
      is_mobile_url: int2.optional(),
      lang: gameLang,
      /** A match of the game, where it opens; venues that do not know it open the game. */
      match: text(40).optional(),
      /** The member has chosen what to bring: auto-transfer brings nothing more this time. */
      brought: flag.optional(),
      /** The most that the game may ask for while it is open; absent for nothing. */
      top_up: amount,
    }),
    /** `ticket` names this launch when the game is left. */
    z.object({ url: z.string(), ticket: z.string().optional() }),
  ),
  /**
   * The same game with a throw-away wallet of its venue: no money, no record, the same mathematics.
   * A visitor answers the question of age first, as `of_age`.
   */
  'POST /api/game/practice': anyone(
    z.object({
      plat_name: text(20),
      game_code: text(40),
      of_age: flag.optional(),
      lang: gameLang,
    }),
    z.object({ url: z.string() }),
  ),
  'GET /api/game/picks': anyone(nothing, picks),
  /** What the member opened last, and what the member has marked, newest first. */
  'POST /api/game/mine': member(
    nothing,
    z.object({
      recent: z.array(game),
      favourites: z.array(game),
      /** Rounds that the house gave and that can be played now, by game. */
      free_rounds: z.array(
        z.object({ platform_name: z.string(), game_code: z.string(), left: z.number().int() }),
      ),
    }),
    { early: true },
  ),
  /** Marks a game, or takes the mark away; doing so twice changes nothing. */
  'POST /api/game/favourite': member(
    z.object({ plat_name: text(20), game_code: text(40), on: flag }),
    z.object({ on: flag }),
  ),
  /** The next matches with prices; venues are asked at most every few seconds. */
  'GET /api/game/matches': anyone(nothing, z.object({ books: z.array(book) })),
  /** Games, activities and matches by name, by venue, and by pinyin or its initials. */
  'POST /api/search': anyone(
    z.object({ q: text(40) }),
    z.object({
      games: z.array(game.extend({ hit, venue_hit: hit })),
      activities: z.array(z.object({ id: z.number().int(), title: z.string(), hit })),
      matches: z.array(
        match.extend({
          ...book.omit({ matches: true }).shape,
          home_hit: hit,
          away_hit: hit,
        }),
      ),
    }),
  ),
} as const
