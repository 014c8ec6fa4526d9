// Letters to a segment or to everybody that are not sent yet: drafts that anybody who may send goes
// on with, and what two persons planned, which one of them or another stops.
import { planStates } from '@tianping/contract/message/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { z } from 'zod'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { momentOf } from '../../../kernel/operator/moment.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { lockSetting } from '../../../kernel/operator/settingForm.sql.ts'
import { safeHtml } from '../../../kernel/safeHtml.ts'
import { audienceOf } from '../../segments/segments.ts'
import { LETTER_LENGTH, messageSchema } from '../letter.ts'
import * as store from '../store/letters.sql.ts'

const MAX_DRAFTS = 50
const MAX_UNSENT = 20

/** The form as it is kept; the check of offers comes when it is submitted. */
const draftSchema = messageSchema
  .pick({ kind: true, product: true, channels: true, content: true, send_at: true })
  .extend({ audience: z.enum(['all', 'segment']), segment_id: z.number(), title: z.string() })

const draftOf = ({ value, ...d }: store.Draft) => ({
  ...draftSchema.parse(value),
  draft_id: Number(d.draftId),
  version: d.version,
  segment: d.segment,
  saved_by: d.savedBy,
  saved_at: beijing(d.savedAt),
})

const audiences = { all: 'all', some: 'segment', segment: 'segment' } as const

function planOf({ value, ...p }: store.Plan) {
  const letter = messageSchema.parse(value)
  return {
    plan_id: Number(p.planId),
    state: p.state,
    audience: audiences[letter.audience],
    segment: p.segment || letter.segment,
    title: letter.heading,
    content: letter.content,
    send_at: beijing(p.sendAt),
    written_by: p.writtenBy,
    approved_by: p.approvedBy,
    approved_at: beijing(p.approvedAt),
    ended_by: p.endedBy,
    ended_at: p.endedAt ? beijing(p.endedAt) : '',
    why: p.why,
  }
}

type Saving = Parameters<typeof store.insertDraft>[1]

async function add(tx: Tx, saving: Saving) {
  await lockSetting(tx, 'letter drafts')
  if ((await store.countDrafts(tx)) >= MAX_DRAFTS)
    throw new Refusal(say('letter.many_drafts', { max: MAX_DRAFTS }))
  return store.insertDraft(tx, saving)
}

/** Refuses when somebody has saved it since it was read: one of the two would be lost. */
async function change(tx: Tx, id: number, version: number, saving: Saving) {
  const draftId = BigInt(id)
  const before = existing(await store.lockDraft(tx, draftId), 'letter.no_draft')
  if (before.version !== version)
    throw new Refusal(say('letter.draft_changed', { by: before.savedBy }))
  return store.updateDraft(tx, { ...saving, draftId })
}

export const letterHandlers = {
  'POST /api/console/letters/drafts': async ({ db }) => ({
    data: (await store.draftRows(db, MAX_DRAFTS)).map(draftOf),
  }),
  'POST /api/console/letters/save': async context => {
    const { db, operator, body } = context
    need(body.title, 'letter.title', 'title')
    momentOf(body.send_at, 'send_at')
    const { draft_id, version, ...form } = body
    if (form.audience === 'segment') await audienceOf(db, form.segment_id)
    const content = safeHtml(form.content)
    if (content.length > LETTER_LENGTH)
      throw new Refusal(say('letter.content_long', { max: LETTER_LENGTH }), { field: 'content' })
    const value = draftSchema.parse({ ...form, content })
    const saved = await runAction(context, async (tx, at) => {
      const saving = { value, by: operator.name, at }
      const made =
        draft_id === 0 ? await add(tx, saving) : await change(tx, draft_id, version, saving)
      return {
        answer: { draft_id: Number(made.draftId), version: made.version },
        entry: {
          action: 'letter.draft',
          subject: `letter-draft:${made.draftId}`,
          after: { title: form.title, version: made.version },
        },
      }
    })
    return { message: '已存为草稿', data: saved ?? { draft_id, version } }
  },
  'POST /api/console/letters/remove': async context => {
    await runAction(context, async tx => {
      const { draft_id } = context.body
      const gone = existing(await store.deleteDraft(tx, BigInt(draft_id)), 'letter.no_draft')
      return {
        answer: null,
        entry: {
          action: 'letter.draft.remove',
          subject: `letter-draft:${draft_id}`,
          before: { title: gone.title },
        },
      }
    })
    return { message: '已删除', data: null }
  },
  'POST /api/console/letters/plans': async ({ db }) => ({
    data: [...(await store.plannedRows(db)), ...(await store.unsentRows(db, MAX_UNSENT))].map(
      planOf,
    ),
  }),
  'POST /api/console/letters/stop': async context => {
    const { operator, body } = context
    need(body.remark, 'desk.reason_missing', 'remark')
    await runAction(context, async (tx, at) => {
      const planId = BigInt(body.plan_id)
      const plan = existing(await store.lockPlan(tx, planId), 'letter.no_plan')
      if (plan.state !== 'planned')
        throw new Refusal(say('letter.ended', { state: planStates[plan.state] }))
      const end = { planId, by: operator.name, why: body.remark, sendingId: null, at }
      await store.endPlan(tx, { ...end, state: 'stopped' })
      return {
        answer: null,
        entry: {
          action: 'letter.stopped',
          subject: `letter:${planId}`,
          before: { written_by: plan.writtenBy, send_at: beijing(plan.sendAt) },
          note: body.remark,
        },
      }
    })
    return { message: '已取消，不会发送', data: null }
  },
} satisfies ConsoleHandlers
