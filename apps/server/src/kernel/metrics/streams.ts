import type { Gauge, Metrics } from './metrics.ts'

/** Live streams that are open in this process, by who reads them. */
export const openStreams = (metrics: Metrics): Gauge =>
  metrics.gauge('tianping_streams_open', 'Live streams that are open', ['readers'])
