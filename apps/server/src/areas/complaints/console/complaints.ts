import {
  complaintKinds,
  complaintOutcomes,
  complaintState,
  type ComplaintOutcome,
} from '@tianping/contract/complaints/facts'
import { complaintMessageRules } from '@tianping/contract/complaints/rules'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage, ownIds } from '../../../kernel/operator/pages.sql.ts'
import { existing, Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers, Operator } from '../../../kernel/http/services.ts'
import { memberOfId } from '../../../kernel/operator/findMember.sql.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { notify } from '../../message/message.ts'
import { headOf, MOST_MESSAGES } from '../handlers.ts'
import { aboutComplaint, finalLetter, replied } from '../letters.ts'
import { complaintSetting } from '../setting.ts'
import {
  closeComplaint,
  complaintByNo,
  countMessages,
  insertMessage,
  lockComplaint,
  messagesOf,
  turnTo,
  type Complaint,
} from '../store/complaint.sql.ts'
import { complaintFigures, complaintRows } from '../store/complaints.sql.ts'

const MOST_ANSWERS = 200

const rowOf = (c: Complaint & { username: string }) => ({
  ...headOf(c),
  member_id: Number(c.memberId),
  username: c.username,
  overdue: c.alarmedAt !== null && c.firstAnswerAt === null,
  waits_for: c.waitsFor,
  first_answer_at: c.firstAnswerAt ? beijing(c.firstAnswerAt) : '',
  decided_by: c.decidedBy,
})

async function lockOpen(tx: Tx, no: string, operator: Operator): Promise<Complaint> {
  const found = existing(await lockComplaint(tx, no), 'complaint.not_found')
  refuseOwnMember(operator, [found.memberId])
  if (found.state !== complaintState.open) throw new Refusal(say('complaint.closed'))
  return found
}

const subjectOf = ({ complaintNo }: Complaint) => `complaint:${complaintNo}`

/** An answer to the member, or a note for colleagues. The log keeps no text of it. */
async function reply(context: ConsoleContext<'POST /api/console/complaints/reply'>) {
  const { operator, body } = context
  refuseIf(complaintMessageRules(body))
  const author = body.note ? 'note' : 'staff'
  await runAction(context, async (tx, now) => {
    const found = await lockOpen(tx, body.complaint_no, operator)
    const { complaintId, memberId } = found
    if ((await countMessages(tx, complaintId, author)) >= MOST_ANSWERS)
      throw new Refusal(say('complaint.messages_full'))
    await insertMessage(tx, { complaintId, author, operator: operator.name, content: body.content })
    if (!body.note) {
      await turnTo(tx, complaintId, 'member')
      const { title, text } = replied(found)
      await notify(tx, memberId, title, text, now, aboutComplaint(found.complaintNo))
    }
    const action = body.note ? 'complaint.note' : 'complaint.reply'
    return { answer: null, entry: { action, subject: subjectOf(found) } }
  })
  return { message: body.note ? '已添加备注' : '已回复', data: null }
}

const outcomeOf = (typed: string): ComplaintOutcome => {
  if (!Object.hasOwn(complaintOutcomes, typed))
    throw new Refusal(say('complaint.outcome_missing'), { field: 'outcome' })
  return typed as ComplaintOutcome
}

async function decide(context: ConsoleContext<'POST /api/console/complaints/decide'>) {
  const { operator, body } = context
  const outcome = outcomeOf(body.outcome)
  refuseIf(complaintMessageRules(body))
  await runAction(context, async (tx, now) => {
    const found = await lockOpen(tx, body.complaint_no, operator)
    const { disputeBody } = await complaintSetting(tx)
    const { complaintId, memberId } = found
    const { title, text } = finalLetter(found, { outcome, content: body.content }, disputeBody)
    await insertMessage(tx, {
      complaintId,
      author: 'staff',
      operator: operator.name,
      content: text,
    })
    const state = complaintState.answered
    await closeComplaint(tx, { complaintId, state, outcome, by: operator.name })
    await notify(tx, memberId, title, text, now, aboutComplaint(found.complaintNo))
    return {
      answer: null,
      entry: {
        action: 'complaint.decide',
        subject: subjectOf(found),
        after: { outcome },
        note: body.remark,
      },
    }
  })
  return { message: '已答复并结束', data: null }
}

async function show({ db, body }: ConsoleContext<'POST /api/console/complaints/show'>) {
  const found = existing(await complaintByNo(db, body.complaint_no), 'complaint.not_found')
  const [member, messages, { disputeBody }] = await Promise.all([
    memberOfId(db, found.memberId),
    messagesOf(db, found.complaintId, MOST_MESSAGES),
    complaintSetting(db),
  ])
  return {
    data: {
      ...rowOf({ ...found, username: member?.name ?? '' }),
      messages: messages.map(({ at, ...line }) => ({ ...line, at: beijing(at) })),
      dispute_body: disputeBody.name,
    },
  }
}

export const complaintConsoleHandlers = {
  'POST /api/console/complaints/list': async ({ db, body }) => {
    const keys = [...ownIds, 'created_at']
    const filter = { ...listFilterOf(body, complaintState, keys, true), kind: body.kind }
    const found = await complaintRows(db, filter)
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/complaints/show': show,
  'POST /api/console/complaints/figures': async ({ db, body }) => {
    const found = await complaintFigures(db, body)
    const none = {
      received: 0,
      open: 0,
      upheld: 0,
      partly: 0,
      rejected: 0,
      settled: 0,
      deadlock: 0,
      withdrawn: 0,
    }
    const kinds = Object.keys(complaintKinds) as (keyof typeof complaintKinds)[]
    const data = kinds.map(kind => ({
      ...none,
      ...found.find(each => each.kind === kind),
      kind,
    }))
    return { data }
  },
  'POST /api/console/complaints/reply': reply,
  'POST /api/console/complaints/decide': decide,
} satisfies ConsoleHandlers
