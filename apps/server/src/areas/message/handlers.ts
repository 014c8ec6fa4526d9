import { beijing } from '@tianping/money/day'
import { pageOf, PER_PAGE } from '../../kernel/http/answer.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { safeHtml } from '../../kernel/safeHtml.ts'
import { readerOf } from './unreadOf.ts'
import { messages, markRead, unread } from './store/message.sql.ts'

export const messageHandlers = {
  /** Fetching marks nothing as read: that is for the message that was opened. */
  'POST /api/noticeList': async ({ db, clock, body, member }) => {
    const reader = await readerOf(db, member.memberId, clock.now())
    const { rows, total } = await messages(db, reader, {
      limit: PER_PAGE,
      offset: (body.page - 1) * PER_PAGE,
    })
    const data = rows.map(message => ({
      id: Number(message.messageId),
      title: message.title,
      content: safeHtml(message.content),
      created_at: beijing(message.createdAt),
      read: message.read ? (1 as const) : (0 as const),
      kind: message.kind,
      link: message.link,
    }))
    return { data: pageOf(data, body.page, total) }
  },
  'POST /api/noticeread': async ({ db, clock, bus, body, member }) => {
    const { memberId } = member
    const reader = await readerOf(db, memberId, clock.now())
    await markRead(db, reader, body.id === undefined ? null : BigInt(body.id))
    bus.publish('member', [memberId.toString()])
    return { data: { messageNum: await unread(db, reader) } }
  },
} satisfies Handlers
