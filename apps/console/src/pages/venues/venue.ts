import type { ConsoleGiven } from '@tianping/contract/console'

export type Venue = ConsoleGiven<'POST /api/console/venues/list'>[number]

/** What kind of games a venue has, as the site groups them. */
export const categories: Record<string, string> = {
  realbet: '真人',
  sport: '体育',
  gaming: '电竞',
  joker: '棋牌',
  concise: '电子',
  lottery: '彩票',
}
