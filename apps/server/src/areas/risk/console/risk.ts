import { say } from '@tianping/contract/refusals'
import { beijing } from '../../../kernel/clock.ts'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { explained, inputsOf, parametersOf, raiseFlags } from '../flags.ts'
import { RISK_SETTING } from '../setting.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { figuresOf } from './figures.ts'
import { claimItem, decideItem, type Deed } from '../../../kernel/operator/items.ts'
import {
  decideFlag,
  flagRow,
  flagRows,
  lockFlag,
  membersById,
  ruleOfVersion,
  type FlagListed,
} from '../store/risk.sql.ts'

const rowOf = (f: FlagListed) => ({
  flag_id: Number(f.flagId),
  member_id: Number(f.memberId),
  username: f.username,
  kind: f.kind,
  subject: f.subject,
  explained: explained(f),
  weight: f.weight,
  state: f.state,
  created_at: beijing(f.raisedAt),
  seen_at: beijing(f.seenAt),
  claimed_by: f.state === 1 ? f.claimedBy : '',
  decided_by: f.decidedBy,
  decided_at: f.decidedAt ? beijing(f.decidedAt) : '',
  remark: f.remark,
})
const subjectOf = (flagId: number) => `flag:${flagId}`
const noFlag = () => new Refusal(say('risk.not_found'))
type Decided = { memberId: bigint; kind: string; state: number; remark: string }

function decide(context: ConsoleContext<'POST /api/console/risk/confirm'>, state: 2 | 3) {
  const {
    operator,
    body: { flag_id, remark },
  } = context
  if (remark === '')
    throw new Refusal(say(state === 2 ? 'risk.opinion_missing' : 'risk.dismissal_missing'), {
      field: 'remark',
    })
  return decideItem<Decided>(context, {
    action: state === 2 ? 'risk.confirm' : 'risk.dismiss',
    subject: subjectOf(flag_id),
    note: remark,
    done: state === 2 ? '已确认' : '已解除',
    touches: flag => [flag.memberId],
    told: flag => ({
      member: flag.memberId,
      kind: flag.kind,
      state: flag.state,
      remark: flag.remark,
    }),
    deed: async (tx, now): Promise<Deed<Decided>> => {
      const before = await lockFlag(tx, flag_id)
      if (!before) throw noFlag()
      if (before.state === state && before.decidedBy === operator.name)
        return { before, after: before, repeated: true }
      if (before.state !== 1)
        throw new Refusal(
          say('risk.decided', { by: before.decidedBy, how: before.state === 2 ? '确认' : '解除' }),
          { state: before.state },
        )
      await decideFlag(tx, { flagId: before.flagId, state, by: operator.name, at: now, remark })
      return { before, after: { ...before, state, remark }, repeated: false }
    },
  })
}

export const riskHandlers = {
  'POST /api/console/risk/list': async ({ db, clock, body }) => {
    const { rows, total } = await flagRows(
      db,
      {
        state: body.state ?? 0,
        kind: body.kind,
        q: body.q,
        limit: PER_PAGE,
        offset: (body.page - 1) * PER_PAGE,
      },
      clock.now(),
    )
    return { data: pageOf(rows.map(rowOf), body.page, total) }
  },
  'POST /api/console/risk/show': async ({ body, ...services }) => {
    const { db, clock } = services
    const flag = await flagRow(db, body.flag_id, clock.now())
    if (!flag) throw noFlag()
    const ids = Array.isArray(flag.inputs['others'])
      ? flag.inputs['others'].map(id => BigInt(id as number))
      : []
    const [rule, others, member] = await Promise.all([
      ruleOfVersion(db, RISK_SETTING, flag.ruleVersion),
      membersById(db, ids),
      figuresOf(services, flag.memberId),
    ])
    return {
      data: {
        ...rowOf(flag),
        rule_version: flag.ruleVersion,
        rule: parametersOf(flag.kind, rule?.value),
        inputs: inputsOf(flag.inputs),
        others: others.map(other => ({ id: Number(other.memberId), username: other.name })),
        member,
      },
    }
  },
  'POST /api/console/risk/claim': context =>
    claimItem(context, {
      action: 'risk.claim',
      subject: subjectOf(context.body.flag_id),
      check: async tx => {
        const flag = await lockFlag(tx, context.body.flag_id)
        if (!flag) throw noFlag()
        if (flag.state !== 1)
          throw new Refusal(
            say('risk.decided', { by: flag.decidedBy, how: flag.state === 2 ? '确认' : '解除' }),
          )
        return flag.memberId
      },
    }),
  'POST /api/console/risk/confirm': context => decide(context, 2),
  'POST /api/console/risk/dismiss': context => decide(context, 3),
  'POST /api/console/risk/run': async ({ db, clock, operator, caller }) => {
    const now = clock.now()
    const raised = await raiseFlags(db, now)
    await audit(
      db,
      now,
      { operator, address: caller.address },
      { action: 'risk.run', subject: 'risk', after: { raised } },
    )
    return {
      message: raised > 0 ? `新增 ${raised} 条风险提示` : '没有新的风险提示',
      data: { raised },
    }
  },
} satisfies ConsoleHandlers
