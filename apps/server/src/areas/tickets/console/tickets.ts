import { say } from '@tianping/contract/refusals'
import { ticketEnds, ticketState, type TicketEnd } from '@tianping/contract/tickets/facts'
import { ticketLineRules } from '@tianping/contract/tickets/rules'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { asksFor, listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage, ownIds } from '../../../kernel/operator/pages.sql.ts'
import { existing, Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers, Operator } from '../../../kernel/http/services.ts'
import { memberOfId } from '../../../kernel/operator/findMember.sql.ts'
import { claim, CLAIM_MS, type ClaimColumns } from '../../../kernel/operator/queue.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { notify } from '../../message/message.ts'
import { figuresOf } from '../../risk/risk.ts'
import { answered, closedLine } from '../letters.ts'
import { ticketSetting, type TicketSetting } from '../setting.ts'
import { headOf, MOST_LINES_SHOWN, newestOf, shownLines } from '../shown.ts'
import {
  closeTicket,
  countLines,
  insertLine,
  linesOf,
  lockTicket,
  setHolder,
  staffRead,
  staffWrote,
  ticketByNo,
  unreadIn,
  type Ticket,
} from '../store/ticket.sql.ts'
import { earlierOf, ticketRows, type Listed } from '../store/tickets.sql.ts'

const MOST_ANSWERS = 300
const EARLIER = 10
const MINUTE_MS = 60_000
/** A member who looked this long ago has the page open: no letter beside the line itself. */
const LOOKING_MS = 20_000

const subjectOf = (no: string) => `ticket:${no}`

const holderOf = ({ claimedBy, claimedUntil }: Ticket, now: Date) =>
  claimedUntil !== null && claimedUntil > now ? claimedBy : ''

const rowOf = (t: Listed, now: Date, { answerMinutes }: TicketSetting) => ({
  ...headOf(t),
  member_id: Number(t.memberId),
  username: t.username,
  last: t.last,
  waits_for: t.waitsFor,
  waits_since: t.waitsSince ? beijing(t.waitsSince) : '',
  overdue:
    t.waitsSince !== null && now.getTime() - t.waitsSince.getTime() > answerMinutes * MINUTE_MS,
  claimed_by: holderOf(t, now),
  first_answer_at: t.firstAnswerAt ? beijing(t.firstAnswerAt) : '',
  closed_by: t.closedBy,
  end: t.ending,
})

const closedOf = ({ state }: Ticket) =>
  state === ticketState.open ? undefined : { said: say('ticket.not_open') }

const columns: ClaimColumns<Ticket> = {
  holderOf,
  refusal: holder => say('desk.claimed', { holder }),
  take: (tx, { ticketId }, taken) => setHolder(tx, { ticketId, ...taken }),
}

const lock = async (tx: Tx, no: string) => existing(await lockTicket(tx, no), 'ticket.not_found')
const queue = {
  subjectOf,
  lock,
  closed: closedOf,
  membersOf: ({ memberId }: Ticket) => [memberId],
  columns,
}

/** An open conversation that nobody else holds, locked. */
async function lockOpen(tx: Tx, no: string, operator: Operator, now: Date): Promise<Ticket> {
  const found = await lock(tx, no)
  refuseOwnMember(operator, [found.memberId])
  const closed = closedOf(found)
  if (closed) throw new Refusal(closed.said)
  const holder = holderOf(found, now)
  if (holder !== '' && holder !== operator.name)
    throw new Refusal(columns.refusal(holder), { claimed_by: holder })
  return found
}

/** A letter for a member who is not looking and has no unread line that one told of. */
async function tell(tx: Tx, found: Ticket, now: Date): Promise<void> {
  const { memberId, ticketNo, memberSeenAt, ticketId } = found
  const looking = memberSeenAt !== null && now.getTime() - memberSeenAt.getTime() < LOOKING_MS
  if (looking || (await unreadIn(tx, ticketId)) > 0) return
  const { title, text } = answered(ticketNo)
  const about = { kind: 'service', link: `/ticket?id=${ticketNo}` } as const
  await notify(tx, memberId, title, text, now, about)
}

/** An answer to the member, or a note for colleagues. The log keeps no text of it. */
async function reply(context: ConsoleContext<'POST /api/console/tickets/reply'>) {
  const { bus, operator, body } = context
  refuseIf(ticketLineRules(body))
  const author = body.note ? 'note' : 'staff'
  const memberId = await runAction(context, async (tx, now) => {
    const found = await lockOpen(tx, body.ticket_no, operator, now)
    const { ticketId } = found
    if ((await countLines(tx, ticketId, author)) >= MOST_ANSWERS)
      throw new Refusal(say('ticket.lines_full'))
    if (!body.note) await tell(tx, found, now)
    const { name } = operator
    const { content } = body
    const line = await insertLine(tx, { ticketId, author, operator: name, content, at: now })
    await staffRead(tx, ticketId, line, now)
    if (!body.note) {
      const until = new Date(now.getTime() + CLAIM_MS)
      await staffWrote(tx, { ticketId, operator: name, until, at: now })
    }
    const action = body.note ? 'ticket.note' : 'ticket.reply'
    return { answer: found.memberId, entry: { action, subject: subjectOf(found.ticketNo) } }
  })
  if (memberId !== undefined && !body.note) bus.publish('member', [memberId.toString()])
  return { message: body.note ? '已添加备注' : '已回复', data: null }
}

const endOf = (typed: string): TicketEnd => {
  if (!Object.hasOwn(ticketEnds, typed))
    throw new Refusal(say('ticket.end_missing'), { field: 'end' })
  return typed as TicketEnd
}

async function close(context: ConsoleContext<'POST /api/console/tickets/close'>) {
  const { bus, operator, body } = context
  const ending = endOf(body.end)
  const memberId = await runAction(context, async (tx, at) => {
    const found = await lockOpen(tx, body.ticket_no, operator, at)
    const { ticketId, ticketNo } = found
    const { reopenDays } = await ticketSetting(tx)
    await tell(tx, found, at)
    await insertLine(tx, { ticketId, author: 'system', content: closedLine(reopenDays), at })
    const state = ticketState.solved
    await closeTicket(tx, { ticketId, state, by: operator.name, ending, at })
    return {
      answer: found.memberId,
      entry: { action: 'ticket.close', subject: subjectOf(ticketNo), after: { end: ending } },
    }
  })
  if (memberId !== undefined) bus.publish('member', [memberId.toString()])
  return { message: '已结束会话', data: null }
}

async function show(context: ConsoleContext<'POST /api/console/tickets/show'>) {
  const { db, clock, operator, body } = context
  const found = existing(await ticketByNo(db, body.ticket_no), 'ticket.not_found')
  const { memberId, ticketId } = found
  // Notes are about the member: nobody reads those about themselves.
  refuseOwnMember(operator, [memberId])
  const may = (permission: string) => operator.permissions.some(held => held === permission)
  const [member, lines, setting, earlier, figures] = await Promise.all([
    memberOfId(db, memberId),
    linesOf(db, ticketId, true, MOST_LINES_SHOWN),
    ticketSetting(db),
    earlierOf(db, found, EARLIER),
    may('member.read') ? figuresOf(context, memberId) : null,
  ])
  const now = clock.now()
  // Who only looks has read nothing on the house's behalf.
  if (may('ticket.answer')) await staffRead(db, ticketId, newestOf(lines), now)
  const shown = await shownLines(db, memberId, lines)
  const last = lines.findLast(({ author }) => author !== 'note')?.content ?? ''
  return {
    data: {
      ...rowOf({ ...found, username: member?.name ?? '', last }, now, setting),
      lines: shown.map((line, n) => ({ ...line, operator: lines[n]?.operator ?? '' })),
      member_read: Number(found.memberRead),
      canned: setting.canned,
      member: figures,
      earlier: earlier.map(headOf),
    },
  }
}

export const ticketConsoleHandlers = {
  'POST /api/console/tickets/list': async ({ db, clock, operator, body }) => {
    const now = clock.now()
    const holder = body.mine === 1 ? operator.name : ''
    const keys = asksFor(body, ticketState.open) ? ['created_at'] : [...ownIds, 'created_at']
    const standard = listFilterOf(body, ticketState, keys, true)
    const [found, setting] = await Promise.all([
      ticketRows(db, { ...standard, topic: body.topic, holder, now }),
      ticketSetting(db),
    ])
    const shown = found.rows.map(each => rowOf(each, now, setting))
    return { data: keyedPage(standard.paging, found, shown) }
  },
  'POST /api/console/tickets/show': show,
  'POST /api/console/tickets/claim': context =>
    claim(context, queue, context.body.ticket_no, { action: 'ticket.claim' }),
  'POST /api/console/tickets/reply': reply,
  'POST /api/console/tickets/close': close,
} satisfies ConsoleHandlers
