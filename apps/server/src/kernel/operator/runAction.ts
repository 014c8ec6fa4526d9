import { run, sql, transaction, type Tx } from '@tianping/database'
import type { Caller, Operator, Services } from '../http/services.ts'
import { audit, type AuditEntry } from './audit.ts'

export type Acting = Services & { operator: Operator; caller: Caller }
/** After this long nobody repeats an action. */
const KEEP_MS = 7 * 86_400_000

/**
 * Does one thing and writes it down, in one transaction and once per key of the operator's action.
 * Answers what `work` answered, or undefined for a repetition, which changes nothing.
 */
export async function runAction<T>(
  { db, clock, operator, caller }: Acting,
  work: (tx: Tx, now: Date) => Promise<{ entry: AuditEntry; answer: T }>,
): Promise<T | undefined> {
  const now = clock.now()
  return transaction(db, async tx => {
    await run(tx, sql`delete from console_action where at < ${new Date(now.getTime() - KEEP_MS)}`)
    const taken = await run(
      tx,
      sql`
      insert into console_action (operator_id, action_key, at) values (${operator.operatorId}, ${caller.key}, ${now}) on conflict do nothing`,
    )
    if (taken === 0) return undefined
    const done = await work(tx, now)
    await audit(tx, now, { operator, address: caller.address }, done.entry)
    return done.answer
  })
}
