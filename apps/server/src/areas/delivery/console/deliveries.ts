import {
  channels,
  deliveryState,
  deliveryWays,
  type Channel,
  type DeliveryWay,
} from '@tianping/contract/delivery/facts'
import { say } from '@tianping/contract/refusals'
import { isMobile } from '@tianping/contract/rule'
import { beijing, DAY_MS } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { attempt } from '../../../kernel/http/throttle.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage } from '../../../kernel/operator/pages.sql.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { wake } from '../../../ledger/outbox.ts'
import { maskedContact } from '../contacts.ts'
import { withoutContact } from '../deliver.ts'
import { topicOf } from '../send.ts'
import {
  channelFigures,
  deliveryExists,
  deliveryRows,
  reopenDelivery,
  type DeliveryRow,
} from '../store/delivery.sql.ts'

const trials = { attempts: 10, windowMs: 3_600_000 }

const rowOf = (d: DeliveryRow) => ({
  id: Number(d.deliveryId),
  created_at: beijing(d.createdAt),
  channel: d.channel,
  kind: d.kind,
  member_id: Number(d.memberId),
  username: d.username,
  contact: d.contact,
  state: d.state,
  attempts: d.attempts,
  error: d.error,
  decided_at: d.decidedAt ? beijing(d.decidedAt) : '',
})

const fits = (channel: Channel, to: string) =>
  channel === 'mail' ? /^[^\s@]+@[^\s@]+$/.test(to) : isMobile(to)

export const deliveryHandlers = {
  'POST /api/console/deliveries/list': async ({ db, body }) => {
    const filter = listFilterOf(body, deliveryState, [], true)
    const found = await deliveryRows(db, { ...filter, channel: body.channel })
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/deliveries/channels': async ({ db, clock, outward }) => {
    const found = await channelFigures(db, new Date(clock.now().getTime() - DAY_MS))
    const none = { sent: 0, waiting: 0, failed: 0 }
    return {
      data: (Object.keys(deliveryWays) as DeliveryWay[]).map(channel => ({
        ...none,
        ...found.find(each => each.channel === channel),
        channel,
        open: outward.open(channel),
      })),
    }
  },
  'POST /api/console/deliveries/retry': async context => {
    const deliveryId = BigInt(context.body.id)
    await runAction(context, async tx => {
      const reopened = await reopenDelivery(tx, deliveryId)
      if (!reopened) {
        const known = await deliveryExists(tx, deliveryId)
        throw new Refusal(say(known ? 'delivery.not_failed' : 'delivery.not_found'))
      }
      const { memberId, channel, kind } = reopened
      const having = { deliveryId: deliveryId.toString() }
      if ((await wake(tx, { memberId, topic: topicOf(channel, kind), having })) === 0)
        throw new Refusal(say('delivery.gone'))
      const subject = `delivery:${deliveryId}`
      return { answer: null, entry: { action: 'delivery.retry', subject, note: '' } }
    })
    return { message: '已重新发送', data: null }
  },
  'POST /api/console/deliveries/trial': async context => {
    const { db, clock, outward, operator, body } = context
    const { channel, to } = body
    if (!outward.open(channel)) throw new Refusal(say('delivery.off'))
    if (!fits(channel, to))
      throw new Refusal(say('delivery.contact_format', { channel: channels[channel] }), {
        field: 'to',
      })
    await attempt(db, `trial:${operator.operatorId}`, trials, clock.now())
    const contact = maskedContact({ channel, contact: to })
    const first = await runAction(context, async () => ({
      answer: true,
      entry: { action: 'delivery.trial', subject: `delivery:${channel}`, after: { contact } },
    }))
    if (!first) return { message: '该项已处理，无需重复操作', data: { sent: false, error: '' } }
    const text = '这是一条测试消息，收到即表示通道可用。'
    const sending = {
      id: `tp-trial-${context.caller.key.slice(0, 12)}`,
      to,
      subject: '通道测试',
      text,
    }
    try {
      await outward.send(channel, sending)
      return { message: '已发送', data: { sent: true, error: '' } }
    } catch (error) {
      const said = withoutContact((error as Error).message, to)
      return { message: '发送失败', data: { sent: false, error: said.slice(0, 500) } }
    }
  },
} satisfies ConsoleHandlers
