import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../kernel/http/answer.ts'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../kernel/http/services.ts'
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

const paging = (page: number) => ({ limit: PER_PAGE, offset: (page - 1) * PER_PAGE })

export const securityHandlers = {
  'POST /api/console/security/list': async ({ db, body: { page, ...filters } }) => {
    const { rows, total } = await eventRows(db, { ...filters, ...paging(page) })
    return { data: pageOf(rows.map(eventOf), page, total) }
  },
  'POST /api/console/security/alerts/list': async ({ db, body: { page, state } }) => {
    const { rows, total } = await alertRows(db, { state, ...paging(page) })
    return { data: pageOf(rows.map(alertOf), page, total) }
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
