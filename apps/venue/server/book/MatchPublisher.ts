import { roundNow } from '../rounds/round.sql.ts'
import type { Hub } from '../rounds/Hub.ts'
import type { Venue } from '../venue.ts'
import type { Book } from '../../model/Book.ts'
import { knownMatch } from './knownMatch.ts'
import { findMatch, matchesOnShow } from './match.sql.ts'
import { matchView, phaseOf, type KnownMatch } from './matchView.ts'

/** Of the matches that are over, so many are loaded; they leave memory once they are settled. */
const ENDED_IN_MEMORY = 3

type Watched = KnownMatch & { changesMs: number[] }

/**
 * Publishes what changes in one book: every minute and goal, by the clock, and what the leader
 * writes. Every server process computes the same from the same seeds; events carry the moment as
 * their id.
 */
export class MatchPublisher {
  readonly #venue: Venue
  readonly #book: Book
  readonly #hub: Hub
  readonly #matches = new Map<bigint, Watched>()
  readonly #changed = new Set<bigint>()
  #loaded = false
  #publishedMs = 0
  #lastId = 0

  constructor(venue: Venue, book: Book, hub: Hub) {
    this.#venue = venue
    this.#book = book
    this.#hub = hub
  }

  /** The database says that this match changed. */
  markChanged(number: bigint): void {
    this.#changed.add(number)
  }

  /** Has everything read again before the next publication. */
  markStale(): void {
    this.#loaded = false
  }

  /** Publishes what changed since the last time; answers how long nothing changes, in ms. */
  async publishDue(): Promise<number> {
    const { db } = this.#venue
    if (!this.#loaded) {
      // Set before the reading: a `markStale` in the meantime must not be lost.
      this.#loaded = true
      await this.#load().catch((error: unknown) => {
        this.#loaded = false
        throw error
      })
    }
    const changed = new Set(this.#changed)
    this.#changed.clear()
    const nowMs = await this.#read(changed).catch((error: unknown) => {
      // Not published yet, so the next call has it still to do.
      for (const number of changed) this.#changed.add(number)
      throw error
    })
    const due = [...this.#matches.values()].filter(
      match =>
        changed.has(match.row.number) ||
        match.changesMs.some(ms => ms > this.#publishedMs && ms <= nowMs),
    )
    if (due.length > 0) this.#publish(due, nowMs)
    this.#publishedMs = nowMs
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

  #publish(matches: readonly Watched[], nowMs: number): void {
    this.#lastId = Math.max(this.#lastId + 1, nowMs)
    this.#hub.publish(this.#book.code, this.#lastId, 'matches', {
      now: nowMs,
      matches: matches.map(match => matchView(this.#book, match, nowMs)),
    })
  }

  async #load(): Promise<void> {
    this.#matches.clear()
    for (const row of await matchesOnShow(this.#venue.db, this.#book.code, ENDED_IN_MEMORY))
      await this.#watch(row)
    // Changes before the first publication are in every reader's snapshot. Later ones are still to
    // be published, and what was changed while nothing was heard is not known: so all of them are.
    if (this.#publishedMs === 0) this.#publishedMs = (await roundNow(this.#venue.db)).getTime()
    else for (const number of this.#matches.keys()) this.#changed.add(number)
  }

  async #watch(row: NonNullable<Awaited<ReturnType<typeof findMatch>>>): Promise<void> {
    const match = await knownMatch(this.#venue, this.#book, row)
    if (!match) return
    const over = phaseOf(match, 0) !== 'pre'
    const beginsMs = row.kicksOffAt.getTime()
    this.#matches.set(row.number, {
      ...match,
      changesMs: over ? [] : this.#book.changesMs(match.outcome).map(ms => beginsMs + ms),
    })
  }
}
