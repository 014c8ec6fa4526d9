import {
  complaintKindOf,
  ticketRatings,
  ticketState,
  ticketTopics,
  type AttachedKind,
} from '@tianping/contract/tickets/facts'
import { ticketLineRules, ticketRules } from '@tianping/contract/tickets/rules'
import { complaintRules } from '@tianping/contract/complaints/rules'
import { say } from '@tianping/contract/refusals'
import { transaction, type Db, type Tx } from '@tianping/database'
import { underCaseNo } from '../../../kernel/caseNo.ts'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Context, Handler } from '../../../kernel/http/services.ts'
import { attempt } from '../../../kernel/http/throttle.ts'
import { countComplaint, fileComplaint } from '../../complaints/complaints.ts'
import { complainedFrom, complainedLine, solvedLine } from '../letters.ts'
import { lockForLine, ownOf, refuseMore, writeLine } from '../own.ts'
import { ticketSetting } from '../setting.ts'
import { attachable } from '../store/attached.sql.ts'
import {
  closeTicket,
  insertLine,
  insertTicket,
  linesOf,
  lockTicket,
  memberRead,
  rateTicket,
  ticketOfAction,
  type Ticket,
} from '../store/ticket.sql.ts'

const HOUR_MS = 3_600_000
/** The newest lines among which a conversation's order is looked for. */
const LINES_READ = 200

type Attaching = { attached_kind: string; attached_no: string }

/** Refuses what is not the member's own. */
async function attachedOf(db: Db, memberId: bigint, { attached_kind, attached_no }: Attaching) {
  if (attached_kind === '' && attached_no === '') return {}
  const found = await attachable(db, memberId, { numbers: [attached_no], limit: 1 })
  if (!found.some(({ kind }) => kind === attached_kind))
    throw new Refusal(say('ticket.order_unknown'), { field: 'attached_no' })
  return { attachedKind: attached_kind, attachedNo: attached_no }
}

const countLine = async (db: Db, memberId: bigint, now: Date) =>
  attempt(
    db,
    `ticket:${memberId}`,
    { attempts: (await ticketSetting(db)).linesPerHour, windowMs: HOUR_MS },
    now,
  )

async function begun(context: Context<'POST /api/tickets/new'>): Promise<string> {
  const { db, clock, body, caller, member } = context
  const { memberId } = member
  const before = await ticketOfAction(db, memberId, caller.key)
  if (before) return before.ticketNo
  const topic = Object.hasOwn(ticketTopics, body.topic) ? body.topic : ''
  refuseIf(ticketRules({ ...body, topic }))
  const attached = await attachedOf(db, memberId, body)
  const now = clock.now()
  await countLine(db, memberId, now)
  return transaction(db, async tx => {
    const { maxOpen } = await ticketSetting(tx)
    await refuseMore(tx, memberId, maxOpen)
    const made = await underCaseNo('T', now, ticketNo =>
      insertTicket(tx, { ticketNo, memberId, topic, actionKey: caller.key, at: now }),
    )
    await writeLine(tx, made, { content: body.content, at: now, ...attached })
    return made.ticketNo
  })
}

export const begin: Handler<'POST /api/tickets/new'> = async context => {
  return { message: '已提交', data: { ticket_no: await begun(context) } }
}

export const reply: Handler<'POST /api/tickets/reply'> = async ({ db, clock, body, member }) => {
  const { memberId } = member
  refuseIf(ticketLineRules({ content: body.content, attached: body.attached_no }))
  const attached = await attachedOf(db, memberId, body)
  const now = clock.now()
  await countLine(db, memberId, now)
  await transaction(db, async tx => {
    const found = await lockForLine(tx, body.ticket_no, memberId, now)
    await writeLine(tx, found, { content: body.content, at: now, ...attached })
  })
  return { message: '已发送', data: null }
}

/** A line of the system about what the member just did, who therefore knows it. */
async function noteOwn(tx: Tx, ticketId: bigint, content: string, at: Date) {
  await memberRead(
    tx,
    ticketId,
    await insertLine(tx, { ticketId, author: 'system', content, at }),
    at,
  )
}

/** The member says that it is done. */
export const solve: Handler<'POST /api/tickets/solve'> = async ({ db, clock, body, member }) => {
  const at = clock.now()
  await transaction(db, async tx => {
    const { ticketId, state } = ownOf(await lockTicket(tx, body.ticket_no), member.memberId)
    if (state !== ticketState.open) throw new Refusal(say('ticket.not_open'))
    await noteOwn(tx, ticketId, solvedLine, at)
    await closeTicket(tx, { ticketId, state: ticketState.solved, by: 'member', ending: '', at })
  })
  return { message: '已标记为已解决', data: null }
}

export const rate: Handler<'POST /api/tickets/rate'> = async ({ db, body, member }) => {
  if (!Object.hasOwn(ticketRatings, body.rating)) throw new Refusal(say('request.invalid'))
  await transaction(db, async tx => {
    const found = ownOf(await lockTicket(tx, body.ticket_no), member.memberId)
    if (found.state === ticketState.open) throw new Refusal(say('ticket.still_open'))
    if (found.rating !== 0) throw new Refusal(say('ticket.rated'))
    await rateTicket(tx, found.ticketId, body.rating)
  })
  return { message: '感谢您的评价', data: null }
}

/** Numbers that the directory of orders or the bets know. */
const namedInComplaints: readonly (AttachedKind | '')[] = ['deposit', 'withdrawal', 'bet']

/** The order that the conversation is about: the last one that the member attached. */
async function orderOf(db: Db, { ticketId }: Ticket): Promise<string> {
  const lines = await linesOf(db, ticketId, false, LINES_READ)
  return (
    lines.findLast(({ attachedKind }) => namedInComplaints.includes(attachedKind))?.attachedNo ?? ''
  )
}

/** Goes on as a complaint, once: a repetition gets the number of the first. */
export const complain: Handler<'POST /api/tickets/complain'> = async context => {
  const { db, clock, body, caller, member } = context
  const { memberId } = member
  refuseIf(complaintRules({ kind: 'other', content: body.content, event_day: '' }))
  const now = clock.now()
  const complaint_no = await transaction(db, async tx => {
    const found = ownOf(await lockTicket(tx, body.ticket_no), memberId)
    if (found.state === ticketState.complained) return found.complaintNo
    await countComplaint(tx, memberId, now)
    const complaintNo = await fileComplaint(tx, now, {
      memberId,
      kind: complaintKindOf[found.topic],
      content: `${body.content}\n${complainedFrom(found.ticketNo)}`,
      orderNo: await orderOf(tx, found),
      eventDay: null,
      actionKey: caller.key,
    })
    const { ticketId } = found
    await noteOwn(tx, ticketId, complainedLine(complaintNo), now)
    const state = ticketState.complained
    await closeTicket(tx, { ticketId, state, by: 'member', ending: '', at: now, complaintNo })
    return complaintNo
  })
  return { message: '已转为投诉', data: { complaint_no } }
}
