import { beijing } from '@tianping/money/day'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { usdtRates } from '../../cashier/cashier.ts'
import { ratesSetting, sourceKey } from '../setting.ts'
import { newestReadings, sourceRows } from '../store/reading.sql.ts'

export const rateHandlers = {
  'POST /api/console/rates/show': async ({ db, clock }) => {
    const now = clock.now()
    const setting = await ratesSetting(db)
    const keys = setting.sources.map(sourceKey)
    const [rates, readings, states] = await Promise.all([
      usdtRates(db, now),
      newestReadings(db, keys),
      sourceRows(db, keys),
    ])
    const since = new Date(now.getTime() - setting.maxAgeSeconds * 1_000)
    return {
      data: {
        deposit: rates.usdtrate,
        withdrawal: rates.withdrawusdtrate,
        from: rates.from,
        closed: rates.closed,
        by_hand_until: rates.from === 'hand' ? setting.byHand.until : '',
        sources: setting.sources.map((each, n) => {
          const price = readings.find(({ source }) => source === keys[n])
          const state = states.find(({ source }) => source === keys[n])
          const { restsUntil } = state ?? { restsUntil: null }
          return {
            name: each.name,
            rate: price?.rate ?? '',
            at: price ? beijing(price.at) : '',
            fresh: price !== undefined && price.at >= since,
            said: state?.said ?? '',
            rests_until: restsUntil && restsUntil > now ? beijing(restsUntil) : '',
          }
        }),
      },
    }
  },
} satisfies ConsoleHandlers
