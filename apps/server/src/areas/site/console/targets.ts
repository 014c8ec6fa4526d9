import { activityAddress, gameAddress } from '@tianping/contract/targets'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { activityTargets, gameTargets } from '../store/targets.sql.ts'

export const targetHandlers = {
  'POST /api/console/link-targets': async ({ db, clock, body: { kind, q } }) => {
    if (kind === 'game') {
      const games = await gameTargets(db, q)
      return {
        data: games.map(game => ({
          address: gameAddress(game),
          label: `${game.name} · ${game.venue}`,
        })),
      }
    }
    const activities = await activityTargets(db, q, clock.now())
    return {
      data: activities.map(({ id, title }) => ({ address: activityAddress(id), label: title })),
    }
  },
} satisfies ConsoleHandlers
