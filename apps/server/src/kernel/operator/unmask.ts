// Looking at what is masked: with the permission, with a reason, at one thing, for ten minutes. The
// look is in the audit log before anything is shown.
import { say } from '@tianping/contract/refusals'
import { transaction, type Db } from '@tianping/database'
import { Refusal } from '../http/refusal.ts'
import type { ConsoleHandlers, Operator } from '../http/services.ts'
import { auditedSince } from './audit.sql.ts'
import { audit } from './audit.ts'

const LOOK_MS = 10 * 60_000
/** What can be looked at in full, by the kind that begins its subject. */
const kinds = ['deposit', 'withdrawal', 'payout', 'agent'] as const

/**
 * Whether an operator sees this one thing in full now: they may, and have said why a moment ago.
 */
export async function seesFull(
  db: Db,
  now: Date,
  operator: Operator,
  subject: string,
): Promise<boolean> {
  if (!operator.permissions.includes('member.unmask')) return false
  return auditedSince(db, {
    operator: operator.name,
    action: `${subject.split(':')[0]}.unmask`,
    subject,
    since: new Date(now.getTime() - LOOK_MS),
  })
}

export const lookHandlers = {
  'POST /api/console/unmask': async ({ db, clock, operator, caller, body }) => {
    if (body.remark === '') throw new Refusal(say('desk.look_reason_missing'), { field: 'remark' })
    const kind = kinds.find(each => body.subject.startsWith(`${each}:`))
    if (!kind) throw new Refusal(say('request.invalid'))
    await transaction(db, tx =>
      audit(
        tx,
        clock.now(),
        { operator, address: caller.address },
        { action: `${kind}.unmask`, subject: body.subject, note: body.remark },
      ),
    )
    return { data: null }
  },
} satisfies ConsoleHandlers
