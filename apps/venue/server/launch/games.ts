import { gamesOf, kindOf, stakeLimits } from '../../games/registry.ts'
import { returnsOf } from './returnsOf.ts'
import { rtpOf } from './rtpOf.ts'
import type { Handler } from '../handler.ts'

export const games: Handler<'games'> = async ({ venue, desk }) => ({
  items: gamesOf(desk.venue).map(game => ({
    game_code: game.code,
    name: game.name,
    category: game.category,
    rtp_exact: game.rtpExact,
    rtp: rtpOf(game),
    rtp_percent: game.rtpPercent,
    hit_percent: game.hitPercent,
    max_win: game.maxWin,
    returns: returnsOf(game),
    math_version: game.mathVersion,
    math_url: `${venue.publicUrl()}/games/${game.code}/math.json`,
    rules_url: `${venue.publicUrl()}/rules/${game.code}`,
    icon_url: `${venue.publicUrl()}/art/${game.code}.svg`,
    min_stake: stakeLimits(game).leastFen,
    max_stake: stakeLimits(game).mostFen,
    ...(kindOf(game) === 'instant' ? { stakes: [...game.stakesFen] } : {}),
    demo: true,
  })),
})
