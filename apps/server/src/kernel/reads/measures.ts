import type { Metrics } from '../metrics/metrics.ts'
import { reasons, type Reads } from './reads.ts'

/** Where reads go, and how far the replica is behind; nothing where there is none. */
export function measureReads(metrics: Metrics, reads: Reads): void {
  if (!reads.elsewhere) return
  const went = metrics.counter(
    'tianping_reads_total',
    'Reads that may go to the replica: there, or why the primary answered',
    ['why'],
  )
  for (const why of reasons) went.add([why], 0)
  reads.onRead = why => went.add([why])
  const up = metrics.gauge('tianping_replica_up', '1 while the replica answers reads')
  const seconds = metrics.gauge('tianping_replica_lag_seconds', 'Age of what the replica shows')
  const bytes = metrics.gauge('tianping_replica_lag_bytes', 'Changes the replica has not replayed')
  metrics.collect(() => {
    up.set(reads.up ? 1 : 0)
    // Of a replica that does not answer nothing is known.
    seconds.replace(reads.up ? [[[], reads.lag.ms / 1_000]] : [])
    bytes.replace(reads.up ? [[[], Number(reads.lag.bytes)]] : [])
  })
}
