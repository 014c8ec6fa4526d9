import { PER_PAGE, pageOf } from '../../kernel/http/answer.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { beijing } from '@tianping/money/day'
import { addPicture } from './member/picture.ts'
import { begin, complain, rate, reply, solve } from './member/write.ts'
import { ownOf, takesLines } from './own.ts'
import { ticketSetting } from './setting.ts'
import { attachedOf, headOf, MOST_LINES_SHOWN, newestOf, shownLines } from './shown.ts'
import { attachable } from './store/attached.sql.ts'
import { linesOf, memberRead, ticketByNo, ticketsOf, unreadOf } from './store/ticket.sql.ts'
import { ticketTotal } from './store/tickets.sql.ts'

/** What is offered to attach: of each kind so many, and in all. */
const OF_KIND = 10
const OFFERED = 20

export const ticketHandlers = {
  'POST /api/tickets': async ({ db, body, member: { memberId } }) => {
    const at = { limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE }
    const [found, total, unread, { answerMinutes }] = await Promise.all([
      ticketsOf(db, memberId, at),
      ticketTotal(db, memberId),
      unreadOf(db, memberId),
      ticketSetting(db),
    ])
    const data = found.map(each => ({
      ...headOf(each),
      last: each.last,
      last_author: each.lastAuthor,
      unread: each.unread,
    }))
    return {
      data: { list: pageOf(data, body.page, total), unread, answer_minutes: answerMinutes },
    }
  },
  'POST /api/tickets/show': async ({ db, clock, body, member: { memberId } }) => {
    const found = ownOf(await ticketByNo(db, body.ticket_no), memberId)
    const [lines, { reopenDays, answerMinutes }] = await Promise.all([
      linesOf(db, found.ticketId, false, MOST_LINES_SHOWN),
      ticketSetting(db),
    ])
    const now = clock.now()
    await memberRead(db, found.ticketId, newestOf(lines), now)
    return {
      data: {
        ...headOf(found),
        lines: await shownLines(db, memberId, lines),
        read_line: Number(found.staffRead),
        read_at: found.staffReadAt ? beijing(found.staffReadAt) : '',
        can_reopen: takesLines(found, reopenDays, now),
        reopen_days: reopenDays,
        answer_minutes: answerMinutes,
      },
    }
  },
  'POST /api/tickets/attachable': async ({ db, member: { memberId } }) => {
    const found = await attachable(db, memberId, { numbers: null, limit: OF_KIND })
    return { data: found.slice(0, OFFERED).map(attachedOf) }
  },
  'POST /api/tickets/new': begin,
  'POST /api/tickets/reply': reply,
  'POST /api/tickets/picture': addPicture,
  'POST /api/tickets/solve': solve,
  'POST /api/tickets/rate': rate,
  'POST /api/tickets/complain': complain,
} satisfies Handlers
