import { run, sql, type Db } from '@tianping/database'
import type { Logger } from 'pino'
import type { Said } from '@tianping/contract/say'
import type { Clock } from '../clock.ts'
import { around } from '../trace/trace.ts'
import type { Refusal } from './refusal.ts'

/** How long what was refused is kept. */
/** Whatever one member is refused beyond it within a minute is in the log only. */
const MOST_A_MINUTE = 20
const MINUTE_MS = 60_000
const MAX_WAITING = 2_000
const MAX_BATCH = 200

type Noted = {
  memberId: bigint
  call: string
  reason: string
  given: Said['values']
  requestId: string
  at: Date
}

/**
 * Writes down what was refused to members, beside the calls: nobody waits for it, and what the
 * database does not take stands in the log all the same. Refusals that come together are one
 * insert.
 */
export class RefusalJournal {
  private readonly db: Db
  private readonly clock: Clock
  private readonly log: Logger
  private waiting: Noted[] = []
  private writing: Promise<void> | null = null
  private readonly lately = { until: 0, counts: new Map<bigint, number>() }

  constructor(db: Db, clock: Clock, log: Logger) {
    this.db = db
    this.clock = clock
    this.log = log
  }

  /** `memberId` is who called; a refusal may know better whom it concerns. */
  note(refusal: Refusal, from: { call: string; memberId: bigint | null; requestId: string }): void {
    const { reason, code, values: given } = refusal.said
    const { call, requestId } = from
    this.log.info({ call, reason, code, request: requestId }, 'refused')
    const memberId = refusal.memberId ?? from.memberId
    const at = this.clock.now()
    if (memberId === null || this.waiting.length >= MAX_WAITING || !this.counts(memberId, at))
      return
    this.waiting.push({ memberId, call, reason, given, requestId, at })
    // Refusals of several calls are written together.
    this.writing ??= around.exit(() =>
      this.write().finally(() => {
        this.writing = null
      }),
    )
  }

  /** Resolves when everything noted is written. */
  async settled(): Promise<void> {
    await this.writing
  }

  private counts(memberId: bigint, at: Date): boolean {
    if (at.getTime() >= this.lately.until) {
      this.lately.counts.clear()
      this.lately.until = at.getTime() + MINUTE_MS
    }
    const count = (this.lately.counts.get(memberId) ?? 0) + 1
    this.lately.counts.set(memberId, count)
    return count <= MOST_A_MINUTE
  }

  private async write() {
    // Whatever else arrived with the same reading of the sockets belongs to the same insert.
    await new Promise(setImmediate)
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_BATCH)
      await insertRefusals(this.db, batch).catch((error: unknown) =>
        this.log.warn({ err: error, lost: batch.length }, 'refusals were not written down'),
      )
    }
  }
}

const insertRefusals = (db: Db, noted: Noted[]) =>
  run(
    db,
    sql`
    insert into refusal (member_id, call, reason, given, request_id, refused_at)
    select member_id, call, reason, given, request_id, refused_at
    from jsonb_to_recordset(${JSON.stringify(noted.map(rowOf))}::jsonb) as noted(
      member_id bigint, call text, reason text, given jsonb, request_id text, refused_at timestamptz)`,
  )

const rowOf = (each: Noted) => ({
  member_id: each.memberId.toString(),
  call: each.call,
  reason: each.reason,
  given: each.given,
  request_id: each.requestId,
  refused_at: each.at.toISOString(),
})

/** Forgets the oldest of what was refused before a moment; answers how many. */
export const dropRefusals = (db: Db, before: Date, limit: number): Promise<number> =>
  run(
    db,
    sql`
    delete from refusal where (member_id, refusal_id) in (
      select member_id, refusal_id from refusal where refused_at < ${before} and not legally_held(member_id) order by refused_at limit ${limit})`,
  )
