import { categories, type Given } from '@tianping/contract'
import { gamePicks, homeGames } from '../games/games.ts'
import type { Services } from '../../kernel/http/services.ts'
import { appInfoForAll, bannersForAll, noticesForAll } from './content.ts'

type Boot = Record<string, unknown> & {
  bannerList: Given<'POST /api/bannerList'>
  /** What some members see otherwise; absent where everybody sees the same. */
  varies?: string[]
}

/**
 * What home shows first, under the names the browser stores it by: one answer instead of nine
 * calls.
 */
export async function bootData(
  services: Pick<Services, 'db' | 'settings' | 'clock' | 'matches'>,
): Promise<Boot> {
  const now = services.clock.now()
  const [app, banners, notices, games, picks] = await Promise.all([
    appInfoForAll(services),
    bannersForAll(services.db, 2, now),
    noticesForAll(services.db, now),
    homeGames(services.db, ''),
    gamePicks(services),
  ])
  const lists = Object.fromEntries(
    categories.map(category => [
      `${category}List`,
      games.filter(game => game.category_id === category),
    ]),
  )
  const parts = { appInfo: app, bannerList: banners, notices }
  const varies = Object.entries(parts).flatMap(([key, part]) => (part.varies ? [key] : []))
  const traces = services.settings.traces === null ? {} : { traces: true }
  return {
    appInfo: app.shown,
    bannerList: banners.shown,
    notices: notices.shown,
    gamePicks: picks,
    ...(varies.length > 0 ? { varies } : {}),
    ...traces,
    ...lists,
  }
}
