// Reads at a replica: who may be answered there, and when
// (docs/decisions/0095-reads-elsewhere-wait-for-what-the-caller-wrote.md).
import type { Database, Replica } from '@tianping/database'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { gathered } from '../live/gathered.ts'
import { Lag } from './lag.ts'
import {
  replayedPosition,
  sweepPositions,
  writePositions,
  writtenPositions,
} from './position.sql.ts'

/** Who has written something: `m` and a member's number, `o` and an operator's. */
export type Subject = `${'m' | 'o'}${bigint}`
export const memberSubject = (memberId: bigint): Subject => `m${memberId}`
export const operatorSubject = (operatorId: bigint): Subject => `o${operatorId}`

/** What changed for all members: banners, notices, rules. */
const ALL = 'all'
/** Where reads go, and why they do not go to the replica. */
export const reasons = ['replica', 'away', 'news', 'behind', 'old', 'failed', 'writes'] as const
type Reason = (typeof reasons)[number]

/** A replica that is a moment behind is waited for, since the moment is shorter than the read. */
const WAIT_MS = 100
const ASK_AGAIN_MS = 5
/** After waiting in vain nobody waits for so long. */
const NO_WAIT_MS = 1_000
/** How often a replica is looked at that nobody reads, and one that is away. */
const LOOK_MS = 1_000
/** A replica that does not say within this time how far it is, is away. */
const SILENT_MS = 1_000
/** No read shows what is older than five minutes, the longest bound that may be set. */
const POSITION_MS = 3_600_000
const MOST_TOLD = 100_000
const AT_ONCE = { atOnce: 2, most: 500 }

type Written = { at: number; primary: bigint; written: bigint }
type Call = { wrote: boolean; subjects: Set<Subject> }

export type ReadsOptions = {
  primary: Database
  /** A few connections to the primary, for members' histories alone. */
  histories: Database
  /** Null where everything is read at the primary. */
  replica: Replica | null
  /** Says how far the replica is; null for one that is never behind. */
  probe: Database | null
  /** No read shows what is older than this. */
  boundMs: number
  clock: Clock
  log: Logger
  patience?: number
}

/**
 * The database that a call may read. Calls that only read lists and histories are answered by a
 * replica when it shows everything that the caller has written, and everything that was committed
 * up to a stated time ago; else by the primary.
 */
export class Reads {
  readonly #options: ReadsOptions
  readonly #lag: Lag
  /** When this instance heard that something changed for a member or an operator. */
  readonly #told = new Map<string, number>()
  readonly #calls = new AsyncLocalStorage<Call>()
  readonly #askPrimary: (subject: string) => Promise<Written | undefined>
  readonly #askReplica: (key: '') => Promise<true | undefined>
  readonly #mark: (subject: Subject) => Promise<true | undefined>
  #noWaitUntil = 0
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | null = null
  /** Hears where each read goes. */
  onRead: (reason: Reason) => void = () => {}
  readonly counts = new Map<Reason, number>(reasons.map(reason => [reason, 0]))
  /** Whether the news of changes reaches this instance. */
  trusted = true

  constructor(options: ReadsOptions) {
    this.#options = options
    const { primary, replica, probe, boundMs, clock } = options
    this.#lag = new Lag(2 * boundMs)
    this.#askPrimary = gathered(async (subjects: string[]) => {
      const at = performance.now()
      const found = await writtenPositions(primary, [...new Set(subjects)])
      const first = found[0]
      if (first) this.#lag.sampled({ at, position: first.primary })
      return new Map(
        found.map(each => [each.subject, { at, ...each, written: each.written ?? 0n }]),
      )
    }, AT_ONCE)
    this.#askReplica = gathered(async () => {
      if (probe) await this.#learn(probe)
      return new Map([['' as const, true as const]])
    }, AT_ONCE)
    this.#mark = gathered(async (subjects: Subject[]) => {
      await writePositions(primary, [...new Set(subjects)], clock.now())
      return new Map(subjects.map(each => [each, true as const]))
    }, AT_ONCE)
    if (!replica) return
    replica.onFallback = why => {
      this.#count(why)
      if (why === 'failed') return void this.#look()
      // Tests refuse what is a mistake; a site goes on.
      if (!probe) throw new Error('a call of kernel/reads/elsewhere.ts writes')
      options.log.error('a call that reads at the replica writes; the primary did it')
    }
  }

  /** Where everything may be written. */
  get primary(): Database {
    return this.#options.primary
  }

  /** A few connections to the primary, for members' histories alone. */
  get histories(): Database {
    return this.#options.histories
  }

  get replica(): Replica | null {
    return this.#options.replica
  }

  /** Whether there is a replica. */
  get elsewhere(): boolean {
    return this.#options.replica !== null
  }

  /** Whether the replica answers. */
  get up(): boolean {
    return this.#options.replica?.away === false
  }

  /** How far the replica is behind: the age of what it shows, and the bytes it has not replayed. */
  get lag(): { ms: number; bytes: bigint } {
    return { ms: this.#lag.ageMs(performance.now()), bytes: this.#lag.bytes }
  }

  /** Looks at the replica every second from now on. */
  start(): void {
    const { replica, probe, primary } = this.#options
    if (!replica || !probe) return
    replica.away = true
    primary.onWrote = () => this.#wrote()
    this.#timer = setInterval(() => void this.#look(), LOOK_MS)
    this.#timer.unref()
    void this.#look()
  }

  /** Ends the look, and the pools of the replica. */
  async close(): Promise<void> {
    const { replica, probe, histories } = this.#options
    clearInterval(this.#timer)
    await this.#looking
    await Promise.all([replica?.destroy(), probe?.destroy(), histories.destroy()])
  }

  /** Forgets what every replica in use has shown long ago. */
  sweep(): Promise<number> {
    const { primary, clock } = this.#options
    return sweepPositions(primary, new Date(clock.now().getTime() - POSITION_MS))
  }

  /** Something changed for these, as the news says: it is what they see next. */
  told(subjects: readonly Subject[]): void {
    if (!this.elsewhere) return
    for (const subject of subjects) this.#told.set(subject, performance.now())
    if (this.#told.size > MOST_TOLD) this.toldAll()
  }

  /** Something changed for everybody; more than what was heard of each of them. */
  toldAll(): void {
    this.#told.clear()
    this.#told.set(ALL, performance.now())
  }

  /** A transaction of the call under way changed something for these. */
  changed(subjects: readonly Subject[]): void {
    const call = this.#calls.getStore()
    for (const subject of subjects) call?.subjects.add(subject)
  }

  /**
   * Does the work of a call that may write. Before its answer is sent, the primary knows how far
   * the log is that the caller's next read has to see, at whatever instance.
   */
  async noting<T>(subject: Subject | null, work: () => Promise<T>): Promise<T> {
    if (!this.elsewhere) return work()
    const call: Call = { wrote: false, subjects: new Set(subject ? [subject] : []) }
    try {
      return await this.#calls.run(call, work)
    } finally {
      if (call.wrote) await this.#written([...call.subjects])
    }
  }

  /**
   * Where a call of `subject` that only reads may read now; null for work of the site itself, which
   * sees everything that was committed before.
   */
  async database(subject: Subject | null): Promise<Database> {
    const { replica, primary } = this.#options
    if (!replica) return primary
    const reason = await this.#reasonFor(subject, replica)
    this.#count(reason)
    return reason === 'replica' ? replica : primary
  }

  async #reasonFor(subject: Subject | null, replica: Replica): Promise<Reason> {
    if (!this.#options.probe) return 'replica'
    if (replica.away) return 'away'
    if (!this.trusted) return 'news'
    const told = this.#toldOf(subject)
    const [asked] = await Promise.all([this.#askPrimary(subject ?? ALL), this.#replicaAsked()])
    if (!asked) return 'behind'
    const mustShow = () => (told > this.#lag.shownUntil ? asked.primary : asked.written)
    const fits = () => !replica.away && this.#lag.replayedUntil >= mustShow() && this.#isFresh()
    if (fits() || (await this.#comesTo(fits))) return 'replica'
    return this.#whyNot(replica)
  }

  #whyNot(replica: Replica): Reason {
    if (replica.away) return 'away'
    return this.#isFresh() ? 'behind' : 'old'
  }

  #toldOf(subject: Subject | null): number {
    if (subject === null) return Infinity
    return Math.max(this.#told.get(subject) ?? 0, this.#told.get(ALL) ?? 0)
  }

  #isFresh(): boolean {
    return this.#lag.ageMs(performance.now()) <= this.#options.boundMs
  }

  /** Waits a moment for the replica, unless it was waited for in vain a moment ago. */
  async #comesTo(fits: () => boolean): Promise<boolean> {
    const from = performance.now()
    if (from < this.#noWaitUntil) return false
    while (performance.now() - from < WAIT_MS && this.up) {
      await new Promise(done => setTimeout(done, ASK_AGAIN_MS))
      await this.#replicaAsked()
      if (fits()) return true
    }
    this.#noWaitUntil = performance.now() + NO_WAIT_MS
    return false
  }

  /** Asks the replica how far it is; one that does not say is away from here on. */
  async #replicaAsked(): Promise<void> {
    const { patience = 1 } = this.#options
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(new Error('it does not say how far it is')),
      SILENT_MS * patience,
    )
    try {
      await Promise.race([this.#askReplica(''), late.promise])
    } catch (error) {
      this.#lose(error as Error)
    } finally {
      clearTimeout(timer)
    }
  }

  async #learn(probe: Database): Promise<void> {
    const { replica, log } = this.#options
    const { standby, replayed } = await replayedPosition(probe)
    if (!standby) throw new Error('it is no standby any more')
    this.#lag.replayed(replayed)
    if (!replica?.away) return
    replica.away = false
    log.info('reads go to the replica')
  }

  #lose(error: Error): void {
    const { replica, log } = this.#options
    this.#lag.forget()
    if (!replica || replica.away) return
    replica.away = true
    log.warn({ why: error.message }, 'reads go to the primary: the replica is away')
  }

  /** One look for everybody who wants one. */
  #look(): Promise<void> {
    this.#looking ??= Promise.all([
      this.#askPrimary(ALL).catch(() => undefined),
      this.#replicaAsked(),
    ]).then(() => {
      this.#looking = null
    })
    return this.#looking
  }

  #wrote(): void {
    const call = this.#calls.getStore()
    if (call) call.wrote = true
  }

  async #written(subjects: Subject[]): Promise<void> {
    try {
      await Promise.all(subjects.map(each => this.#mark(each)))
    } catch (error) {
      // The primary is away: reads cannot ask it for positions either, and fail.
      this.#options.log.debug({ err: error as Error }, 'a position was not written down')
    }
    this.told(subjects)
  }

  #count(reason: Reason): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1)
    this.onRead(reason)
  }
}
