// What follows a posting, at least once: written in the posting's transaction, done after it.
import { type Db, row, rows } from '@tianping/database'
import * as statements from './outbox.sql.ts'
import type { OutboxItem } from './outbox.sql.ts'

export type { OutboxItem } from './outbox.sql.ts'

/** How long a handler may take before another drainer may try the same item. */
export const LEASE_MS = 60_000
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 600_000
/** Then it waits for a person: about two and a half hours of trying. */
export const MAX_ATTEMPTS = 24

/** Adds an item in the caller's transaction; `payload` must survive JSON. */
export async function enqueue(
  tx: Db,
  item: { memberId: bigint; topic: string; payload: unknown },
): Promise<void> {
  await row(tx, statements.enqueue(item, JSON.stringify(item.payload ?? null)))
}

/**
 * Hands up to `limit` due items of a topic to `handler`, one after the other. Several drainers
 * share the work (SKIP LOCKED); the handler must bear being called again for the same item. A throw
 * puts the item back with growing delays.
 */
export async function drain<P = unknown>(
  db: Db,
  topic: string,
  handler: (item: OutboxItem<P>) => Promise<void>,
  limit = 50,
): Promise<{ done: number; failed: number }> {
  const items = await rows(db, statements.claim<P>(topic, limit, LEASE_MS))
  let failed = 0
  for (const item of items) {
    try {
      await handler(item)
      await row(db, statements.finish(item))
    } catch (error) {
      failed += 1
      await row(
        db,
        statements.retry(
          item,
          item.attempts >= MAX_ATTEMPTS ? null : delayMs(item.attempts),
          String(error),
        ),
      )
    }
  }
  return { done: items.length - failed, failed }
}

/**
 * Lets the waiting items of a member whose payload has these fields be tried at once; answers how
 * many there were.
 */
export const wake = async (
  tx: Db,
  { memberId, topic, having }: { memberId: bigint; topic: string; having: object },
): Promise<number> =>
  (await rows(tx, statements.wake(memberId, topic, JSON.stringify(having)))).length

/**
 * Doubles with every attempt up to ten minutes; the spread keeps many failed together from
 * returning together.
 */
export function delayMs(attempts: number, random = Math.random()): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)) * (0.5 + random / 2)
}
