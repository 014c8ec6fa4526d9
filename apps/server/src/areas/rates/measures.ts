import type { ReadingSpec } from '../../kernel/metrics/readings.ts'
import { ratesNow } from './now.ts'

/** Whether orders in USDT wait for a rate. */
export const ratesReading: ReadingSpec = {
  name: 'usdt rates',
  gauges: {
    tianping_usdt_rate_closed: {
      help: '1 while no order in USDT is taken for lack of a rate',
      labels: ['why'],
    },
  },
  read: async (db, now) => {
    const { closed } = await ratesNow(db, now)
    return {
      tianping_usdt_rate_closed: (['stale', 'apart'] as const).map(
        why => [[why], Number(closed === why)] as const,
      ),
    }
  },
}
