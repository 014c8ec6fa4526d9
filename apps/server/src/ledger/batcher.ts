// Collects postings that arrive together into one call of the database. For callers with many small
// postings and no transaction of their own; everybody else uses `post`.
import type { Db } from '@tianping/database'
import { checked, MAX_BATCH, post, postBatch, type Outcome, type Posting } from './ledger.ts'

export type BatcherOptions = {
  /**
   * Queues, each with at most one call under way. A member always goes to the same one, so calls
   * never share an account.
   */
  workers?: number
  maxBatch?: number
  /**
   * Postings that may wait in all queues together; beyond it `post` refuses at once instead of
   * letting everybody wait.
   */
  maxWaiting?: number
  /** Called after each commit with the members whose balance has changed. */
  committed?: (memberIds: bigint[]) => void
}

export type Batcher = {
  /** Like `post` of the ledger. Rejects with QueueFull when too many wait. */
  post(posting: Posting): Promise<Outcome>
  /** Takes nothing more and resolves when everything taken has its outcome. */
  close(): Promise<void>
}

/** Too many postings wait; nothing was written, try again later. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

type Waiting = {
  posting: Posting
  done: (outcome: Outcome) => void
  failed: (error: unknown) => void
}

/**
 * There is no timer: a queue writes whatever waits as soon as its last call is back. So a lone
 * posting goes at once, and batches grow with the load, not with a clock.
 */
export function createBatcher(db: Db, options: BatcherOptions = {}): Batcher {
  const { workers = 2, maxBatch = 256, maxWaiting = 10_000 } = options
  if (maxBatch > MAX_BATCH) throw new RangeError(`a batch has at most ${MAX_BATCH} postings`)
  const queues = Array.from({ length: workers }, (): Waiting[] => [])
  const running: (Promise<void> | undefined)[] = queues.map(() => undefined)
  let waiting = 0
  let closed = false

  async function work(at: number) {
    // Everything that arrives in this turn of the event loop belongs to the first batch too.
    await Promise.resolve()
    // `at` is a remainder, and there is one queue for each.
    const queue = queues[at]!
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatch)
      await write(db, batch, options.committed)
      waiting -= batch.length
    }
    running[at] = undefined
  }

  return {
    post: async posting => {
      checked(posting)
      if (closed || waiting >= maxWaiting)
        throw new QueueFull(closed ? 'the ledger is closing' : `${waiting} postings wait already`)
      const at = Number(posting.memberId % BigInt(workers))
      waiting += 1
      return new Promise((done, failed) => {
        // The same remainder as above.
        queues[at]!.push({ posting, done, failed })
        running[at] ??= work(at)
      })
    },
    close: async () => {
      closed = true
      await Promise.all(running.filter(each => each !== undefined))
    },
  }
}

/** Never throws: each posting gets its outcome or its error. */
async function write(db: Db, batch: Waiting[], committed?: (memberIds: bigint[]) => void) {
  try {
    const outcomes = await postBatch(
      db,
      batch.map(each => each.posting),
    )
    // There is one outcome for each posting, in their order.
    const written = batch.map((each, at) => ({ each, outcome: outcomes[at]! }))
    const movers = written.filter(({ outcome }) => moved(outcome))
    committed?.([...new Set(movers.map(({ each }) => each.posting.memberId))])
    for (const { each, outcome } of written) each.done(outcome)
  } catch (error) {
    if (batch.length > 1 && isTheirFault(error)) await writeOneByOne(db, batch, committed)
    else for (const each of batch) each.failed(error)
  }
}

/** One posting that the database refuses must not take the others with it. */
async function writeOneByOne(db: Db, batch: Waiting[], committed?: (memberIds: bigint[]) => void) {
  for (const { posting, done, failed } of batch) {
    try {
      const outcome = await post(db, posting)
      if (moved(outcome)) committed?.([posting.memberId])
      done(outcome)
    } catch (error) {
      failed(error)
    }
  }
}

const moved = (outcome: Outcome) => outcome.kind === 'done' && !outcome.replayed

/**
 * Data that PostgreSQL refuses (SQLSTATE classes 22 and 23), as opposed to a lost connection or a
 * timeout: nothing was written.
 */
function isTheirFault(error: unknown): boolean {
  const state = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^2[23]/.test(state)
}
