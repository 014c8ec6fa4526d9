import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../kernel/http/services.ts'
import { narrowedOf } from '../../kernel/operator/listed.sql.ts'
import { keyedPage, pagingOf } from '../../kernel/operator/pages.sql.ts'
import { runAction } from '../../kernel/operator/runAction.ts'
import {
  alertRows,
  eventRows,
  lockAlert,
  markSeen,
  type AlertRow,
  type EventRow,
} from '../../kernel/security/events.sql.ts'

const eventOf = (e: EventRow) => ({
  id: Number(e.eventId),
  kind: e.kind,
  subject: e.subject,
  address: e.address,
  times: e.times,
  first_at: beijing(e.firstAt),
  last_at: beijing(e.lastAt),
})

const alertOf = (a: AlertRow) => ({
  id: Number(a.alertId),
  kind: a.kind,
  subject: a.subject,
  times: a.times,
  threshold: a.threshold,
  minutes: a.minutes,
  raised_at: beijing(a.raisedAt),
  seen_by: a.seenBy,
  seen_at: a.seenAt ? beijing(a.seenAt) : '',
  remark: a.remark,
})

export const securityHandlers = {
  'POST /api/console/security/list': async ({ db, body }) => {
    const { kind, q } = body
    const keyedBy = pagingOf(body, [], true)
    const found = await eventRows(db, { kind, q, paging: keyedBy, ...narrowedOf(body) })
    return { data: keyedPage(keyedBy, found, found.rows.map(eventOf)) }
  },
  'POST /api/console/security/alerts/list': async ({ db, body }) => {
    const paging = pagingOf(body, [], true)
    const found = await alertRows(db, { state: body.state, paging, ...narrowedOf(body) })
    return { data: keyedPage(paging, found, found.rows.map(alertOf)) }
  },
  'POST /api/console/security/alerts/confirm': async context => {
    const { operator, body } = context
    await runAction(context, async (tx, at) => {
      const alert = existing(await lockAlert(tx, body.id), 'security.alert_not_found')
      if (alert.seenAt) throw new Refusal(say('security.alert_seen', { by: alert.seenBy }))
      if (alert.subject === `operator:${operator.operatorId}`)
        throw new Refusal(say('security.own_alert'))
      const { alertId, kind, subject, times } = alert
      await markSeen(tx, { alertId, by: operator.name, at, remark: body.remark })
      return {
        answer: null,
        entry: {
          action: 'security.alert_seen',
          subject: `alert:${alertId}`,
          after: { kind, about: subject, times },
          note: body.remark,
        },
      }
    })
    return { message: '已标记为已查看', data: null }
  },
} satisfies ConsoleHandlers
