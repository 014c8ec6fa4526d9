import { incidentDuties, isRequested } from '@tianping/contract/compliance/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { Refusal, existing, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { findMember } from '../../../kernel/operator/findMember.ts'
import { memberOfId } from '../../../kernel/operator/findMember.sql.ts'
import { momentOf } from '../../../kernel/operator/moment.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { viewed } from '../../../kernel/operator/viewed.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { addDuties, addIncident } from '../incidents/add.ts'
import { piecesOf } from '../incidents/papers.ts'
import { dutyOf, dutyRows, setDone, type Duty } from '../store/duty.sql.ts'
import {
  closeIncident,
  incidentRow,
  incidentRows,
  noteRows,
  saveIncident,
  type Incident,
  type IncidentListed,
} from '../store/incident.sql.ts'
import { paperRows } from '../store/paper.sql.ts'
import { refuseUnlessOpen, step, subjectOf } from './step.ts'

const MOST_SHOWN = 200
const orEmpty = (at: Date | null) => (at ? beijing(at) : '')

const rowOf = (i: IncidentListed, now: Date) => ({
  incident_id: Number(i.incidentId),
  kind: i.kind,
  title: i.title,
  state: i.state,
  found_at: beijing(i.foundAt),
  due_at: orEmpty(i.dueAt),
  overdue: i.dueAt !== null && i.dueAt <= now,
  affected: i.affected,
  high_risk: i.highRisk,
  opened_by: i.openedBy,
  closed_at: orEmpty(i.closedAt),
})

const dutyShown = (d: Duty, now: Date) => ({
  duty: d.duty,
  due_at: beijing(d.dueAt),
  alarm_at: beijing(d.alarmAt),
  near: d.doneAt === null && d.alarmAt <= now,
  overdue: d.doneAt === null && d.dueAt <= now,
  done_at: orEmpty(d.doneAt),
  reference: d.reference,
  done_by: d.doneBy,
})

async function show(context: ConsoleContext<'POST /api/console/incidents/show'>) {
  const { db, clock, body } = context
  const now = clock.now()
  const i = existing(await incidentRow(db, body.incident_id), 'compliance.not_found')
  await viewed(context, { action: 'incident.view', subject: subjectOf(i.incidentId) })
  const [duties, papers, notes, member] = await Promise.all([
    dutyRows(db, i.incidentId),
    paperRows(db, i.incidentId, MOST_SHOWN),
    noteRows(db, i.incidentId, MOST_SHOWN),
    i.memberId === null ? undefined : memberOfId(db, i.memberId),
  ])
  return {
    data: {
      ...rowOf(i, now),
      description: i.description,
      measures: i.measures,
      began_at: beijing(i.beganAt),
      ended_at: orEmpty(i.endedAt),
      member_id: Number(i.memberId ?? 0n),
      username: member?.name ?? '',
      created_at: beijing(i.openedAt),
      answer: i.answer,
      proposed_by: i.proposedBy,
      proposal: i.proposal,
      decided_by: i.decidedBy,
      duties: duties.map(each => dutyShown(each, now)),
      files: papers.map(each => ({
        file_id: Number(each.fileId),
        name: each.name,
        bytes: each.bytes,
        parts: piecesOf(each.bytes),
        sha256: each.sha256,
        brought_by: each.broughtBy,
        created_at: beijing(each.broughtAt),
      })),
      notes: notes.map(each => ({
        kind: each.kind,
        content: each.content,
        written_by: each.writtenBy,
        at: beijing(each.writtenAt),
      })),
    },
  }
}

type Told = Pick<
  ConsoleContext<'POST /api/console/incidents/save'>['body'],
  'title' | 'description' | 'measures' | 'ended_at' | 'affected' | 'high_risk'
>

const toldOf = (body: Told) => {
  need(body.title, 'compliance.title_missing', 'title')
  need(body.description, 'compliance.description_missing', 'description')
  return {
    title: body.title,
    description: body.description,
    measures: body.measures,
    endedAt: momentOf(body.ended_at, 'ended_at'),
    affected: Math.max(0, body.affected),
    highRisk: body.high_risk,
  }
}

function refuseOrder({
  beganAt,
  foundAt,
  endedAt,
}: Pick<Incident, 'beganAt' | 'foundAt' | 'endedAt'>) {
  if (beganAt > foundAt || (endedAt !== null && endedAt < beganAt))
    throw new Refusal(say('compliance.time_order'))
}

function refuseFuture(now: Date, ...moments: (Date | null)[]) {
  if (moments.some(at => at !== null && at > now)) throw new Refusal(say('compliance.future'))
}

async function open(context: ConsoleContext<'POST /api/console/incidents/open'>) {
  const { db, clock, operator, body } = context
  const told = toldOf(body)
  const foundAt = momentOf(body.found_at, 'found_at')
  if (!foundAt) throw new Refusal(say('compliance.moment_missing'), { field: 'found_at' })
  const beganAt = momentOf(body.began_at, 'began_at') ?? foundAt
  refuseOrder({ ...told, foundAt, beganAt })
  refuseFuture(clock.now(), foundAt, beganAt, told.endedAt)
  const member = await findMember(db, body.member)
  if (body.member !== '' && !member) throw new Refusal(say('compliance.member_unknown'))
  if (isRequested(body.kind) && !member)
    throw new Refusal(say('compliance.member_missing'), { field: 'member' })
  const memberId = member?.memberId ?? null
  if (memberId !== null) refuseOwnMember(operator, [memberId])
  const made = await runAction(context, async (tx, at) => {
    const by = { openedBy: operator.name, openedAt: at }
    const incident = { ...told, kind: body.kind, foundAt, beganAt, memberId, ...by }
    const incidentId = await addIncident(tx, incident)
    return {
      answer: incidentId,
      entry: {
        action: 'incident.open',
        subject: subjectOf(incidentId),
        after: { kind: body.kind, title: told.title },
      },
    }
  })
  return { message: '已开立', data: { incident_id: Number(made ?? 0n) } }
}

/** What was once a high risk to members stays one: the word of it cannot be taken back. */
async function save(context: ConsoleContext<'POST /api/console/incidents/save'>) {
  const { clock, body } = context
  const told = toldOf(body)
  refuseFuture(clock.now(), told.endedAt)
  await step(context, body.incident_id, async (tx, found) => {
    refuseUnlessOpen(found)
    const next = { ...found, ...told, highRisk: found.highRisk || told.highRisk }
    refuseOrder(next)
    await saveIncident(tx, next)
    await addDuties(tx, next)
    const of = ({ title, affected, highRisk }: typeof next) => ({ title, affected, highRisk })
    return {
      answer: null,
      action: 'incident.save',
      note: { kind: 'changed', content: told.measures },
      before: of(found),
      after: of(next),
    }
  })
  return { message: '已保存', data: null }
}

async function setDuty(context: ConsoleContext<'POST /api/console/incidents/duty/set'>) {
  const { operator, body } = context
  const { duty, reference } = body
  need(reference, 'compliance.reference_missing', 'reference')
  await step(context, body.incident_id, async (tx, { incidentId, state }, at) => {
    if (state === 'closed') throw new Refusal(say('compliance.closed'))
    const found = existing(await dutyOf(tx, incidentId, duty), 'compliance.duty_unknown')
    if (found.doneAt !== null) throw new Refusal(say('compliance.duty_done'))
    await setDone(tx, { incidentId, duty, reference, by: operator.name, at })
    return {
      answer: null,
      action: 'incident.duty',
      note: { kind: 'done', content: `${incidentDuties[duty]}：${reference}` },
      after: { duty, reference },
    }
  })
  return { message: '已登记', data: null }
}

async function end(context: ConsoleContext<'POST /api/console/incidents/end'>) {
  const { operator, body } = context
  need(body.remark, 'compliance.remark_missing', 'remark')
  await step(context, body.incident_id, async (tx, found, at) => {
    refuseUnlessOpen(found)
    if (isRequested(found.kind)) throw new Refusal(say('compliance.needs_decision'))
    const { incidentId } = found
    await refuseUnfinished(tx, found)
    await closeIncident(tx, { incidentId, by: operator.name, at })
    return { answer: null, action: 'incident.end', note: { kind: 'closed', content: body.remark } }
  })
  return { message: '已结束', data: null }
}

/** Nothing ends while a duty is open or nobody has said what was done. */
export async function refuseUnfinished(tx: Tx, { incidentId, measures }: Incident) {
  if ((await dutyRows(tx, incidentId)).some(({ doneAt }) => doneAt === null))
    throw new Refusal(say('compliance.duties_open'))
  if (measures === '') throw new Refusal(say('compliance.measures_missing'))
}

export const incidentHandlers = {
  'POST /api/console/incidents/list': async ({ db, clock, body }) => {
    const now = clock.now()
    const { state, kind } = body
    const paging = pagingOf(body, [], true)
    const found = await incidentRows(db, { ...narrowedOf(body), state, kind, now, paging })
    return keyedAnswer(paging, found, each => rowOf(each, now))
  },
  'POST /api/console/incidents/show': show,
  'POST /api/console/incidents/open': open,
  'POST /api/console/incidents/save': save,
  'POST /api/console/incidents/duty/set': setDuty,
  'POST /api/console/incidents/end': end,
  'POST /api/console/incidents/note/add': async context => {
    const { content } = context.body
    need(content, 'compliance.remark_missing', 'content')
    await step(context, context.body.incident_id, async () => ({
      answer: null,
      action: 'incident.note',
      note: { kind: 'note', content },
    }))
    return { message: '已添加备注', data: null }
  },
} satisfies ConsoleHandlers
