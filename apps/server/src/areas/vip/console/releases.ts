// The queue of levels that wait for a release, and what was decided.
import { reviewState } from '@tianping/contract/facts'
import type { ConsolePayload } from '@tianping/contract/console'
import type { Tx } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { need } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedAnswer, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import {
  approveRelease,
  recordRelease,
  rejectRelease,
  takeBackRelease,
  type Deciding,
} from '../release.ts'
import { releaseRows, waitingRows, type Release, type ReleaseListed } from '../store/release.sql.ts'
import { checksFromNow, releaseRule } from '../vipSetting.ts'

function stands(r: Release, since: string | null): boolean {
  if (since === null || r.state !== reviewState.approved || r.endedAt !== null) return false
  return [r.affordabilityOn, r.harmOn, r.diligenceOn].every(day => day >= since)
}

const rowOf = (r: ReleaseListed, since: string | null) => ({
  release_id: Number(r.releaseId),
  member_id: Number(r.memberId),
  username: r.username,
  to_vip: r.vip,
  affordability_on: r.affordabilityOn,
  affordability: r.affordability,
  harm_on: r.harmOn,
  harm: r.harm,
  diligence_on: r.diligenceOn,
  diligence: r.diligence,
  recorded_by: r.recordedBy,
  created_at: beijing(r.recordedAt),
  state: r.state,
  decided_by: r.decidedBy,
  decided_at: r.decidedAt ? beijing(r.decidedAt) : '',
  remark: r.remark,
  ended_by: r.endedBy,
  ended_at: r.endedAt ? beijing(r.endedAt) : '',
  ended_why: r.endedWhy,
  stands: stands(r, since),
})

const checksIn = (b: ConsolePayload<'POST /api/console/vip-releases/record'>) => ({
  affordabilityOn: b.affordability_on,
  affordability: b.affordability,
  harmOn: b.harm_on,
  harm: b.harm,
  diligenceOn: b.diligence_on,
  diligence: b.diligence,
})

const ways = {
  approve: { work: approveRelease, message: '已放行，等级在下次审核时调整' },
  reject: { work: rejectRelease, message: '已驳回' },
  end: { work: takeBackRelease, message: '已撤回' },
} satisfies Record<string, { work: (tx: Tx, d: Deciding) => Promise<Release>; message: string }>

async function decide(
  context: ConsoleContext<`POST /api/console/vip-releases/${keyof typeof ways}`>,
  way: keyof typeof ways,
): Promise<{ message: string; data: null }> {
  const { operator, body } = context
  need(body.remark, 'desk.reason_missing', 'remark')
  const { work, message } = ways[way]
  await runAction(context, async (tx, now) => {
    const { id, remark } = body
    const release = await work(tx, { id, remark, by: operator.name, at: now })
    refuseOwnMember(operator, [release.memberId])
    return {
      answer: null,
      entry: {
        action: `vip_release.${way}`,
        subject: `member:${release.memberId}`,
        before: { release: id, vip: release.vip, state: release.state },
        after: { recorded_by: release.recordedBy },
        note: remark,
      },
    }
  })
  return { message, data: null }
}

export const releaseHandlers = {
  'POST /api/console/vip-releases/waiting': async ({ db, body }) => {
    const paging = pagingOf(body, [], true)
    const found = await waitingRows(db, { ...narrowedOf(body), q: body.q, paging })
    return keyedAnswer(paging, found, each => ({
      member_id: Number(each.memberId),
      username: each.username,
      vip: each.vip,
      to_vip: each.toVip,
      since: each.since,
      deposit: yuanOf(each.depositFen),
      turnover: yuanOf(each.turnoverFen),
      recorded: each.recorded,
    }))
  },
  'POST /api/console/vip-releases/list': async ({ db, clock, body }) => {
    const filter = listFilterOf(body, reviewState, ownIds, true)
    const rule = await releaseRule(db)
    const since = rule && checksFromNow(rule, clock.now())
    return keyedAnswer(filter.paging, await releaseRows(db, filter), each => rowOf(each, since))
  },
  'POST /api/console/vip-releases/rule': async ({ db }) => {
    const rule = await releaseRule(db)
    return { data: { from: rule?.from ?? 0, days: rule?.days ?? 0 } }
  },
  'POST /api/console/vip-releases/record': async context => {
    const { operator, body } = context
    const memberId = BigInt(body.id)
    refuseOwnMember(operator, [memberId])
    await runAction(context, async (tx, now) => {
      const checks = checksIn(body)
      const asked = { ...checks, memberId, vip: body.vip, by: operator.name, at: now }
      const release = await recordRelease(tx, asked)
      const { affordabilityOn, harmOn, diligenceOn } = checks
      return {
        answer: null,
        entry: {
          action: 'vip_release.record',
          subject: `member:${body.id}`,
          after: {
            release: Number(release),
            vip: body.vip,
            affordability_on: affordabilityOn,
            harm_on: harmOn,
            diligence_on: diligenceOn,
          },
        },
      }
    })
    return { message: '已登记，待另一位同事批准', data: null }
  },
  'POST /api/console/vip-releases/approve': context => decide(context, 'approve'),
  'POST /api/console/vip-releases/reject': context => decide(context, 'reject'),
  'POST /api/console/vip-releases/end': context => decide(context, 'end'),
} satisfies ConsoleHandlers
