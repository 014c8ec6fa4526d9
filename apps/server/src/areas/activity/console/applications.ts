import { yuanOf, shortFen } from '@tianping/money'
import { reviewState } from '@tianping/contract/facts'
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { applicantOf } from '../store/activity.sql.ts'
import { applications, decideApplication, goingOf } from '../decide.ts'
import type { Fact } from '../facts.ts'
import { ruleSchema, ruleText } from '../rule.ts'
import { listFilterOf } from '../../../kernel/operator/listFilter.ts'
import { keyedPage } from '../../../kernel/operator/pages.sql.ts'
import { existing, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleContext, ConsoleHandlers } from '../../../kernel/http/services.ts'
import {
  activityTitles,
  applicationRow,
  applicationRows,
  earlierRows,
  friendRows,
  ruleOf,
  type ApplicationListed,
} from '../store/applications.sql.ts'
import { holdsOn, releaseHolds } from '../../holds/holds.ts'
import { figuresOf } from '../../risk/risk.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { claim, decide, deciderOf } from '../../../kernel/operator/queue.ts'

const MAX_EARLIER = 10

const rowOf = (row: ApplicationListed) => ({
  application_id: row.applicationId,
  member_id: Number(row.memberId),
  username: row.username,
  activity_id: row.activityId,
  title: row.title,
  bonus: yuanOf(row.bonusFen),
  turnover_times: row.turnoverTimes,
  state: row.state,
  created_at: beijing(row.appliedAt),
  claimed_by: row.state === reviewState.waiting ? row.claimedBy : '',
  decided_by: deciderOf(row.state === reviewState.waiting, row.decidedBy),
  decided_at: row.decidedAt ? beijing(row.decidedAt) : '',
  remark: row.remark,
})

const counted = new Set<Fact['kind']>(['min_vip', 'birthday_month', 'friends'])
/** Facts are kept in fen where they are money. */
const conditionOf = ({ kind, text, met, needed, found, missing }: Fact) => {
  const written = (value: number) => (counted.has(kind) ? String(value) : shortFen(value))
  return { text, met, needed: written(needed), found: written(found), missing }
}

const memberOf = async (db: Db, applicationId: string): Promise<bigint> =>
  existing(await applicantOf(db, applicationId), 'application.not_found')

async function decideAs(
  context: ConsoleContext<'POST /api/console/applications/approve'>,
  pass: boolean,
) {
  const {
    operator,
    body: { application_id: applicationId, remark: reason },
  } = context
  const actor = { type: 'operator', id: operator.operatorId.toString() } as const
  const memberId = await memberOf(context.db, applicationId)
  return decide(
    context,
    applications,
    { memberId, applicationId },
    {
      action: pass ? 'application.approve' : 'application.reject',
      note: reason,
      done: pass ? '已通过' : '已拒绝',
      run: (tx, now) =>
        decideApplication(tx, {
          memberId,
          applicationId,
          pass,
          reason,
          now,
          by: { name: operator.name, actor },
        }),
    },
  )
}

export const applicationHandlers = {
  'POST /api/console/applications/release': async context => {
    const {
      operator,
      body: { application_id: applicationId, remark },
    } = context
    need(remark, 'desk.reason_missing', 'remark')
    const memberId = await memberOf(context.db, applicationId)
    refuseOwnMember(operator, [memberId])
    await runAction(context, async (tx, now) => {
      const application = await applications.lock(tx, { memberId, applicationId })
      const by = { operator: operator.name, remark }
      const released = await releaseHolds(tx, goingOf(application, now), by)
      return {
        answer: null,
        entry: {
          action: 'application.release',
          subject: applications.subjectOf(application),
          after: { released: released.map(({ key }) => key) },
          note: remark,
        },
      }
    })
    return { message: '已解除，可由另一位同事审核', data: null }
  },
  'POST /api/console/applications/list': async ({ db, clock, body }) => {
    const filter = { ...listFilterOf(body, reviewState), activityId: body.activity ?? 0 }
    const found = await applicationRows(db, filter, clock.now())
    return { data: keyedPage(filter.paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/applications/activities': async ({ db }) => ({
    data: await activityTitles(db),
  }),
  'POST /api/console/applications/show': async ({ body, ...services }) => {
    const { db, clock } = services
    const memberId = await memberOf(db, body.application_id)
    const row = await applicationRow(db, memberId, body.application_id, clock.now())
    const [{ rule, newest }, friends, earlier, member, holds] = await Promise.all([
      ruleOf(db, row.activityId, row.ruleVersion),
      friendRows(db, memberId, row.applicationId),
      earlierRows(db, row, MAX_EARLIER),
      figuresOf(services, memberId),
      holdsOn(db, goingOf(row, clock.now())),
    ])
    const judgedBy = ruleSchema.parse(rule)
    return {
      data: {
        ...rowOf(row),
        conditions: (row.facts as Fact[]).map(conditionOf),
        terms: ruleText(judgedBy),
        rule_version: row.ruleVersion,
        current_version: newest,
        streak: row.streak,
        friends: friends.map(friend => ({ id: Number(friend.id), username: friend.username })),
        friend_bonus:
          judgedBy.bonus.kind === 'per_friend' ? yuanOf(BigInt(judgedBy.bonus.friendFen)) : 0,
        earlier: earlier.map(each => ({
          created_at: beijing(each.appliedAt),
          state: each.state,
          bonus: yuanOf(each.bonusFen),
          decided_by: deciderOf(each.state === reviewState.waiting, each.decidedBy),
          remark: each.remark,
        })),
        member,
        holds: holds.map(({ key, text, releasedBy: released_by }) => ({ key, text, released_by })),
      },
    }
  },
  'POST /api/console/applications/claim': async context => {
    const applicationId = context.body.application_id
    const memberId = await memberOf(context.db, applicationId)
    return claim(
      context,
      applications,
      { memberId, applicationId },
      { action: 'application.claim' },
    )
  },
  'POST /api/console/applications/approve': context => decideAs(context, true),
  'POST /api/console/applications/reject': context => decideAs(context, false),
} satisfies ConsoleHandlers
