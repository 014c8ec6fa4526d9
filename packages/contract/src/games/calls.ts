import { z } from 'zod'
import { anyone, member } from '../call.ts'
import { amount, flag, int2, text } from '../fields.ts'
import { game } from './game.ts'
import { lobbyCalls } from './lobby.ts'

export const slotGame = z.object({
  catecode: z.string(),
  gamecode: z.string(),
  gamepic: z.string(),
  gamename: z.string(),
})

export const gamesCalls = {
  ...lobbyCalls,
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
      is_mobile_url: int2.optional(),
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
} as const
