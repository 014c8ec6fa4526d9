import type { Db } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import type { Site } from '../compose.ts'
import type { WalkingClock } from './walk.ts'

/**
 * The venue that the demo is played at. With a clock of its own, nobody else plays there yet, and
 * its pace costs no time; without, it is running for everybody.
 */
export type DemoVenue = { url: string; clock: WalkingClock | null }

/**
 * A venue that walks through the past with the platform: its tables move only when they are told
 * to.
 */
export type PastVenue = {
  url: string
  /** Its clock, and that of its tables and books. */
  clock: WalkingClock
  /** Does what is due at a table or in a book at this moment. */
  turn(game: string): Promise<void>
  /**
   * Goes on to the beginning of the table's next round, whereby the one before is settled, and
   * answers its number.
   */
  nextRound(table: string): Promise<number>
  /** From here on the tables go by the real clock. */
  leavePast(): Promise<void>
}

/**
 * What the demo is made with: the platform as it runs, without its jobs, on a clock that walks to
 * `now`.
 */
export type World = {
  /** The owner of the tables. */
  owner: Db
  site: Site
  clock: WalkingClock
  /** When the walk ends. */
  now: Date
  providerSecret: string
  venue: DemoVenue
  /** Null without a history: then nothing but a few rounds of this moment is played. */
  past: PastVenue | null
}

const HOUR_MS = 3_600_000

/** A moment so many days before the end of the walk, and so many hours after that. */
export const ago = ({ now }: Pick<World, 'now'>, days: number, hours = 0): Date =>
  new Date(now.getTime() - days * DAY_MS + hours * HOUR_MS)
