// What the site says of itself to collectors of metrics, put together from kernel and areas.
import { connect, type Database } from '@tianping/database'
import { booksReading } from './areas/books/measures.ts'
import { chainReading } from './areas/chain/chain.ts'
import { ratesReading } from './areas/rates/rates.ts'
import { cashierReading } from './areas/cashier/watch/measures.ts'
import { measureVenueCalls } from './areas/venues/measured.ts'
import { venueReading } from './areas/venues/measures.ts'
import type { Health } from './kernel/http/health.ts'
import type { Services } from './kernel/http/services.ts'
import type { Heard } from './kernel/metrics/calls.ts'
import { serveMetrics, type MetricsEndpoint } from './kernel/metrics/endpoint.ts'
import { Metrics } from './kernel/metrics/metrics.ts'
import { measureProcess } from './kernel/metrics/process.ts'
import { Readings, secondsSince, type ReadingSpec } from './kernel/metrics/readings.ts'
import { measurePools, measureStatements } from './kernel/metrics/statements.ts'
import { measureReads } from './kernel/reads/measures.ts'
import { securityReading } from './kernel/security/measures.ts'
import { TraceExporter } from './kernel/trace/exporter.ts'
import { Tracer } from './kernel/trace/trace.ts'
import { outboxByTopic } from './ledger/measures.sql.ts'

/** A look at the database for the metrics may take so long, and no longer. */
const READING_MS = 2_000

const outboxReading: ReadingSpec = {
  name: 'outbox',
  gauges: {
    tianping_outbox_waiting: { help: 'Items of the outbox that wait', labels: ['topic'] },
    tianping_outbox_given_up: { help: 'Items of the outbox for a person', labels: ['topic'] },
    tianping_outbox_oldest_seconds: { help: 'Age of the oldest that waits', labels: ['topic'] },
  },
  read: async (db, now) => {
    const found = await outboxByTopic(db)
    return {
      tianping_outbox_waiting: found.map(({ topic, waiting }) => [[topic], waiting] as const),
      tianping_outbox_given_up: found.map(({ topic, givenUp }) => [[topic], givenUp] as const),
      tianping_outbox_oldest_seconds: found.map(
        ({ topic, oldestAt }) => [[topic], secondsSince(now, oldestAt)] as const,
      ),
    }
  },
}

export type Watching = Heard & {
  /** Where everybody counts, whether anybody collects or not. */
  registry: Metrics
  /** Watches what the site consists of; nothing is watched where nobody collects. */
  watch(
    services: Services,
    parts: { pools: Record<'calls' | 'jobs', Database>; health: Health },
  ): void
  /** Looks up what lies in the database; nothing where nobody collects. */
  refresh(): Promise<void>
  /** Opens the port of the metrics, unless another serves those of several sites. */
  open(services: Services): Promise<MetricsEndpoint | null>
  close(): Promise<void>
}

/**
 * Metrics and traces of one instance, by its settings. One that is not `alone` is one of several
 * sites of the process, which measures itself and has the port.
 */
export function watching({
  settings,
  log,
  alone,
}: Pick<Services, 'settings' | 'log'> & { alone: boolean }): Watching {
  const metrics = new Metrics()
  const exporter = settings.traces && new TraceExporter(settings.traces, log, metrics)
  const heard = settings.metrics !== null || exporter !== null
  let endpoint: MetricsEndpoint | null = null
  let readings: Readings | null = null
  const ends: (() => unknown)[] = []
  return {
    registry: metrics,
    metrics: heard ? metrics : null,
    tracer: exporter && new Tracer(settings.traces?.share ?? 0, exporter.add),
    accessLog: settings.accessLog ? log : null,
    watch: (services, { pools, health }) => {
      if (!heard) return
      for (const pool of ['calls', 'jobs'] as const)
        pools[pool].watch = measureStatements(metrics, pool)
      const { replica, histories } = services.reads
      histories.watch = measureStatements(metrics, 'histories')
      if (replica) replica.watch = measureStatements(metrics, 'reads')
      measurePools(metrics, { ...pools, histories, ...(replica && { reads: replica }) })
      if (alone) ends.push(measureProcess(metrics))
      watchSite(services, health)
    },
    refresh: async () => readings?.refresh(),
    open: async services => {
      if (!settings.metrics) return null
      const db = connect(settings.databaseUrl, {
        role: 'tianping_app',
        applicationName: 'tianping-metrics',
        maxConnections: 1,
        statementTimeoutMs: READING_MS,
      })
      ends.push(() => db.destroy())
      const read = new Readings({ db, clock: services.clock, log }, metrics, [
        venueReading,
        cashierReading,
        chainReading,
        ratesReading,
        booksReading(services.clock),
        outboxReading,
        securityReading,
      ])
      readings = read
      if (!alone) return null
      endpoint = await serveMetrics(metrics, { ...settings.metrics, log }, () => read.refresh())
      return endpoint
    },
    close: async () => {
      await endpoint?.close()
      await exporter?.settled()
      for (const end of ends) await end()
    },
  }
}

/** What kernel and areas tell of as it happens. */
function watchSite({ metrics, venues, events, clock, reads }: Services, health: Health): void {
  measureReads(metrics, reads)
  venues.onCall = measureVenueCalls(metrics)
  const noted = metrics.counter('tianping_security_events_total', 'Security events by kind', [
    'kind',
  ])
  events.onNoted = kind => noted.add([kind])
  const news = metrics.gauge('tianping_news_up', '1 while the line of the news stands')
  const sure = metrics.gauge('tianping_clock_sure', '1 while the time is certain')
  metrics.collect(() => {
    news.set(health.news ? 1 : 0)
    sure.set(clock.sure === false ? 0 : 1)
  })
}
