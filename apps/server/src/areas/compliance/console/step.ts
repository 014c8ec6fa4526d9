// What an operator does about an incident: every step locks it, is in its record and in the audit
// log.
import type { IncidentNote } from '@tianping/contract/compliance/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { Refusal, existing } from '../../../kernel/http/refusal.ts'
import type { Caller, Operator, Services } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { insertNote, lockIncident, type Incident } from '../store/incident.sql.ts'

export type Working = Services & { operator: Operator; caller: Caller }
export const subjectOf = (incidentId: bigint | number) => `incident:${incidentId}`

export async function lockedIncident(tx: Tx, id: number | bigint, operator: Operator) {
  const found = existing(await lockIncident(tx, id), 'compliance.not_found')
  if (found.memberId !== null) refuseOwnMember(operator, [found.memberId])
  return found
}

export function refuseUnlessOpen({ state }: Pick<Incident, 'state'>) {
  if (state === 'closed') throw new Refusal(say('compliance.closed'))
  if (state === 'proposed') throw new Refusal(say('compliance.proposed'))
}

export type Step<T> = {
  action: string
  note: { kind: IncidentNote; content: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  answer: T
}

/** Does one step once per key, with its line in the record and in the audit log. */
export const step = <T>(
  context: Working,
  id: number,
  work: (tx: Tx, found: Incident, at: Date) => Promise<Step<T>>,
): Promise<T | undefined> =>
  runAction(context, async (tx, at) => {
    const { operator } = context
    const found = await lockedIncident(tx, id, operator)
    const { action, note, before, after, answer } = await work(tx, found, at)
    await insertNote(tx, { incidentId: found.incidentId, ...note, by: operator.name, at })
    const entry = {
      action,
      subject: subjectOf(found.incidentId),
      ...(before ? { before } : {}),
      ...(after ? { after } : {}),
    }
    return { answer, entry }
  })
