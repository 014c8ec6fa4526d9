import { row, sql, type Db } from '@tianping/database'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Gauge, Labels, Metrics } from './metrics.ts'

/** Several collectors within this time are answered by one look at the database. */
const FRESH_MS = 3_000

export type Reading = readonly (readonly [values: Labels, value: number])[]
/** What is looked up in the database when somebody collects: gauges by name, all from one look. */
export type ReadingSpec = {
  name: string
  gauges: Record<string, { help: string; labels: Labels }>
  read(db: Db, now: Date): Promise<Record<string, Reading>>
}

/** Whole seconds since a moment; 0 where there is none. */
export const secondsSince = (now: Date, since: Date | null): number =>
  since ? Math.max(0, (now.getTime() - since.getTime()) / 1_000) : 0

/**
 * Gauges whose values lie in the database. They are read one after the other over a connection of
 * their own, whose statements end soon, so that collecting takes nothing from the calls. A reading
 * that fails leaves no value behind: an old one would pass for the present.
 */
export class Readings {
  private readonly place: { db: Db; clock: Clock; log: Logger }
  private readonly specs: { spec: ReadingSpec; gauges: Map<string, Gauge> }[]
  private readonly up: Gauge
  private readonly failed: Gauge
  private asked: { at: number; done: Promise<void> } | null = null

  constructor(
    place: { db: Db; clock: Clock; log: Logger },
    metrics: Metrics,
    specs: readonly ReadingSpec[],
  ) {
    this.place = place
    this.up = metrics.gauge('tianping_database_up', '1 while the database answers this instance')
    this.failed = metrics.gauge('tianping_reading_failed', '1 for a reading that failed', [
      'reading',
    ])
    this.specs = specs.map(spec => ({
      spec,
      gauges: new Map(
        Object.entries(spec.gauges).map(([name, { help, labels }]) => [
          name,
          metrics.gauge(name, help, labels),
        ]),
      ),
    }))
  }

  /** Reads anew, unless a look is under way or fresh. */
  refresh(): Promise<void> {
    const at = performance.now()
    if (!this.asked || at - this.asked.at > FRESH_MS) this.asked = { at, done: this.read() }
    return this.asked.done
  }

  private async read(): Promise<void> {
    const { db } = this.place
    const up = await row(db, sql`select 1 as one`).then(
      () => true,
      () => false,
    )
    this.up.set(up ? 1 : 0)
    for (const { spec, gauges } of this.specs) {
      const values = up ? await this.valuesOf(spec) : null
      if (up) this.failed.set(values ? 0 : 1, [spec.name])
      for (const [name, gauge] of gauges) gauge.replace(values?.[name] ?? [])
    }
  }

  private async valuesOf(spec: ReadingSpec): Promise<Record<string, Reading> | null> {
    const { db, clock, log } = this.place
    try {
      return await spec.read(db, clock.now())
    } catch (error) {
      log.warn({ err: error as Error, reading: spec.name }, 'a reading for the metrics failed')
      return null
    }
  }
}
