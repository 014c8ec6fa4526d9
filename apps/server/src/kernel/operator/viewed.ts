import { transaction } from '@tianping/database'
import type { Caller, Operator, Services } from '../http/services.ts'
import { auditedSince } from './audit.sql.ts'
import { audit } from './audit.ts'

const LOOK_MS = 10 * 60_000

/**
 * Writes down that an operator looks at something, before it is shown. The same operator's further
 * looks within ten minutes are the same look.
 */
export async function viewed(
  { db, clock, operator, caller }: Services & { operator: Operator; caller: Caller },
  { action, subject }: { action: string; subject: string },
): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - LOOK_MS)
  if (await auditedSince(db, { operator: operator.name, action, subject, since })) return
  await transaction(db, tx =>
    audit(tx, now, { operator, address: caller.address }, { action, subject }),
  )
}
