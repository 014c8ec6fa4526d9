import { say } from '@tianping/contract/refusals'
import { decisionOf } from '@tianping/contract/facts'
import {
  harmDecisions,
  harmKinds,
  harmOutcomes,
  harmState,
  type HarmOutcome,
} from '@tianping/contract/harm/facts'
import { yuanOf } from '@tianping/money'
import { beijing, DAY_MS } from '@tianping/money/day'
import type { Tx } from '@tianping/database'
import { Refusal, existing, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { asksFor, listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage, ownIds } from '../../../kernel/operator/pages.sql.ts'
import {
  claim,
  decide,
  decideLocked,
  deciderOf,
  type Queue,
} from '../../../kernel/operator/queue.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { readSetting } from '../../../kernel/setting.ts'
import { refuseUntrained } from '../../duties/duties.ts'
import { announce } from '../../delivery/delivery.ts'
import { blockMember } from '../../responsible/responsible.ts'
import { figuresOf } from '../../risk/risk.ts'
import { endPlayInPassing } from '../../venues/venues.ts'
import { inShort, reasonShown } from '../explain.ts'
import { lookAtMember, stopOffering } from '../look.ts'
import { HARM_SETTING, harmSchema, type HarmRule } from '../setting.ts'
import { effects, months } from '../store/job.sql.ts'
import {
  addInteraction,
  caseRow,
  caseRows,
  decideCase,
  interactionsOf,
  liftStop,
  lockCase,
  openCase,
  setVulnerable,
  settle,
  standingOf,
  stopOffers,
  type Case,
  type CaseListed,
  type Interaction,
} from '../store/harm.sql.ts'

const MOST_SHOWN = 50
const MONTHS = 12
/** A service that ended stays ended so long; only an exclusion of the member's own lasts longer. */
const END_DAYS = 1_826

const rowOf = (c: CaseListed, now: Date) => ({
  case_id: Number(c.caseId),
  member_id: Number(c.memberId),
  username: c.username,
  kind: c.kind,
  level: c.level,
  score: c.score,
  explained: inShort(c.reasons),
  state: c.state,
  created_at: beijing(c.openedAt),
  due_at: beijing(c.dueAt),
  overdue: c.state === harmState.open && c.dueAt < now,
  outcome: c.outcome,
  claimed_by: c.state === harmState.open ? c.claimedBy : '',
  decided_by: deciderOf(c.state === harmState.open, c.decidedBy),
  decided_at: c.decidedAt ? beijing(c.decidedAt) : '',
  remark: c.remark,
})

const figures = (netFen: bigint, stakeFen: bigint, minutes: number) => ({
  net: yuanOf(netFen),
  stake: yuanOf(stakeFen),
  minutes,
})

const interactionOf = (i: Interaction) => ({
  kind: i.kind,
  outcome: i.outcome,
  remark: i.remark,
  by: i.byOperator,
  at: beijing(i.at),
  before: figures(i.beforeNetFen, i.beforeStakeFen, i.beforeMinutes),
  after:
    i.afterNetFen === null || i.afterStakeFen === null || i.afterMinutes === null
      ? null
      : figures(i.afterNetFen, i.afterStakeFen, i.afterMinutes),
})

const cases: Queue<number, Case> = {
  subjectOf: caseId => `harm:${caseId}`,
  lock: async (tx, caseId) => existing(await lockCase(tx, caseId), 'harm.not_found'),
  closed: ({ state, decidedBy }) =>
    state === harmState.open
      ? undefined
      : {
          said: say('harm.decided', { by: decidedBy, how: decisionOf(harmDecisions, state) }),
          data: { state },
        },
  membersOf: each => [each.memberId],
  told: each => ({
    member: each.memberId,
    kind: harmKinds[each.kind],
    state: each.state,
    outcome: each.outcome,
    remark: each.remark,
  }),
}

type Deciding = ConsoleContext<'POST /api/console/harm/ease'>
type Applied = { rule: HarmRule; by: string; now: Date; remark: string }

const tell = (tx: Tx, { outward }: Deciding, memberId: bigint, at: Date) =>
  announce(tx, outward, {
    memberId,
    kind: 'protection',
    at,
    title: '优惠恢复提供',
    text: '专人已查看您的账户，优惠恢复提供。您可以随时设置限额或暂停一段时间。',
  })

/** What each decision does beside its row. */
const follows: Record<
  HarmOutcome,
  (tx: Tx, context: Deciding, each: Case, at: Applied) => Promise<void>
> = {
  eased: async (tx, context, { memberId, kind }, { now }) => {
    if (kind !== 'check' && (await liftStop(tx, memberId))) await tell(tx, context, memberId, now)
  },
  kept: async (tx, context, each, { rule, now }) => {
    await stopOffering(tx, context, each.memberId, now)
    const { memberId, level, score, reasons, ruleVersion: version } = each
    const dueAt = new Date(now.getTime() + rule.againDays * DAY_MS)
    const again = { memberId, level, score, reasons, version, now, dueAt }
    await openCase(tx, { ...again, kind: 'stop' })
  },
  ended: async (tx, context, { memberId }, { by, now, remark }) => {
    await stopOffers(tx, memberId, now)
    await blockMember(context, tx, {
      memberId,
      kind: 'staff',
      term: `days:${END_DAYS}`,
      until: new Date(now.getTime() + END_DAYS * DAY_MS),
      reason: remark,
      setBy: by,
      setAt: now,
      endsService: true,
    })
  },
}

async function decided(
  context: Deciding,
  tx: Tx,
  { each, outcome, at }: { each: Case; outcome: HarmOutcome; at: Applied },
): Promise<Case> {
  const state = outcome === 'eased' ? harmState.eased : harmState.confirmed
  const { by, now, remark, rule } = at
  await decideCase(tx, { caseId: each.caseId, state, outcome, by, at: now, remark })
  await follows[outcome](tx, context, each, at)
  const until = new Date(now.getTime() + rule.quietDays * DAY_MS)
  if (each.kind !== 'check') await settle(tx, { memberId: each.memberId, score: each.score, until })
  const { memberId, caseId } = each
  await addInteraction(tx, { memberId, caseId, kind: 'review', outcome, remark, by, now })
  return { ...each, state, outcome, remark }
}

async function decideAs(context: Deciding, outcome: HarmOutcome) {
  const {
    db,
    operator: { name: by },
    body: { case_id: id, remark },
  } = context
  need(remark, 'harm.remark_missing', 'remark')
  await refuseUntrained(db, by, context.clock.now())
  const rule = await readSetting(db, HARM_SETTING, harmSchema)
  return decide(context, cases, id, {
    action: `harm.${outcome}`,
    note: remark,
    done: harmOutcomes[outcome],
    run: (tx, now) =>
      decideLocked(tx, cases, id, {
        by: { name: by, now },
        repeats: before => before.outcome === outcome && before.decidedBy === by,
        apply: each => decided(context, tx, { each, outcome, at: { rule, by, now, remark } }),
      }),
  })
}

export const harmConsoleHandlers = {
  'POST /api/console/harm/list': async ({ db, clock, body }) => {
    const now = clock.now()
    const keys = asksFor(body, harmState.open) ? [] : ownIds
    const filter = { ...listFilterOf(body, harmState, keys, true), kind: body.kind }
    const found = await caseRows(db, filter, now)
    const shown = found.rows.map(each => rowOf(each, now))
    return { data: keyedPage(filter.paging, found, shown) }
  },
  'POST /api/console/harm/show': async ({ body, ...services }) => {
    const { db, clock } = services
    const now = clock.now()
    const found = existing(await caseRow(db, body.case_id, now), 'harm.not_found')
    const [standing, interactions, member] = await Promise.all([
      standingOf(db, found.memberId),
      interactionsOf(db, found.memberId, MOST_SHOWN),
      figuresOf(services, found.memberId),
    ])
    const { level, score, stopped, vulnerable } = standing
    return {
      data: {
        ...rowOf(found, now),
        rule_version: found.ruleVersion,
        reasons: found.reasons.map(reasonShown),
        now: { level, score, stopped },
        vulnerable,
        interactions: interactions.map(interactionOf),
        member,
      },
    }
  },
  'POST /api/console/harm/claim': context =>
    claim(context, cases, context.body.case_id, { action: 'harm.claim' }),
  'POST /api/console/harm/ease': context => decideAs(context, 'eased'),
  'POST /api/console/harm/keep': context => decideAs(context, 'kept'),
  'POST /api/console/harm/end': async context => {
    const answer = await decideAs(context, 'ended')
    const found = await caseRow(context.db, context.body.case_id, context.clock.now())
    if (found) await endPlayInPassing(context, found.memberId)
    return answer
  },
  'POST /api/console/harm/record': async context => {
    const { operator, body } = context
    need(body.remark, 'harm.remark_missing', 'remark')
    await runAction(context, async (tx, now) => {
      const { memberId, caseId } = await cases.lock(tx, body.case_id)
      refuseOwnMember(operator, [memberId])
      const { kind, outcome, remark } = body
      await addInteraction(tx, { memberId, caseId, kind, outcome, remark, by: operator.name, now })
      return {
        answer: null,
        entry: {
          action: 'harm.record',
          subject: cases.subjectOf(body.case_id),
          after: { member: memberId, kind, outcome },
          note: remark,
        },
      }
    })
    return { message: '已记录', data: null }
  },
  'POST /api/console/harm/vulnerable': async context => {
    const {
      operator,
      body: { id, vulnerable, remark },
    } = context
    need(remark, 'harm.remark_missing', 'remark')
    const memberId = BigInt(id)
    refuseOwnMember(operator, [memberId])
    await runAction(context, async tx => {
      if (!(await setVulnerable(tx, memberId, vulnerable))) throw new Refusal(say('harm.unchanged'))
      return {
        answer: null,
        entry: {
          action: 'harm.vulnerable',
          subject: `member:${id}`,
          after: { vulnerable },
          note: remark,
        },
      }
    })
    await lookAtMember(context, memberId)
    return { message: vulnerable ? '已标记，今后更早提醒' : '已取消标记', data: null }
  },
  'POST /api/console/harm/report': async ({ db, clock }) => {
    const [closed, measured] = await Promise.all([months(db, MONTHS), effects(db, clock.now())])
    return {
      data: {
        months: closed,
        effect: measured.map(each => ({
          kind: each.kind,
          count: each.count,
          before: figures(each.beforeNetFen, each.beforeStakeFen, each.beforeMinutes),
          after: figures(each.afterNetFen, each.afterStakeFen, each.afterMinutes),
        })),
      },
    }
  },
} satisfies ConsoleHandlers
