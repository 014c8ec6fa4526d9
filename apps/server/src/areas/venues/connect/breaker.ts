// A venue that does not answer is left alone for a while; then one call tries it. The state is in
// the database and goes by its clock, so that all instances leave the venue alone together.
import type { Db } from '@tianping/database'
import type { VenueOutcome } from '@tianping/venue-protocol'
import { noteAnswer, noteFailure, restOf, takeProbe, type Rest } from '../store/link.sql.ts'

/** So many calls in a row without an answer begin a rest. */
export const FAILURES = 5
export const REST_MS = 30_000
/** What one instance read of a venue counts so long; then the others may have heard from it. */
const KNOWN_MS = 1_000

const SILENCES: readonly string[] = ['connect_timeout', 'timeout', 'connection']

/** Whether nobody answered: an error or a wrong signature is an answer, if a poor one. */
export const isSilence = (outcome: VenueOutcome<unknown>): boolean =>
  outcome.kind === 'unknown' && SILENCES.includes(outcome.reason)

/** Whether the call was never sent, so that nothing can have happened. */
export const isUnsent = (outcome: VenueOutcome<unknown>): boolean =>
  outcome.kind === 'unknown' && (outcome.reason === 'resting' || outcome.reason === 'not_connected')

export const RESTING = {
  kind: 'unknown',
  reason: 'resting',
  detail: 'the venue did not answer and is left alone',
} as const

type Known = Rest & { readAt: number }
const WELL: Rest = { failures: 0, tripped: false, leftMs: 0 }

export class Breaker {
  private readonly db: Db
  private readonly known = new Map<string, Known>()

  constructor(db: Db) {
    this.db = db
  }

  /** Whether calls to the venue fail at once now. */
  async rests(platname: string): Promise<boolean> {
    const { tripped, leftMs } = await this.read(platname)
    return tripped && leftMs > 0
  }

  /** Whether this call may be made. Of many at the end of a rest one may. */
  async admits(platname: string): Promise<boolean> {
    const { tripped, leftMs } = await this.read(platname)
    if (!tripped) return true
    if (leftMs > 0) return false
    const isProbe = await takeProbe(this.db, { platname, restMs: REST_MS })
    if (isProbe) this.keep(platname, { failures: FAILURES, tripped: true, leftMs: REST_MS })
    else this.known.delete(platname)
    return isProbe
  }

  async ended(platname: string, outcome: VenueOutcome<unknown>): Promise<void> {
    if (isSilence(outcome)) {
      const said = outcome.kind === 'unknown' ? `${outcome.reason}: ${outcome.detail}` : ''
      const failed = { platname, said: said.slice(0, 300), most: FAILURES, restMs: REST_MS }
      this.keep(platname, await noteFailure(this.db, failed))
      return
    }
    const { failures, tripped } = this.known.get(platname) ?? WELL
    if (failures === 0 && !tripped) return
    await noteAnswer(this.db, platname)
    this.keep(platname, WELL)
  }

  /** Reads all anew with the next calls. */
  forget(): void {
    this.known.clear()
  }

  private async read(platname: string): Promise<Rest> {
    const known = this.known.get(platname)
    const age = known ? performance.now() - known.readAt : KNOWN_MS
    if (known && age < KNOWN_MS) return { ...known, leftMs: Math.max(0, known.leftMs - age) }
    return this.keep(platname, (await restOf(this.db, platname)) ?? WELL)
  }

  private keep(platname: string, rest: Rest): Rest {
    this.known.set(platname, { ...rest, readAt: performance.now() })
    return rest
  }
}
