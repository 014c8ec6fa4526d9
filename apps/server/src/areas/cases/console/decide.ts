// How a case ends: one person proposes, another approves. Only then is anything decided about its
// alerts, its members' payouts and its report.
import { contactKeys } from '../../../kernel/sealedContact.ts'
import { say } from '@tianping/contract/refusals'
import { caseDecisions, reportFields, type CaseDecision } from '@tianping/contract/cases/facts'
import { reviewState } from '@tianping/contract/facts'
import type { Tx } from '@tianping/database'
import { Refusal, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { openNumber } from '../../../kernel/cardNumber.ts'
import { keepReport } from '../files.ts'
import { draftOf, missingOf, reportOf, reportText, type Draft } from '../report.ts'
import { caseKeys } from '../sealed.ts'
import { decideFlags, decideHits, evidenceRows } from '../store/alert.sql.ts'
import {
  closeCase,
  dropProposal,
  endMembers,
  liftHolds,
  movementRows,
  personRows,
  setProposal,
  type Case,
} from '../store/case.sql.ts'
import { MOST_PEOPLE, refuseUnlessOpen, step, type Working } from './work.ts'

export const MOST_EVIDENCE = 200
const MOST_MOVEMENTS = 1_000

export const draftIn = ({ settings }: Pick<Working, 'settings'>, found: Case): Draft =>
  draftOf(
    found.draftSealed === null
      ? null
      : openNumber(caseKeys(settings), found.caseId, found.draftSealed),
  )

/** A report with a gap is not sent: what is missing is named. */
function refuseGaps(draft: Draft) {
  const missing = missingOf(draft)
  if (missing.length > 0)
    throw new Refusal(
      say('aml.report_missing', { fields: missing.map(name => reportFields[name]).join('、') }),
      { missing },
    )
}

async function makeReport(tx: Tx, context: Working, found: Case, at: Date): Promise<string> {
  const { caseId } = found
  const [people, evidence, movements] = [
    await personRows(tx, caseId, MOST_PEOPLE),
    await evidenceRows(tx, caseId, MOST_EVIDENCE),
    await movementRows(tx, caseId, MOST_MOVEMENTS),
  ]
  const draft = draftIn(context, found)
  refuseGaps(draft)
  const by = context.operator.name
  const report = reportOf({
    found,
    people,
    evidence,
    movements,
    draft,
    now: at,
    approvedBy: by,
    keys: contactKeys(context.settings),
  })
  const keys = caseKeys(context.settings)
  const keep = (name: string, content: string) =>
    keepReport(tx, keys, { caseId, name, content, by, at })
  await keep(`${report.number}.json`, `${JSON.stringify(report, null, 2)}\n`)
  await keep(`${report.number}.txt`, reportText(report))
  return report.number
}

/** What follows from a decision for the alerts and the payouts. */
const FOLLOWS: Record<CaseDecision, { holds: boolean | null; unfounded: boolean }> = {
  unfounded: { holds: false, unfounded: true },
  restrict: { holds: true, unfounded: false },
  // Whoever is reported is not released by it; the restriction ends when a person ends it.
  report: { holds: null, unfounded: false },
}

async function close(context: Working, tx: Tx, found: Case, at: Date, remark: string) {
  const { caseId } = found
  const decision = found.decision as CaseDecision
  const by = context.operator.name
  const { holds, unfounded } = FOLLOWS[decision]
  const report = decision === 'report' ? await makeReport(tx, context, found, at) : ''
  const verdict = { caseId, by, at, remark: `案件 ${caseId}：${caseDecisions[decision]}` }
  await decideFlags(tx, {
    ...verdict,
    state: unfounded ? reviewState.rejected : reviewState.approved,
  })
  // Whether somebody is a listed person is no matter of a case's other alerts: a match that still
  // waits is only decided with a case that has nothing in it.
  if (unfounded) await decideHits(tx, { ...verdict, state: reviewState.rejected })
  await endMembers(tx, caseId, holds)
  await closeCase(tx, { caseId, by, at })
  return {
    action: 'aml.close',
    note: {
      kind: 'closed' as const,
      content: [caseDecisions[decision], report, remark].filter(Boolean).join('：'),
    },
    before: { state: found.state, proposed_by: found.proposedBy },
    after: { state: 'closed', decision, ...(report ? { report } : {}) },
    remark,
  }
}

async function propose(context: ConsoleContext<'POST /api/console/aml/propose'>) {
  const { body, operator } = context
  const { decision, remark } = body
  need(remark, 'aml.reason_missing', 'remark')
  await step(context, body.case_id, async (tx, found, at) => {
    refuseUnlessOpen(found)
    if (decision === 'report') refuseGaps(draftIn(context, found))
    await setProposal(tx, { caseId: found.caseId, decision, by: operator.name, at, remark })
    return {
      action: 'aml.propose',
      note: { kind: 'proposed', content: `${caseDecisions[decision]}：${remark}` },
      after: { state: 'proposed', decision },
      remark,
    }
  })
  return { message: '已提交，须由另一位同事批准', data: null }
}

export const decisionHandlers = {
  'POST /api/console/aml/propose': propose,
  'POST /api/console/aml/approve': async context => {
    const { body, operator } = context
    need(body.remark, 'aml.reason_missing', 'remark')
    await step(context, body.case_id, async (tx, found, at) => {
      if (found.state === 'closed') throw new Refusal(say('aml.closed'))
      if (found.state !== 'proposed') throw new Refusal(say('aml.not_proposed'))
      if (found.proposedBy === operator.name)
        throw new Refusal(say('aml.own_proposal'), { rule: 'two_persons' })
      return close(context, tx, found, at, body.remark)
    })
    return { message: '已结案', data: null }
  },
  'POST /api/console/aml/return': async context => {
    const { body } = context
    need(body.remark, 'aml.reason_missing', 'remark')
    await step(context, body.case_id, async (tx, found) => {
      if (found.state === 'closed') throw new Refusal(say('aml.closed'))
      if (found.state !== 'proposed') throw new Refusal(say('aml.not_proposed'))
      await dropProposal(tx, found.caseId)
      return {
        action: 'aml.return',
        note: { kind: 'returned', content: body.remark },
        before: { decision: found.decision, proposed_by: found.proposedBy },
        remark: body.remark,
      }
    })
    return { message: '已退回', data: null }
  },
  'POST /api/console/aml/unlock': async context => {
    const { body, operator } = context
    need(body.remark, 'aml.reason_missing', 'remark')
    await step(context, body.case_id, async (tx, found) => {
      if (found.state !== 'closed') throw new Refusal(say('aml.not_restricted'))
      if (found.decidedBy === operator.name)
        throw new Refusal(say('aml.closed_by_you'), { rule: 'two_persons' })
      const lifted = await liftHolds(tx, found.caseId)
      if (lifted === 0) throw new Refusal(say('aml.not_restricted'))
      return {
        action: 'aml.unlock',
        note: { kind: 'note', content: `解除放款限制：${body.remark}` },
        after: { members: lifted },
        remark: body.remark,
      }
    })
    return { message: '已解除放款限制', data: null }
  },
} satisfies ConsoleHandlers
