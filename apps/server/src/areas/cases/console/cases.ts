import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Db } from '@tianping/database'
import { Refusal, existing, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { sealNumber } from '../../../kernel/cardNumber.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { maskedName } from '../../../kernel/operator/mask.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { viewed } from '../../../kernel/operator/viewed.ts'
import { evidenceText } from '../evidence.ts'
import { partsOf } from '../files.ts'
import { gatherAlerts, openByHand } from '../gather.ts'
import { draftText, missingOf } from '../report.ts'
import { caseKeys } from '../sealed.ts'
import { evidenceRows } from '../store/alert.sql.ts'
import {
  caseRow,
  caseRows,
  dayRows,
  lockGathering,
  memberKnown,
  noteRows,
  openCaseOf,
  personRows,
  setAssigned,
  setDraft,
  setDue,
  type CaseListed,
} from '../store/case.sql.ts'
import { fileRows } from '../store/file.sql.ts'
import { draftIn, MOST_EVIDENCE } from './decide.ts'
import { MOST_PEOPLE, refuseUnlessOpen, step, subjectOf, type Working } from './work.ts'

const MOST_NOTES = 300
const DAYS = 7
const DAY_MS = 86_400_000
const MOST_DAYS = 90

const rowOf = (c: CaseListed, now: Date) => ({
  case_id: Number(c.caseId),
  title: c.title,
  weight: c.weight,
  state: c.state,
  decision: c.decision,
  assigned_to: c.assignedTo,
  created_at: beijing(c.openedAt),
  due_at: beijing(c.dueAt),
  overdue: c.state !== 'closed' && c.dueAt < now,
  closed_at: c.closedAt ? beijing(c.closedAt) : '',
  member_id: Number(c.memberId),
  username: c.username,
  members: c.members,
  alerts: c.alerts,
})

/** Everything about a case besides its own row. */
async function partsAbout(db: Db, caseId: bigint) {
  const [people, evidence, notes, files, days] = await Promise.all([
    personRows(db, caseId, MOST_PEOPLE),
    evidenceRows(db, caseId, MOST_EVIDENCE),
    noteRows(db, caseId, MOST_NOTES),
    fileRows(db, caseId, MOST_PEOPLE),
    dayRows(db, caseId, DAYS),
  ])
  return {
    people: people.map(each => ({
      id: Number(each.memberId),
      username: each.username,
      realname: maskedName(each.realname),
      alerted: each.alerted,
      why: each.why,
      holds: each.holds,
      deposits_total: yuanOf(each.depositsFen),
      withdrawals_total: yuanOf(each.withdrawalsFen),
      valid_total: yuanOf(each.validFen),
    })),
    evidence: evidence.map(each => ({
      source: each.source,
      alert_id: Number(each.alertId),
      member_id: Number(each.memberId),
      username: each.username,
      kind: each.kind,
      text: evidenceText(each),
      weight: each.weight,
      state: each.state,
      raised_at: beijing(each.raisedAt),
    })),
    notes: notes.map(each => ({
      kind: each.kind,
      content: each.content,
      written_by: each.writtenBy,
      at: beijing(each.writtenAt),
    })),
    files: files.map(each => ({
      file_id: Number(each.fileId),
      kind: each.kind,
      name: each.name,
      bytes: each.bytes,
      parts: partsOf(each.bytes),
      sha256: each.sha256,
      brought_by: each.broughtBy,
      created_at: beijing(each.broughtAt),
    })),
    days: days.map(each => ({
      day: each.day,
      deposits: yuanOf(each.inFen),
      withdrawals: yuanOf(each.outFen),
      valid: yuanOf(each.validFen),
    })),
  }
}

async function show(context: Working & { body: { case_id: number } }) {
  const { db, clock, body, operators } = context
  const found = existing(await caseRow(db, body.case_id), 'aml.not_found')
  await viewed(context, { action: 'aml.view', subject: subjectOf(found.caseId) })
  const draft = draftIn(context, found)
  return {
    ...rowOf(found, clock.now()),
    opened_by: found.openedBy,
    proposed_by: found.proposedBy,
    proposed_at: found.proposedAt ? beijing(found.proposedAt) : '',
    proposal: found.proposal,
    decided_by: found.decidedBy,
    ...(await partsAbout(db, found.caseId)),
    draft,
    missing: missingOf(draft),
    operators: await operators.allowed('case.work'),
  }
}

const workHandlers = {
  'POST /api/console/aml/assign': async context => {
    const { body, operators } = context
    const to = body.assigned_to.toLowerCase()
    if (to !== '' && !(await operators.allowed('case.work')).includes(to))
      throw new Refusal(say('aml.assignee'), { field: 'assigned_to' })
    await step(context, body.case_id, async (tx, found) => {
      refuseUnlessOpen(found)
      await setAssigned(tx, found.caseId, to)
      return {
        action: 'aml.assign',
        note: { kind: 'assigned', content: to || '无人' },
        before: { assigned_to: found.assignedTo },
        after: { assigned_to: to },
      }
    })
    return { message: to === '' ? '已取消分派' : `已分派给 ${to}`, data: null }
  },
  'POST /api/console/aml/due/set': async context => {
    const { body } = context
    need(body.remark, 'aml.reason_missing', 'remark')
    if (body.days < 1 || body.days > MOST_DAYS) throw new Refusal(say('aml.days'))
    await step(context, body.case_id, async (tx, found, at) => {
      refuseUnlessOpen(found)
      const due = new Date(at.getTime() + body.days * DAY_MS)
      await setDue(tx, found.caseId, due)
      return {
        action: 'aml.due',
        note: { kind: 'due', content: `${beijing(due)}：${body.remark}` },
        before: { due_at: beijing(found.dueAt) },
        after: { due_at: beijing(due) },
        remark: body.remark,
      }
    })
    return { message: '已更改期限', data: null }
  },
  'POST /api/console/aml/note/add': async context => {
    const { body } = context
    need(body.content, 'aml.note_missing', 'content')
    // The words stay in the case: the audit log is read by more people.
    await step(context, body.case_id, async () => ({
      action: 'aml.note',
      note: { kind: 'note', content: body.content },
    }))
    return { message: '已添加', data: null }
  },
  'POST /api/console/aml/draft/save': async context => {
    const { body, settings } = context
    await step(context, body.case_id, async (tx, found) => {
      refuseUnlessOpen(found)
      const sealed = sealNumber(caseKeys(settings), found.caseId, draftText(body.draft))
      await setDraft(tx, found.caseId, sealed)
      return { action: 'aml.draft', note: null, after: { missing: missingOf(body.draft) } }
    })
    return { message: '已保存', data: null }
  },
} satisfies ConsoleHandlers

export const caseConsoleHandlers = {
  ...workHandlers,
  'POST /api/console/aml/list': async ({ db, clock, body }) => {
    const { state, q, assigned_to: assignedTo } = body
    const paging = pagingOf(body, state === 'open' ? [] : ownIds, true)
    const found = await caseRows(db, { state, q, assignedTo, paging, ...narrowedOf(body) })
    const now = clock.now()
    const shown = found.rows.map(each => rowOf(each, now))
    return { data: keyedPage(paging, found, shown) }
  },
  'POST /api/console/aml/show': async context => ({ data: await show(context) }),
  'POST /api/console/aml/open': async context => {
    const { operator, body } = context
    need(body.remark, 'aml.reason_missing', 'remark')
    const memberId = BigInt(body.member_id)
    const made = await runAction(context, async (tx, at) => {
      refuseOwnMember(operator, [memberId])
      await lockGathering(tx)
      existing(await memberKnown(tx, memberId), 'member.not_found')
      const open = await openCaseOf(tx, [memberId])
      if (open) throw new Refusal(say('aml.open_already', { case: String(open.caseId) }))
      const by = operator.name
      const caseId = await openByHand(tx, { memberId, remark: body.remark, by, at })
      return {
        answer: caseId,
        entry: {
          action: 'aml.open',
          subject: subjectOf(caseId),
          after: { member: memberId },
          note: body.remark,
        },
      }
    })
    return { message: '已建案', data: { case_id: Number(made ?? 0n) } }
  },
  'POST /api/console/aml/run': async context => {
    const { db, clock, operator, caller } = context
    const joined = await gatherAlerts(context)
    await audit(
      db,
      clock.now(),
      { operator, address: caller.address },
      { action: 'aml.run', subject: 'aml', after: { joined } },
    )
    return { message: joined > 0 ? `归案 ${joined} 条预警` : '没有新的预警', data: { joined } }
  },
} satisfies ConsoleHandlers
