import { run, sql, transaction, Unavailable, type Db, type Tx } from '@tianping/database'

/**
 * What one transaction of a job aims at: whoever comes for a row that it has locked waits about
 * this long. A tenth of the 50 ms that nobody may wait, since on a machine that is busy otherwise
 * the slowest one in a hundred takes ten times as long.
 */
const TARGET_MS = 5
/**
 * No statement of a chunk lasts longer. One that waits for the disk, or for a row that somebody
 * else has locked, gives back all that it has locked itself and begins again; what it has read by
 * then is in memory, so it gets further each time.
 */
const MOST_MS = 35
/** Begun again so often, a chunk is done however long it takes: the work of a day has to end. */
const TRIES = 25
const FIRST = 100
const LEAST = 20
const MOST = 500
/** So many rows that fail each by itself are no matter of single rows: the work ends. */
const MOST_FAILED = 1_000

export type ChunkOptions<T> = {
  /** Rows of every chunk, done without a limit of time; by default the size follows the time. */
  size?: number | undefined
  /** After each transaction that did something. */
  committed?: ((found: T) => void | Promise<void>) | undefined
  /**
   * How long each transaction lasted, in ms, also one that gave up; not the last look, which found
   * nothing to lock.
   */
  lasted?: ((ms: number) => void) | undefined
  /**
   * Takes down the row that fails by itself and goes behind it, so that it keeps none behind it
   * from its turn. Without it, what fails ends the work.
   */
  failed?: ((error: unknown) => Promise<void>) | undefined
}

/**
 * Does a job's work in transactions whose size follows their time, so that locks stay short on a
 * busy machine too. `work` gets a size and answers null when there is nothing left; it may be
 * called again for the same rows, with fewer of them, and must remember nothing before its last
 * statement. A commit does not wait for the disk: what a crash takes away is done again by the next
 * run, and a later commit that builds on it cannot be kept without it. A chunk that fails is done
 * again as smaller ones where `failed` can take one row alone.
 */
export async function inChunks<T>(
  db: Db,
  options: ChunkOptions<T>,
  work: (tx: Tx, size: number) => Promise<T | null>,
): Promise<void> {
  let size = options.size ?? FIRST
  const smaller = narrower(options)
  for (let tries = 1; ;) {
    const limited = options.size === undefined && tries < TRIES
    const begun = performance.now()
    const found = await attempt(db, limited, tx => work(tx, size))
    if (found instanceof Failed) {
      size = await smaller(size, found.error)
      continue
    }
    if (found === null) return
    const tookMs = performance.now() - begun
    options.lasted?.(tookMs)
    if (found === GAVE_UP) {
      size = Math.max(LEAST, Math.floor(size / 2))
      tries += 1
      continue
    }
    tries = 1
    size = options.size ?? nextSize(size, tookMs)
    await options.committed?.(found)
  }
}

/** Answers the size after a failure: half, until one row fails alone and is left. */
function narrower({ failed, size: full = 1 }: ChunkOptions<never>) {
  let failures = 0
  return async (size: number, error: unknown): Promise<number> => {
    if (!failed || error instanceof Unavailable || failures === MOST_FAILED) throw error
    if (size > 1) return Math.floor(size / 2)
    failures += 1
    await failed(error)
    return full
  }
}

class Failed {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}
const GAVE_UP = Symbol('gave up')
const CANCELLED = '57014'

async function attempt<T>(
  db: Db,
  limited: boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T | typeof GAVE_UP | Failed> {
  try {
    return await transaction(
      db,
      async tx => {
        await run(tx, sql`set local synchronous_commit = off`)
        return work(tx)
      },
      limited ? { longestMs: MOST_MS } : {},
    )
  } catch (error) {
    if (limited && (error as { code?: unknown }).code === CANCELLED) return GAVE_UP
    return new Failed(error)
  }
}

/** Half when it took more than twice what it should, a quarter more when it took less. */
export function nextSize(size: number, tookMs: number): number {
  if (tookMs > 2 * TARGET_MS) return Math.max(LEAST, Math.floor(size / 2))
  return tookMs < TARGET_MS ? Math.min(MOST, Math.ceil(size * 1.25)) : size
}
