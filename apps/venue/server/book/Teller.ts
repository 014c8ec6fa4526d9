import { roundNow } from '../rounds/round.sql.ts'
import type { Hub } from '../rounds/Hub.ts'
import type { Venue } from '../venue.ts'
import type { Book } from '../../model/Book.ts'
import { known } from './known.ts'
import { findMatch, matchesOnShow } from './match.sql.ts'
import { matchView, phaseOf, type KnownMatch } from './matchView.ts'

/**
 * Matches that are over stay in mind only until they are settled; these are shown from the
 * database.
 */
const ENDED_IN_MIND = 3

type Watched = KnownMatch & { changesMs: number[] }

/**
 * Tells the readers of one book what changes: every minute and goal, by the clock, and what the
 * leader writes. Every server process computes the same from the same seeds; events carry the
 * moment as their id.
 */
export class Teller {
  readonly #venue: Venue
  readonly #book: Book
  readonly #hub: Hub
  readonly #matches = new Map<bigint, Watched>()
  readonly #changed = new Set<bigint>()
  #loaded = false
  #toldMs = 0
  #lastId = 0

  constructor(venue: Venue, book: Book, hub: Hub) {
    this.#venue = venue
    this.#book = book
    this.#hub = hub
  }

  /** The database says that this match changed. */
  changed(number: bigint): void {
    this.#changed.add(number)
  }

  /** Reads everything again at the next turn. */
  forget(): void {
    this.#loaded = false
  }

  /** Tells what changed since the last turn; answers how long nothing does, in ms. */
  async turn(): Promise<number> {
    const { db } = this.#venue
    if (!this.#loaded) {
      // Said before it is done: whoever asks meanwhile for everything to be read again is not
      // overheard.
      this.#loaded = true
      await this.#load().catch((error: unknown) => {
        this.#loaded = false
        throw error
      })
    }
    const changed = new Set(this.#changed)
    this.#changed.clear()
    const nowMs = await this.#read(changed).catch((error: unknown) => {
      // Not told yet, so the next turn has it still to do.
      for (const number of changed) this.#changed.add(number)
      throw error
    })
    const due = [...this.#matches.values()].filter(
      match =>
        changed.has(match.row.number) ||
        match.changesMs.some(ms => ms > this.#toldMs && ms <= nowMs),
    )
    if (due.length > 0) this.#tell(due, nowMs)
    this.#toldMs = nowMs
    for (const [number, match] of this.#matches)
      if (match.row.settledAt !== null) this.#matches.delete(number)
    const next = Math.min(
      ...[...this.#matches.values()].flatMap(match => match.changesMs.find(ms => ms > nowMs) ?? []),
    )
    return next - (await roundNow(db)).getTime()
  }

  /** Reads what changed, then the clock. */
  async #read(changed: ReadonlySet<bigint>): Promise<number> {
    const { db } = this.#venue
    for (const number of changed) {
      const row = await findMatch(db, this.#book.code, number)
      if (row) await this.#watch(row)
    }
    return (await roundNow(db)).getTime()
  }

  #tell(matches: readonly Watched[], nowMs: number): void {
    this.#lastId = Math.max(this.#lastId + 1, nowMs)
    this.#hub.tell(this.#book.code, this.#lastId, 'matches', {
      now: nowMs,
      matches: matches.map(match => matchView(this.#book, match, nowMs)),
    })
  }

  async #load(): Promise<void> {
    this.#matches.clear()
    for (const row of await matchesOnShow(this.#venue.db, this.#book.code, ENDED_IN_MIND))
      await this.#watch(row)
    // What changed before anything was told is in the snapshot of whoever reads; what changed since
    // is still to be told.
    if (this.#toldMs === 0) this.#toldMs = (await roundNow(this.#venue.db)).getTime()
  }

  async #watch(row: NonNullable<Awaited<ReturnType<typeof findMatch>>>): Promise<void> {
    const match = await known(this.#venue, this.#book, row)
    if (!match) return
    const over = phaseOf(match, 0) !== 'pre'
    const beginsMs = row.kicksOffAt.getTime()
    this.#matches.set(row.number, {
      ...match,
      changesMs: over ? [] : this.#book.changesMs(match.outcome).map(ms => beginsMs + ms),
    })
  }
}
