import type { Db } from '@tianping/database'
import type { Operator } from '../http/services.ts'
import { auditedSince } from './audit.sql.ts'
import { audit } from './audit.ts'

/** Screens ask again every few seconds; within this time it is the same look. */
const SAME_LOOK_MS = 10 * 60_000

/** Whether an operator sees numbers and names in full. */
export const seesAll = (operator: Operator): boolean => operator.permissions.includes('member.unmask')

/** Writes down that personal data were shown in full. */
export async function noteLook(db: Db, now: Date, operator: Operator, address: string, action: string, subject: string): Promise<void> {
  const since = new Date(now.getTime() - SAME_LOOK_MS)
  if (await auditedSince(db, { operator: operator.name, action, subject, since })) return
  await audit(db, now, { operator, address }, { action, subject })
}
