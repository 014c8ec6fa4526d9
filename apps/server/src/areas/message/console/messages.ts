import { say } from '@tianping/contract/refusals'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { sendMessage, withdrawBroadcast } from '../send.ts'
import { safeHtml } from '../../../kernel/safeHtml.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import {
  deleteMessages,
  insertSending,
  lockSending,
  markWithdrawn,
  membersNamed,
  sendingRows,
} from '../store/messages.sql.ts'

/** Names that one form can hold; more is everybody, or several sendings. */
const MAX_NAMES = 1_000

/**
 * Whom the form names; refuses when one of them is nobody, so that no message is lost to a typing
 * mistake.
 */
async function recipientsOf(db: Db, typed: string): Promise<bigint[]> {
  const names = [...new Set(typed.split(/[\s,，;；、]+/).filter(Boolean))]
  if (names.length === 0) throw new Refusal(say('message.recipients_missing'), { field: 'members' })
  if (names.length > MAX_NAMES)
    throw new Refusal(say('message.recipients_many', { max: MAX_NAMES }), {
      field: 'members',
    })
  const found = await membersNamed(db, names)
  const known = new Set(found.flatMap(each => [each.name.toLowerCase(), each.memberId.toString()]))
  const unknown = names.filter(name => !known.has(name.toLowerCase()))
  if (unknown.length > 0)
    throw new Refusal(
      say('message.recipients_unknown', {
        members:
          unknown.slice(0, 5).join('、') + (unknown.length > 5 ? ` 等 ${unknown.length} 个` : ''),
      }),
      { field: 'members' },
    )
  const twice = names.find(
    name =>
      found.filter(
        each => each.name.toLowerCase() === name.toLowerCase() || each.memberId.toString() === name,
      ).length > 1,
  )
  if (twice)
    throw new Refusal(say('desk.ambiguous_recipient', { typed: twice }), { field: 'members' })
  return [...new Set(found.map(each => each.memberId))]
}

export const messageHandlers = {
  'POST /api/console/messages/list': async ({ db, body }) => {
    const { rows, total } = await sendingRows(db, {
      limit: PER_PAGE,
      offset: (body.page - 1) * PER_PAGE,
    })
    const data = rows.map(row => ({
      id: Number(row.sendingId),
      audience: row.audience,
      recipients: row.audience === 'all' ? null : row.recipients,
      title: row.title,
      content: row.content,
      sent_by: row.sentBy,
      sent_at: beijing(row.sentAt),
      withdrawn_by: row.withdrawnBy,
      withdrawn_at: row.withdrawnAt ? beijing(row.withdrawnAt) : '',
    }))
    return { data: pageOf(data, body.page, total) }
  },
  'POST /api/console/messages/send': async context => {
    const {
      operator,
      body: { audience, members, title, content },
    } = context
    const memberIds = audience === 'some' ? await recipientsOf(context.db, members) : []
    await runAction(context, async (tx, at) => {
      const { messageId } = await sendMessage(tx, {
        to: audience === 'all' ? 'all' : memberIds,
        title,
        html: content,
        by: operator.name,
        at,
      })
      const id = await insertSending(tx, {
        audience,
        title,
        content: safeHtml(content),
        messageId,
        memberIds,
        sentBy: operator.name,
        sentAt: at,
      })
      return {
        answer: null,
        entry: {
          action: 'message.send',
          subject: `sending:${id}`,
          after: { audience, title, recipients: audience === 'all' ? 'all' : memberIds.length },
        },
      }
    })
    return { message: '已发送', data: { recipients: audience === 'all' ? null : memberIds.length } }
  },
  'POST /api/console/messages/withdraw': async context => {
    const {
      operator,
      body: { id },
    } = context
    await runAction(context, async (tx, at) => {
      const sending = await lockSending(tx, id)
      if (!sending) throw new Refusal(say('message.not_found'))
      if (sending.withdrawnAt)
        throw new Refusal(say('message.withdrawn', { by: sending.withdrawnBy }))
      if (sending.messageId !== null) await withdrawBroadcast(tx, sending.messageId)
      else await deleteMessages(tx, sending)
      await markWithdrawn(tx, { sendingId: sending.sendingId, by: operator.name, at })
      return {
        answer: null,
        entry: {
          action: 'message.withdraw',
          subject: `sending:${id}`,
          before: { title: sending.title, withdrawn: false },
          after: { title: sending.title, withdrawn: true },
        },
      }
    })
    return { message: '已撤回', data: null }
  },
} satisfies ConsoleHandlers
