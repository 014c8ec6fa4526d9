import { say } from '@tianping/contract/refusals'
import { decisionOf } from '@tianping/contract/facts'
import { flagDecisions, flagLabels, flagState } from '@tianping/contract/risk/facts'
import { beijing } from '@tianping/money/day'
import { asksFor, listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage, ownIds } from '../../../kernel/operator/pages.sql.ts'
import { existing, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { explained, inputsOf, parametersOf, raiseFlags } from '../flags.ts'
import { RISK_SETTING } from '../setting.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { figuresOf } from './figures.ts'
import {
  claim,
  decide,
  decideLocked,
  deciderOf,
  type Queue,
} from '../../../kernel/operator/queue.ts'
import type { Flag } from '../store/flag.sql.ts'
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
  claimed_by: f.state === flagState.open ? f.claimedBy : '',
  decided_by: deciderOf(f.state === flagState.open, f.decidedBy),
  decided_at: f.decidedAt ? beijing(f.decidedAt) : '',
  remark: f.remark,
})

const flags: Queue<number, Flag> = {
  subjectOf: flagId => `flag:${flagId}`,
  lock: async (tx, flagId) => existing(await lockFlag(tx, flagId), 'risk.not_found'),
  closed: ({ state, decidedBy }) =>
    state === flagState.open
      ? undefined
      : {
          said: say('risk.decided', { by: decidedBy, how: decisionOf(flagDecisions, state) }),
          data: { state },
        },
  membersOf: flag => [flag.memberId],
  told: flag => ({
    member: flag.memberId,
    kind: flag.kind,
    state: flag.state,
    remark: flag.remark,
  }),
}

/** What differs between confirming a flag and dismissing it. */
const VERDICTS = {
  confirm: {
    state: flagState.confirmed,
    missing: 'risk.opinion_missing',
    done: flagLabels.confirmed,
  },
  dismiss: {
    state: flagState.dismissed,
    missing: 'risk.dismissal_missing',
    done: flagLabels.dismissed,
  },
} as const

function decideAs(
  context: ConsoleContext<'POST /api/console/risk/confirm'>,
  verdict: keyof typeof VERDICTS,
) {
  const {
    operator: { name: by },
    body: { flag_id: id, remark },
  } = context
  const { state, missing, done } = VERDICTS[verdict]
  need(remark, missing, 'remark')
  return decide(context, flags, id, {
    action: `risk.${verdict}`,
    note: remark,
    done,
    run: (tx, now) =>
      decideLocked(tx, flags, id, {
        by: { name: by, now },
        repeats: before => before.state === state && before.decidedBy === by,
        apply: async before => {
          await decideFlag(tx, { flagId: before.flagId, state, by, at: now, remark })
          return { ...before, state, remark }
        },
      }),
  })
}

export const riskHandlers = {
  'POST /api/console/risk/list': async ({ db, clock, body }) => {
    const weights = asksFor(body, flagState.open) ? ownIds : []
    const filter = { ...listFilterOf(body, flagState, weights, true), kind: body.kind }
    const found = await flagRows(db, filter, clock.now())
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/risk/show': async ({ body, ...services }) => {
    const { db, clock } = services
    const flag = existing(await flagRow(db, body.flag_id, clock.now()), 'risk.not_found')
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
    claim(context, flags, context.body.flag_id, { action: 'risk.claim' }),
  'POST /api/console/risk/confirm': context => decideAs(context, 'confirm'),
  'POST /api/console/risk/dismiss': context => decideAs(context, 'dismiss'),
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
