// What an operator does about a case: every step locks it, is in its record and in the audit log.
import { say } from '@tianping/contract/refusals'
import type { CaseNote } from '@tianping/contract/cases/facts'
import type { Tx } from '@tianping/database'
import { Refusal, existing } from '../../../kernel/http/refusal.ts'
import type { Caller, Operator, Services } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { insertNote, lockCase, personRows, type Case } from '../store/case.sql.ts'

export type Working = Services & { operator: Operator; caller: Caller }
export const subjectOf = (caseId: bigint | number) => `aml_case:${caseId}`

/** More members than a case ever has. */
export const MOST_PEOPLE = 200

export async function lockedCase(tx: Tx, caseId: number | bigint, operator: Operator) {
  const found = existing(await lockCase(tx, caseId), 'aml.not_found')
  const people = await personRows(tx, found.caseId, MOST_PEOPLE)
  refuseOwnMember(
    operator,
    people.map(each => each.memberId),
  )
  return found
}

export function refuseUnlessOpen({ state }: Case) {
  if (state === 'closed') throw new Refusal(say('aml.closed'))
  if (state === 'proposed') throw new Refusal(say('aml.proposed'))
}

export type Step = {
  action: string
  note: { kind: CaseNote; content: string } | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  remark?: string
}

/** Does one step about a case once per key, with its line in the record and in the audit log. */
export const step = (
  context: Working,
  caseId: number,
  work: (tx: Tx, found: Case, at: Date) => Promise<Step>,
) =>
  runAction(context, async (tx, at) => {
    const { operator } = context
    const found = await lockedCase(tx, caseId, operator)
    const { action, note, before, after, remark } = await work(tx, found, at)
    if (note) await insertNote(tx, { caseId: found.caseId, ...note, by: operator.name, at })
    return {
      answer: null,
      entry: {
        action,
        subject: subjectOf(found.caseId),
        ...(before ? { before } : {}),
        ...(after ? { after } : {}),
        ...(remark ? { note: remark } : {}),
      },
    }
  })
