import { secondsSince, type ReadingSpec } from '../../../kernel/metrics/readings.ts'
import { waitingDeposits, waitingWithdrawals, type Waiting } from '../store/review.sql.ts'

/** What waits for a person, and for how long. */
export const cashierReading: ReadingSpec = {
  name: 'cashier',
  gauges: {
    tianping_orders_waiting: { help: 'Orders that wait for a person', labels: ['queue'] },
    tianping_order_oldest_seconds: {
      help: 'Age of the oldest order that waits for a person',
      labels: ['queue'],
    },
  },
  read: async (db, now) => {
    const found: [queue: string, waiting: Waiting][] = [
      ['deposits', await waitingDeposits(db)],
      ['withdrawals', await waitingWithdrawals(db)],
    ]
    return {
      tianping_orders_waiting: found.map(([queue, { pending }]) => [[queue], pending] as const),
      tianping_order_oldest_seconds: found.map(
        ([queue, { oldestAt }]) => [[queue], secondsSince(now, oldestAt)] as const,
      ),
    }
  },
}
