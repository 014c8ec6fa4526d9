import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Handlers } from '../../kernel/http/services.ts'
import { jackpotSetting } from './setting.ts'
import { freshPools } from './store/pool.sql.ts'

/** A pool of which nothing was heard for so long is not shown. */
const FRESH_MS = 60_000

export const jackpotHandlers = {
  'GET /api/jackpots': async ({ db, clock }) => {
    const { allowed } = await jackpotSetting(db)
    if (!allowed) return { data: [] }
    const found = await freshPools(db, new Date(clock.now().getTime() - FRESH_MS))
    return {
      data: found.map(each => ({
        name: each.name,
        platform_name: each.platname,
        venue_name: each.venue,
        games: each.games,
        pool: yuanOf(each.poolFen),
        seed: yuanOf(each.seedFen),
        bound: yuanOf(each.boundFen),
        share_percent: each.share / 100,
        told_at: beijing(each.toldAt),
      })),
    }
  },
} satisfies Handlers
