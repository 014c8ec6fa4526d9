import { complaintKinds, complaintState } from '@tianping/contract/complaints/facts'
import { complaintMessageRules, complaintRules } from '@tianping/contract/complaints/rules'
import { say } from '@tianping/contract/refusals'
import { transaction, type Db } from '@tianping/database'
import { beijing, beijingDay } from '@tianping/money/day'
import { pageOf, PER_PAGE } from '../../kernel/http/answer.ts'
import { existing, Refusal, refuseIf } from '../../kernel/http/refusal.ts'
import type { Context, Handlers } from '../../kernel/http/services.ts'
import { countComplaint, fileComplaint } from './file.ts'
import { complaintSetting } from './setting.ts'
import { complaintTotal } from './store/complaints.sql.ts'
import {
  closeComplaint,
  complaintByNo,
  complaintOfAction,
  complaintsOf,
  countMessages,
  insertMessage,
  isOrderOf,
  lockComplaint,
  messagesOf,
  turnTo,
  type Complaint,
} from './store/complaint.sql.ts'

/** Lines of one author in one complaint. */
const MOST_LINES = 100
export const MOST_MESSAGES = 500

export const headOf = (c: Complaint) => ({
  complaint_no: c.complaintNo,
  kind: c.kind,
  state: c.state,
  outcome: c.outcome,
  order_no: c.orderNo,
  event_day: c.eventDay ?? '',
  created_at: beijing(c.createdAt),
  answer_by: beijing(c.answerBy),
  decided_at: c.decidedAt ? beijing(c.decidedAt) : '',
})

/** The member's own complaint; another's is as unknown as one that does not exist. */
const ownOf = (found: Complaint | undefined, memberId: bigint) =>
  existing(found?.memberId === memberId ? found : undefined, 'complaint.not_found')

async function refuseByForm(db: Db, { body, clock, member }: Context<'POST /api/complaints/new'>) {
  const { eventMonths } = await complaintSetting(db)
  const known = Object.hasOwn(complaintKinds, body.kind) ? body.kind : ''
  const today = beijingDay(clock.now())
  refuseIf(complaintRules({ ...body, kind: known }, eventMonths, today))
  if (body.order_no !== '' && !(await isOrderOf(db, member.memberId, body.order_no)))
    throw new Refusal(say('complaint.order_unknown'), { field: 'order_no' })
}

async function begin(context: Context<'POST /api/complaints/new'>): Promise<string> {
  const { db, clock, body, caller, member } = context
  const { memberId } = member
  const before = await complaintOfAction(db, memberId, caller.key)
  if (before) return before.complaintNo
  await refuseByForm(db, context)
  const now = clock.now()
  await countComplaint(db, memberId, now)
  return transaction(db, tx =>
    fileComplaint(tx, now, {
      memberId,
      kind: body.kind,
      content: body.content,
      orderNo: body.order_no,
      eventDay: body.event_day || null,
      actionKey: caller.key,
    }),
  )
}

async function reply({ db, body, member }: Context<'POST /api/complaints/reply'>) {
  refuseIf(complaintMessageRules(body))
  await transaction(db, async tx => {
    const found = ownOf(await lockComplaint(tx, body.complaint_no), member.memberId)
    if (found.state !== complaintState.open) throw new Refusal(say('complaint.closed'))
    const { complaintId } = found
    if ((await countMessages(tx, complaintId, 'member')) >= MOST_LINES)
      throw new Refusal(say('complaint.messages_full'))
    await insertMessage(tx, { complaintId, author: 'member', content: body.content })
    await turnTo(tx, complaintId, 'staff')
  })
}

export const complaintHandlers = {
  'POST /api/complaints': async ({ db, body, member: { memberId } }) => {
    const at = { limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE }
    const [found, total, setting] = await Promise.all([
      complaintsOf(db, memberId, at),
      complaintTotal(db, memberId),
      complaintSetting(db),
    ])
    const data = found.map(each => ({
      ...headOf(each),
      last: each.last,
      waits_for_you: each.waitsFor === 'member',
    }))
    return {
      data: {
        list: pageOf(data, body.page, total),
        answer_days: setting.answerDays,
        event_months: setting.eventMonths,
        dispute_body: setting.disputeBody,
      },
    }
  },
  'POST /api/complaints/show': async ({ db, body, member }) => {
    const found = ownOf(await complaintByNo(db, body.complaint_no), member.memberId)
    const messages = await messagesOf(db, found.complaintId, MOST_MESSAGES)
    const { disputeBody } = await complaintSetting(db)
    return {
      data: {
        ...headOf(found),
        messages: messages
          .filter(({ author }) => author !== 'note')
          .map(({ author, content, at }) => ({ author, content, at: beijing(at) })),
        dispute_body: disputeBody,
      },
    }
  },
  'POST /api/complaints/new': async context => ({
    message: '提交成功',
    data: { complaint_no: await begin(context) },
  }),
  'POST /api/complaints/reply': async context => {
    await reply(context)
    return { message: '已发送', data: null }
  },
  'POST /api/complaints/withdraw': async ({ db, body, member }) => {
    await transaction(db, async tx => {
      const found = ownOf(await lockComplaint(tx, body.complaint_no), member.memberId)
      if (found.state !== complaintState.open) throw new Refusal(say('complaint.closed'))
      const { complaintId } = found
      const state = complaintState.withdrawn
      await closeComplaint(tx, { complaintId, state, outcome: '', by: '' })
    })
    return { message: '已撤回投诉', data: null }
  },
} satisfies Handlers
