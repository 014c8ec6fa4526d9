import { sql, theRow, type Db } from '@tianping/database'
import type { Logger } from 'pino'

/** The one clock of the server: passed in, so that tests can stand anywhere in time. */
export type Clock = {
  now(): Date
  /** False while the time is in doubt: what nobody waits for had better wait. */
  readonly sure?: boolean
}

export const systemClock: Clock = { now: () => new Date() }

/** Beyond this the time of a process and that of its database are not the same time. */
export const MOST_SKEW_MS = 2_000
const EVERY_MS = 60_000
/** After a jump the next look comes soon: a second one that agrees ends the doubt. */
const AGAIN_MS = 1_000
const SAMPLES = 3

/** What the database's clock says at an instant of this process's steady one, in ms. */
async function sample(db: Db): Promise<{ originMs: number; tookMs: number }> {
  const asked = performance.now()
  const { ms } = await theRow(
    db,
    sql<{ ms: string }>`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  )
  const tookMs = performance.now() - asked
  return { originMs: Number(ms) - asked - tookMs / 2, tookMs }
}

/** The sample with the shortest way there and back is off by half of it at most. */
async function originOf(db: Db): Promise<number> {
  const samples = []
  for (let n = 0; n < SAMPLES; n++) samples.push(await sample(db))
  return samples.reduce((best, each) => (each.tookMs < best.tookMs ? each : best)).originMs
}

/**
 * The database's clock, kept by this process: a deadline that one instance sets is the same moment
 * to every other, whatever their machines believe. Between two looks at the database the time goes
 * on by the machine's steady clock, which nobody can set
 * (docs/decisions/0086-one-clock-the-databases.md).
 */
export class DatabaseClock implements Clock {
  readonly #db: Db
  readonly #log: Logger
  #originMs: number
  #latestMs = 0
  #timer: NodeJS.Timeout | undefined
  sure = true

  private constructor(db: Db, log: Logger, originMs: number) {
    this.#db = db
    this.#log = log
    this.#originMs = originMs
  }

  static async open(db: Db, log: Logger): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, log, await originOf(db))
    const machineMs = Math.round(Date.now() - clock.now().getTime())
    if (Math.abs(machineMs) > MOST_SKEW_MS)
      log.warn({ machineMs }, 'the machine’s clock differs from the database’s, which counts')
    clock.#next(EVERY_MS)
    return clock
  }

  /** Never goes back, unless the database's own clock was found elsewhere. */
  now(): Date {
    this.#latestMs = Math.max(this.#latestMs, performance.now() + this.#originMs)
    return new Date(this.#latestMs)
  }

  /**
   * Looks at the database's clock and goes by it from here on. A jump of more than two seconds (a
   * machine that slept, a new primary) leaves the time in doubt until a second look agrees.
   */
  async look(): Promise<void> {
    const originMs = await originOf(this.#db)
    const skewMs = Math.round(originMs - this.#originMs)
    this.#originMs = originMs
    this.sure = Math.abs(skewMs) <= MOST_SKEW_MS
    if (this.sure) return
    this.#latestMs = 0
    this.#log.error({ skewMs }, 'the database’s clock jumped; jobs wait until it is sure')
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #next(ms: number): void {
    this.#timer = setTimeout(() => {
      this.look()
        // The database is away: the steady clock is all there is, and goes right.
        .catch((error: unknown) => this.#log.debug({ err: error }, 'clock not compared'))
        .finally(() => this.#next(this.sure ? EVERY_MS : AGAIN_MS))
    }, ms)
    this.#timer.unref()
  }
}
