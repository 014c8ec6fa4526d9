import { say } from '@tianping/contract/refusals'
import { decisionOf } from '@tianping/contract/facts'
import { PEP_LIST, hitDecisions, hitLabels, hitState } from '@tianping/contract/screening/facts'
import { beijing } from '@tianping/money/day'
import { Refusal, existing, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedAnswer, keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { maskedName } from '../../../kernel/operator/mask.ts'
import {
  claim,
  decide,
  decideLocked,
  deciderOf,
  type Queue,
} from '../../../kernel/operator/queue.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { viewed } from '../../../kernel/operator/viewed.ts'
import { readSetting } from '../../../kernel/setting.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { SCREENING_SETTING, screeningSchema } from '../setting.ts'
import {
  allowHit,
  decideHit,
  hitRow,
  hitRows,
  lockHit,
  type Hit,
  type HitListed,
} from '../store/hit.sql.ts'
import { insertRun, runRows } from '../store/run.sql.ts'

const rowOf = (h: HitListed) => ({
  hit_id: Number(h.hitId),
  member_id: Number(h.memberId),
  username: h.username,
  list: h.list,
  listed_name: h.data.names[0] ?? h.data.weakNames[0] ?? h.data.ref,
  score: h.score,
  state: h.state,
  created_at: beijing(h.raisedAt),
  seen_at: beijing(h.seenAt),
  claimed_by: h.state === hitState.open ? h.claimedBy : '',
  decided_by: deciderOf(h.state === hitState.open, h.decidedBy),
  decided_at: h.decidedAt ? beijing(h.decidedAt) : '',
  remark: h.remark,
  allowed_by: h.allowedBy,
})

const subjectOf = (id: number | bigint) => `hit:${id}`

const hits: Queue<number, Hit> = {
  quiet: true,
  subjectOf,
  lock: async (tx, id) => existing(await lockHit(tx, id), 'screening.hit_not_found'),
  closed: ({ state, decidedBy }) =>
    state === hitState.open
      ? undefined
      : {
          said: say('screening.decided', {
            by: decidedBy,
            how: decisionOf(hitDecisions, state),
          }),
          data: { state },
        },
  membersOf: hit => [hit.memberId],
  told: hit => ({
    member: hit.memberId,
    list: hit.list,
    entry: hit.entryId,
    score: hit.score,
    state: hit.state,
  }),
}

const VERDICTS = {
  confirm: {
    state: hitState.confirmed,
    missing: 'screening.opinion_missing',
    done: hitLabels.confirmed,
  },
  dismiss: {
    state: hitState.dismissed,
    missing: 'screening.dismissal_missing',
    done: hitLabels.dismissed,
  },
} as const

function decideAs(
  context: ConsoleContext<'POST /api/console/screening/confirm'>,
  verdict: keyof typeof VERDICTS,
) {
  const {
    operator: { name: by },
    body: { hit_id: id, remark },
  } = context
  const { state, missing, done } = VERDICTS[verdict]
  need(remark, missing, 'remark')
  return decide(context, hits, id, {
    action: `screening.${verdict}`,
    note: remark,
    done,
    run: (tx, now) =>
      decideLocked(tx, hits, id, {
        by: { name: by, now },
        repeats: before => before.state === state && before.decidedBy === by,
        apply: async before => {
          await decideHit(tx, { hitId: before.hitId, state, by, at: now, remark })
          return { ...before, state, remark }
        },
      }),
  })
}

/** A confirmed match that was none: another person than who confirmed it says so. */
async function release(context: ConsoleContext<'POST /api/console/screening/release'>) {
  const { operator, body } = context
  need(body.remark, 'screening.dismissal_missing', 'remark')
  await runAction(context, async (tx, at) => {
    const hit = await hits.lock(tx, body.hit_id)
    if (hit.state !== hitState.confirmed) throw new Refusal(say('screening.not_confirmed'))
    if (hit.decidedBy === operator.name)
      throw new Refusal(say('screening.confirmed_by_you'), { rule: 'two_persons' })
    refuseOwnMember(operator, [hit.memberId])
    const { hitId } = hit
    const state = hitState.dismissed
    await decideHit(tx, { hitId, state, by: operator.name, at, remark: body.remark })
    return {
      answer: null,
      entry: {
        action: 'screening.release',
        subject: subjectOf(hitId),
        before: { ...hits.told(hit), confirmed_by: hit.decidedBy },
        after: { state },
        note: body.remark,
      },
    }
  })
  return { message: '已解除', data: null }
}

/** An exposed person plays on; approved by another person than the one who confirmed the match. */
async function allow(context: ConsoleContext<'POST /api/console/screening/allow'>) {
  const {
    operator: { name: by },
    body: { hit_id, remark },
  } = context
  need(remark, 'screening.opinion_missing', 'remark')
  await runAction(context, async (tx, at) => {
    const hit = await hits.lock(tx, hit_id)
    const isExposed = hit.list === PEP_LIST && hit.state === hitState.confirmed
    if (!isExposed) throw new Refusal(say('screening.not_confirmed'))
    if (hit.decidedBy === by)
      throw new Refusal(say('screening.confirmed_by_you'), { rule: 'two_persons' })
    refuseOwnMember(context.operator, [hit.memberId])
    await allowHit(tx, { hitId: hit.hitId, by, at, why: remark })
    return {
      answer: null,
      entry: {
        action: 'screening.allow',
        subject: subjectOf(hit_id),
        before: { confirmed_by: hit.decidedBy },
        after: { allowed_by: by },
        note: remark,
      },
    }
  })
  return { message: '已批准', data: null }
}

export const hitHandlers = {
  'POST /api/console/screening/list': async ({ db, clock, body }) => {
    const filter = { ...listFilterOf(body, hitState, ownIds, true), list: body.list }
    const found = await hitRows(db, filter, clock.now())
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/screening/show': async context => {
    const { db, clock, operator, body } = context
    const hit = existing(await hitRow(db, body.hit_id, clock.now()), 'screening.hit_not_found')
    const rule = await readSetting(db, SCREENING_SETTING, screeningSchema)
    const reviews = operator.permissions.includes('screening.review')
    if (reviews) await viewed(context, { action: 'screening.view', subject: subjectOf(hit.hitId) })
    const { data } = hit
    return {
      data: {
        ...rowOf(hit),
        realname: reviews ? hit.realname : maskedName(hit.realname),
        birthday: reviews ? (hit.birthday ?? '') : '',
        listed: hit.listed,
        entry: {
          ref: data.ref,
          names: data.names,
          weak_names: data.weakNames,
          births: data.births,
          countries: data.countries,
          programme: data.programme,
          listed_on: data.listedOn,
        },
        parts: hit.parts,
        threshold: hit.list === PEP_LIST ? rule.pepThreshold : rule.threshold,
      },
    }
  },
  'POST /api/console/screening/claim': context =>
    claim(context, hits, context.body.hit_id, { action: 'screening.claim' }),
  'POST /api/console/screening/confirm': context => decideAs(context, 'confirm'),
  'POST /api/console/screening/dismiss': context => decideAs(context, 'dismiss'),
  'POST /api/console/screening/release': context => release(context),
  'POST /api/console/screening/allow': context => allow(context),
  'POST /api/console/screening/runs/list': async ({ db, body }) => {
    const paging = pagingOf(body, [], true)
    return keyedAnswer(paging, await runRows(db, { ...narrowedOf(body), paging }), run => ({
      run_id: Number(run.runId),
      reason: run.reason,
      asked_by: run.askedBy,
      created_at: beijing(run.begunAt),
      finished_at: run.finishedAt ? beijing(run.finishedAt) : '',
      members: run.members,
      hits: run.hits,
    }))
  },
  'POST /api/console/screening/run': async context => {
    await runAction(context, async (tx, at) => {
      await insertRun(tx, { reason: 'person', subject: '', by: context.operator.name, at })
      return { answer: null, entry: { action: 'screening.run', subject: 'screening' } }
    })
    return { message: '已开始，全部会员将重新筛查', data: null }
  },
} satisfies ConsoleHandlers
