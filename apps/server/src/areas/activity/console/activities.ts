import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { ruleSchema, ruleText } from '../rule.ts'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import { Refusal, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { refuseForeignPictures, safeHtml } from '../../../kernel/safeHtml.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import * as rows from '../store/activities.sql.ts'
import { momentOf } from '../../../kernel/operator/moment.ts'

const MONTH_MS = 30 * 86_400_000

const rowOf = (a: rows.ActivityListed) => ({
  id: a.id,
  seen: a.seen,
  type_id: a.typeId,
  type: a.type,
  title: a.title,
  banner: a.banner,
  rank: a.rank,
  enabled: a.enabled,
  starts_at: a.startsAt ? beijing(a.startsAt) : '',
  ends_at: a.endsAt ? beijing(a.endsAt) : '',
  rule_version: a.ruleVersion,
  proposed_by: a.proposedBy,
  applications: a.applications,
  paid: yuanOf(a.paidFen),
})
/** As the audit log keeps it: texts by their length only. */
const told = ({ content, memo, ...rest }: rows.ActivitySet) => ({
  ...rest,
  content_length: content.length,
  memo_length: memo.length,
})

export const activityHandlers = {
  'POST /api/console/activities/list': async ({ db, clock, body }) => {
    const found = await rows.activityRows(
      db,
      { limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE },
      new Date(clock.now().getTime() - MONTH_MS),
    )
    return { data: pageOf(found.rows.map(rowOf), body.page, found.total) }
  },
  'POST /api/console/activities/show': async ({ db, clock, body }) => {
    const found = await rows.activityRow(db, body.id, new Date(clock.now().getTime() - MONTH_MS))
    if (!found) throw new Refusal(say('activity.gone'))
    return {
      data: {
        ...rowOf(found),
        content: safeHtml(found.content),
        memo: safeHtml(found.memo),
        terms: found.rule === null ? [] : ruleText(ruleSchema.parse(found.rule)),
      },
    }
  },
  'POST /api/console/activities/save': async context => {
    const { body } = context
    need(body.title !== '', 'desk.title_missing', 'title')
    need(body.banner !== '', 'desk.picture_missing', 'banner')
    const [startsAt, endsAt] = [
      momentOf(body.starts_at, 'starts_at'),
      momentOf(body.ends_at, 'ends_at'),
    ]
    need(!startsAt || !endsAt || startsAt < endsAt, 'desk.ends_before_start', 'ends_at')
    refuseForeignPictures(body.content, 'content')
    refuseForeignPictures(body.memo, 'memo')
    // What was taken out here is never stored: the editor shows exactly what members get.
    const next = {
      typeId: body.type_id,
      title: body.title,
      banner: body.banner,
      content: safeHtml(body.content),
      memo: safeHtml(body.memo),
      rank: body.rank,
      enabled: body.enabled === 1,
      startsAt,
      endsAt,
    }
    const id = await runAction(context, async tx => {
      need(
        (await rows.lockType(tx, body.type_id)) !== undefined,
        'activity.type_missing',
        'type_id',
      )
      if (body.id === 0) {
        const made = await rows.insertActivity(tx, next)
        return {
          answer: made,
          entry: { action: 'activity.add', subject: `activity:${made}`, after: told(next) },
        }
      }
      const before = await rows.lockActivity(tx, body.id)
      if (!before) throw new Refusal(say('activity.gone'))
      if (before.seen !== body.seen) throw new Refusal(say('activity.changed'))
      await rows.updateActivity(tx, body.id, next)
      const { seen: _seen, ...was } = before
      return {
        answer: body.id,
        entry: {
          action: 'activity.save',
          subject: `activity:${body.id}`,
          before: told(was),
          after: told(next),
        },
      }
    })
    return { message: '已保存', data: { id: id ?? body.id } }
  },
  'POST /api/console/activity-types/list': async ({ db }) => ({ data: await rows.typeRows(db) }),
  'POST /api/console/activity-types/save': async context => {
    const { id, seen, name, rank, enabled } = context.body
    need(name !== '', 'desk.name_missing', 'name')
    const next = { name, rank, enabled: enabled === 1 }
    const taken = () => new Refusal(say('activity.type_exists'), { field: 'name' })
    await runAction(context, async tx => {
      if (id === 0) {
        const made = await rows.insertType(tx, next)
        if (!made) throw taken()
        return {
          answer: null,
          entry: { action: 'activity.type', subject: `activity-type:${made.id}`, after: next },
        }
      }
      const before = await rows.lockType(tx, id)
      if (!before) throw new Refusal(say('activity.type_not_found'))
      if (before.seen !== seen) throw new Refusal(say('activity.type_changed'))
      if ((await rows.updateType(tx, { id, ...next })) === 0) throw taken()
      return {
        answer: null,
        entry: {
          action: 'activity.type',
          subject: `activity-type:${id}`,
          before: { name: before.name, rank: before.rank, enabled: before.enabled },
          after: next,
        },
      }
    })
    return { message: '已保存', data: null }
  },
} satisfies ConsoleHandlers
