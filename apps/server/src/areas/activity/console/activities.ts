import { picturesIn } from '@tianping/contract/adverts/rules'
import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { checkAdvert, type Stated } from '../../adverts/adverts.ts'
import { holdPictures } from '../../media/media.ts'
import { audienceOf } from '../../segments/segments.ts'
import { opensMore } from '../opening.ts'
import { pays, ruleSchema, ruleText } from '../rule.ts'
import { fieldsOf, openingKey, openingValue } from './openingRule.ts'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import { Refusal, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { refuseForeignPictures, safeHtml } from '../../../kernel/safeHtml.ts'
import type { AuditEntry } from '../../../kernel/operator/audit.ts'
import { knownLinks } from '../../../kernel/operator/knownLinks.ts'
import { proposalOf, propose } from '../../../kernel/operator/proposal.ts'
import { openProposal } from '../../../kernel/operator/proposal.sql.ts'
import type { By } from '../../../kernel/operator/settingForm.ts'
import { lockSetting, notesOfKey } from '../../../kernel/operator/settingForm.sql.ts'
import { keepDraft, keepVersion, versionsPage } from '../../../kernel/operator/contentVersion.ts'
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
  segment_id: Number(a.segmentId ?? 0n),
  segment: a.segment,
  rule_version: a.ruleVersion,
  proposed_by: a.proposedBy,
  applications: a.applications,
  paid: yuanOf(a.paidFen),
  draft_by: a.draftBy,
})
/** As the audit log keeps it: texts by their length only. */
const told = ({ content, memo, ...rest }: rows.ActivitySet) => ({
  ...rest,
  content_length: content.length,
  memo_length: memo.length,
})

type Done = { answer: { id: number; waits: boolean }; entry: AuditEntry }

async function typeOf(tx: Tx, typeId: number): Promise<rows.TypeRow> {
  const type = await rows.lockType(tx, typeId)
  if (!type) throw new Refusal(say('activity.type_missing'), { field: 'type_id' })
  return type
}

/** The pictures of the library that it shows stay in the library. */
const holdOf = (
  tx: Tx,
  { banner, content, memo }: rows.ActivitySet,
  before?: Pick<rows.ActivitySet, 'banner' | 'content' | 'memo'>,
) =>
  holdPictures(
    tx,
    { banner, content, memo },
    before && [before.banner, before.content, before.memo].join(' '),
  )

type Advert = { id: number; next: rows.ActivitySet; stated: Stated; by: By }

/** What members are about to see is looked through first; what stays hidden is not. */
async function checked(tx: Tx, { id, next, stated, by }: Advert): Promise<Record<string, unknown>> {
  if (!next.enabled) return {}
  const rule = id === 0 ? undefined : (await rows.newestRule(tx, id))?.rule
  const { title, content, memo, banner } = next
  return checkAdvert(tx, {
    subject: `activity:${id}`,
    texts: [
      { field: 'title', label: '标题', html: title },
      { field: 'content', label: '正文', html: content },
      { field: 'memo', label: '备注说明', html: memo },
    ],
    pictures: [banner, ...picturesIn(content), ...picturesIn(memo)],
    hasTerms: rule !== undefined && ruleText(ruleSchema.parse(rule)).length > 0,
    stated,
    by: by.name,
    at: by.at,
  })
}

async function add(tx: Tx, next: rows.ActivitySet, stated: Stated, by: By): Promise<Done> {
  await typeOf(tx, next.typeId)
  await holdOf(tx, next)
  const advert = await checked(tx, { id: 0, next, stated, by })
  const id = await rows.insertActivity(tx, next)
  await keepVersion(tx, { kind: 'activity', id, before: undefined, after: fieldsOf(next), by })
  return {
    answer: { id, waits: false },
    entry: {
      action: 'activity.add',
      subject: `activity:${id}`,
      after: { ...told(next), ...advert },
    },
  }
}

/** Also while a rule that pays waits: its approver saw when the activity is open. */
async function paysOrWill(tx: Tx, id: number): Promise<boolean> {
  const proposed = await openProposal(tx, `activity:${id}`)
  return pays((await rows.newestRule(tx, id))?.rule) || pays(proposed?.value)
}

/** Whether any of them pays, or will; their rules are not changed meanwhile. */
async function somethingPays(tx: Tx, activityIds: number[]): Promise<boolean> {
  for (const id of activityIds) {
    await lockSetting(tx, `activity:${id}`)
    if (await paysOrWill(tx, id)) return true
  }
  return false
}

type Asked = { id: number; seen: string; advert?: Stated; draft: 0 | 1 }

/**
 * Writes a change, keeps it as a draft, or keeps it for a second person where it opens more of what
 * pays.
 */
async function change(
  tx: Tx,
  { id, seen, advert: stated, draft }: Asked,
  next: rows.ActivitySet,
  by: By,
): Promise<Done> {
  // Its rule is not changed meanwhile: whether it pays is part of what one person may do.
  await lockSetting(tx, `activity:${id}`)
  const type = await typeOf(tx, next.typeId)
  const found = await rows.lockActivity(tx, id)
  if (!found) throw new Refusal(say('activity.gone'))
  if (found.seen !== seen) throw new Refusal(say('activity.changed'))
  await holdOf(tx, next, found)
  const { seen: _seen, ...before } = found
  const kept = {
    kind: 'activity' as const,
    id,
    before: fieldsOf(before),
    after: fieldsOf(next),
    by,
  }
  if (draft) return { ...(await keepDraft(tx, kept)), answer: { id, waits: false } }
  const advert = await checked(tx, { id, next, stated, by })
  const was = { ...before, typeEnabled: (await typeOf(tx, before.typeId)).enabled }
  const opens = opensMore(was, { ...next, typeEnabled: type.enabled }, by.at)
  if (opens && (await paysOrWill(tx, id))) {
    const opening = { key: openingKey(id), label: `开放活动：${before.title}` }
    const entry = await propose(tx, opening, {
      version: (await notesOfKey(tx, opening.key)).length,
      before: openingValue(before, seen),
      value: openingValue(next, seen),
      note: '开放或延长付奖活动',
      by,
    })
    return { answer: { id, waits: true }, entry }
  }
  await rows.updateActivity(tx, id, next)
  await keepVersion(tx, kept)
  return {
    answer: { id, waits: false },
    entry: {
      action: 'activity.save',
      subject: `activity:${id}`,
      before: told(before),
      after: { ...told(next), ...advert },
    },
  }
}

export const activityHandlers = {
  'POST /api/console/activity-versions/list': async ({ db, body }) => ({
    data: await versionsPage(db, 'activity', body),
  }),
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
    const opening = await openProposal(db, openingKey(body.id))
    return {
      data: {
        ...rowOf(found),
        content: safeHtml(found.content),
        memo: safeHtml(found.memo),
        terms: found.rule === null ? [] : ruleText(ruleSchema.parse(found.rule)),
        opening: opening ? proposalOf({ label: found.title }, opening) : null,
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
      segmentId: await audienceOf(context.db, body.segment_id),
    }
    await knownLinks(context, next.content, 'content')
    await knownLinks(context, next.memo, 'memo')
    const done = await runAction(context, (tx, at) => {
      const by = { name: context.operator.name, at }
      if (body.id !== 0) return change(tx, body, next, by)
      if (body.draft) throw new Refusal(say('content.draft_of_nothing'))
      return add(tx, next, body.advert, by)
    })
    const waits = done?.waits ?? false
    return {
      message: waits ? '已提交，等待另一位同事审批' : '已保存',
      data: { id: done?.id ?? body.id, waits },
    }
  },
  'POST /api/console/activity-types/list': async ({ db }) => ({ data: await rows.typeRows(db) }),
  'POST /api/console/activity-types/save': async context => {
    const { id, seen, name, rank, enabled } = context.body
    need(name !== '', 'desk.name_missing', 'name')
    const next = { name, rank, enabled: enabled === 1 }
    const taken = () => new Refusal(say('activity.type_exists'), { field: 'name' })
    await runAction(context, async (tx, at) => {
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
      const opens = next.enabled && !before.enabled
      if (opens && (await somethingPays(tx, await rows.activitiesOfType(tx, id, at))))
        throw new Refusal(say('activity.type_holds_paying'), { field: 'enabled' })
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
