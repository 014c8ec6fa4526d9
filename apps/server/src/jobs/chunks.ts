import { run, sql, transaction, type Db, type Tx } from '@tianping/database'

/**
 * What one transaction of a job aims at: whoever comes for a row that it has locked waits about this long. A tenth of the
 * 50 ms that nobody may wait, since on a machine that is busy otherwise the slowest one in a hundred takes ten times as long.
 */
const TARGET_MS = 5
const FIRST = 100
const LEAST = 20
const MOST = 500

/**
 * Does a job's work in transactions whose size follows their time, so that locks stay short on a busy machine too.
 * `work` gets a size and answers null when there is nothing left. A commit does not wait for the disk: what a crash takes
 * away is done again by the next run, and a later commit that builds on it cannot be kept without it.
 */
export async function inChunks<T>(
  db: Db,
  options: { size?: number | undefined; /** After each transaction. */ committed?: ((found: T) => void | Promise<void>) | undefined },
  work: (tx: Tx, size: number) => Promise<T | null>,
): Promise<void> {
  let size = options.size ?? FIRST
  for (;;) {
    const begun = performance.now()
    const found = await transaction(db, async tx => {
      await run(tx, sql`set local synchronous_commit = off`)
      return work(tx, size)
    })
    if (found === null) return
    if (options.size === undefined) size = nextSize(size, performance.now() - begun)
    await options.committed?.(found)
  }
}

/** Half when it took more than twice what it should, a quarter more when it took less. */
export function nextSize(size: number, tookMs: number): number {
  if (tookMs > 2 * TARGET_MS) return Math.max(LEAST, Math.floor(size / 2))
  return tookMs < TARGET_MS ? Math.min(MOST, Math.ceil(size * 1.25)) : size
}
