import { isChangeDuty, type DutyKind } from '@tianping/contract/duties/facts'
import { say } from '@tianping/contract/refusals'
import { beijing, beijingDay } from '@tianping/money/day'
import { need, Refusal } from '../../../kernel/http/refusal.ts'
import type {
  ConsoleContext,
  ConsoleHandlers,
  Operator,
  Services,
} from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { keyedAnswer, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { dutyRule, dutiesNow, latestDue } from '../dutiesNow.ts'
import { backupRuns } from '../store/backupRun.sql.ts'
import { insertRecord, recordRows } from '../store/duty.sql.ts'

type Adding = ConsoleContext<'POST /api/console/duties/add'>
const SHA256 = /^[0-9a-f]{64}$/

/** Nobody vouches for themselves. */
function refuseOwn(kind: DutyKind, subject: string, { role, name }: Operator) {
  if (kind === 'rights_review' && subject === role) throw new Refusal(say('duties.own_role'))
  if (kind === 'staff_training' && subject === name) throw new Refusal(say('duties.own_training'))
}

/** A report has a number; a change of a game that is not tested again has a reason instead. */
function refuseUnproved({ duty, reference, note, sha256 }: Adding['body']) {
  if (duty === 'game_certificate' && reference === '') need(note, 'duties.reason_missing', 'note')
  else need(reference, 'duties.reference_missing', 'reference')
  if (sha256 !== '' && !SHA256.test(sha256))
    throw new Refusal(say('duties.hash_format'), { field: 'sha256' })
  if (isChangeDuty(duty)) need(sha256, 'duties.hash_missing', 'sha256')
}

/** When it is due again: as typed, and no later than the rule has it. */
async function dueOf({ db, body }: Adding): Promise<string | null> {
  const latest = latestDue(await dutyRule(db), body.duty, body.done_on)
  if (latest === null || body.next_due === '') return latest
  if (body.next_due <= body.done_on)
    throw new Refusal(say('duties.due_order'), { field: 'next_due' })
  if (body.next_due > latest)
    throw new Refusal(say('duties.due_late', { latest }), { field: 'next_due' })
  return body.next_due
}

async function add(context: Adding) {
  const { body, operator, clock } = context
  const { duty: kind, about: subject } = body
  need(body.done_on, 'duties.day_missing', 'done_on')
  if (body.done_on > beijingDay(clock.now()))
    throw new Refusal(say('duties.day_future'), { field: 'done_on' })
  need(body.done_by, 'duties.done_by_missing', 'done_by')
  refuseUnproved(body)
  refuseOwn(kind, subject, operator)
  const duties = await dutiesNow(context)
  if (!duties.some(each => each.kind === kind && each.subject === subject))
    throw new Refusal(say('duties.subject_unknown'), { field: 'about' })
  const nextDue = await dueOf(context)
  const { done_on: doneOn, done_by: doneBy, reference, sha256, note } = body
  const record = { kind, subject, doneOn, doneBy, reference, sha256, note, nextDue }
  await runAction(context, async (tx, at) => {
    const id = await insertRecord(tx, { ...record, by: operator.name, at })
    return {
      answer: null,
      entry: { action: 'duties.add', subject: `duties:${id}`, after: record, note },
    }
  })
  return { message: '已登记', data: null }
}

/** A role is named as operators know it. */
async function aboutLabels({ operators }: Pick<Services, 'operators'>) {
  const labels = await operators.roleLabels()
  return ({ kind, subject }: { kind: DutyKind; subject: string }) =>
    (kind === 'rights_review' && labels.get(subject)) || subject
}

export const dutiesHandlers = {
  'POST /api/console/duties/due': async context => {
    const [duties, labelOf] = await Promise.all([dutiesNow(context), aboutLabels(context)])
    const data = duties.map(each => ({
      duty: each.kind,
      about: each.subject,
      about_label: labelOf(each),
      duty_state: each.state,
      done_on: each.doneOn,
      next_due: each.nextDue,
      reference: each.reference,
      sha256: each.sha256,
    }))
    return { data }
  },
  'POST /api/console/duties/list': async ({ db, body, operators }) => {
    const paging = pagingOf(body, [], true)
    const [found, labelOf] = await Promise.all([
      recordRows(db, { ...narrowedOf(body), kind: body.duty, paging }),
      aboutLabels({ operators }),
    ])
    return keyedAnswer(paging, found, each => ({
      id: Number(each.recordId),
      duty: each.kind,
      about: each.subject,
      about_label: labelOf(each),
      done_on: each.doneOn,
      done_by: each.doneBy,
      reference: each.reference,
      sha256: each.sha256,
      note: each.note,
      next_due: each.nextDue ?? '',
      added_by: each.addedBy,
      added_at: beijing(each.addedAt),
    }))
  },
  'POST /api/console/duties/backups': async ({ db, body }) => {
    const paging = pagingOf(body, ownIds, true)
    const found = await backupRuns(db, { ...narrowedOf(body), paging })
    return keyedAnswer(paging, found, each => ({
      id: Number(each.runId),
      backup_kind: each.kind,
      backup_outcome: each.outcome,
      started_at: beijing(each.startedAt),
      ended_at: each.endedAt ? beijing(each.endedAt) : '',
      backup_name: each.backup,
      backup_mib: Math.ceil(Number(each.bytes) / 1_048_576),
      restored_to: each.reachedAt ? beijing(each.reachedAt) : '',
      note: each.note,
    }))
  },
  'POST /api/console/duties/add': add,
} satisfies ConsoleHandlers
