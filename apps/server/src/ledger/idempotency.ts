// One answer per request key, whatever happens on the way: retries, double taps, lost answers.
import { type Db, type Tx, row, run, sql, theRow, transaction } from '@tianping/database'
import * as statements from './idempotency.sql.ts'

export type KeyedRequest = {
  memberId: bigint
  /** The client's `Idempotency-Key`, or one minted per request. */
  key: string
  endpoint: string
  /** What makes two requests the same: a digest of the payload, up to 64 bytes or characters. */
  requestHash: Uint8Array | string
  /** How long the answer is kept. */
  ttlMs: number
}

export type Answered<T> = { kind: 'done'; response: T; replayed: boolean } | { kind: 'conflict' }

/**
 * Runs `work` once per (member, key), in one transaction with the row that keeps its answer. A second request with the key
 * answers the first one's response, a concurrent one waits for it; another request under the same key is a conflict.
 * `response` must survive JSON. A refusal is an answer too and is kept: when `work` throws, `refusal` may turn the error
 * into the response to keep (what `work` wrote is undone); what it leaves undefined is thrown on and nothing is kept.
 */
export function once<T>(
  db: Db,
  asked: KeyedRequest,
  work: (tx: Tx) => Promise<T>,
  refusal: (error: unknown) => T | undefined = () => undefined,
): Promise<Answered<T>> {
  return transaction(db, async tx => {
    const begun = await theRow(tx, statements.begin<T>(asked))
    if (!begun.fresh) return begun.same ? { kind: 'done', response: begun.response, replayed: true } : { kind: 'conflict' }
    const response = await undoneIfRefused(tx, work, refusal)
    await row(tx, statements.finish(asked, codeOf(response), JSON.stringify(response ?? null)))
    return { kind: 'done', response, replayed: false }
  })
}

async function undoneIfRefused<T>(tx: Tx, work: (tx: Tx) => Promise<T>, refusal: (error: unknown) => T | undefined): Promise<T> {
  await run(tx, sql`savepoint work`)
  try {
    return await work(tx)
  } catch (error) {
    const response = refusal(error)
    if (response === undefined) throw error
    await run(tx, sql`rollback to savepoint work`)
    return response
  }
}

function codeOf(response: unknown): number | null {
  const code = typeof response === 'object' && response !== null && 'code' in response ? response.code : undefined
  return typeof code === 'number' && Number.isInteger(code) ? code : null
}

/** Forgets expired answers, at most `limit`; answers how many. For a job that runs by the clock. */
export async function forgetExpired(db: Db, limit = 1_000): Promise<bigint> {
  return (await theRow(db, statements.forgetExpired(limit))).forgotten
}
