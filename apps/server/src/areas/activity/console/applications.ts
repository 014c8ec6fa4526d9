import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/contract/money'
import type { Db } from '@tianping/database'
import { applicantOf, lockApplication, type Application } from '../store/activity.sql.ts'
import { decideApplication } from '../decide.ts'
import type { Fact } from '../facts.ts'
import { ruleSchema, ruleText, yuanText } from '../rule.ts'
import { beijing } from '../../../kernel/clock.ts'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
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
import { figuresOf } from '../../risk/risk.ts'
import { claimItem, decideItem } from '../../../kernel/operator/items.ts'

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
  claimed_by: row.state === 1 ? row.claimedBy : '',
  decided_by: row.decidedBy,
  decided_at: row.decidedAt ? beijing(row.decidedAt) : '',
  remark: row.remark,
})

const counted = new Set<Fact['kind']>(['min_vip', 'birthday_month', 'friends'])
/** Facts are kept in fen where they are money. */
const conditionOf = ({ kind, text, met, needed, found, missing }: Fact) => {
  const written = (value: number) => (counted.has(kind) ? String(value) : yuanText(value))
  return { text, met, needed: written(needed), found: written(found), missing }
}

async function memberOf(db: Db, applicationId: string): Promise<bigint> {
  const memberId = await applicantOf(db, applicationId)
  if (memberId === undefined) throw new Refusal(say('application.not_found'))
  return memberId
}

const subjectOf = (applicationId: string) => `application:${applicationId}`
const told = (a: Application) => ({
  state: a.state,
  activity: a.title,
  bonus_fen: a.bonusFen,
  decided_by: a.decidedBy,
  remark: a.remark,
})

function decide(context: ConsoleContext<'POST /api/console/applications/approve'>, pass: boolean) {
  const {
    operator,
    body: { application_id, remark },
  } = context
  return decideItem<Application>(context, {
    action: pass ? 'application.approve' : 'application.reject',
    subject: subjectOf(application_id),
    note: remark,
    done: pass ? '已通过' : '已拒绝',
    told,
    touches: item => [item.memberId],
    deed: async (tx, now) =>
      decideApplication(tx, {
        memberId: await memberOf(tx, application_id),
        applicationId: application_id,
        pass,
        reason: remark,
        now,
        by: {
          name: operator.name,
          actor: { type: 'operator', id: operator.operatorId.toString() },
        },
      }),
  })
}

export const applicationHandlers = {
  'POST /api/console/applications/list': async ({ db, clock, body }) => {
    const filter = {
      state: body.state ?? 0,
      activityId: body.activity ?? 0,
      q: body.q,
      limit: PER_PAGE,
      offset: (body.page - 1) * PER_PAGE,
    }
    const { rows, total } = await applicationRows(db, filter, clock.now())
    return { data: pageOf(rows.map(rowOf), body.page, total) }
  },
  'POST /api/console/applications/activities': async ({ db }) => ({
    data: await activityTitles(db),
  }),
  'POST /api/console/applications/show': async ({ body, ...services }) => {
    const { db, clock } = services
    const memberId = await memberOf(db, body.application_id)
    const row = await applicationRow(db, memberId, body.application_id, clock.now())
    const [{ rule, newest }, friends, earlier, member] = await Promise.all([
      ruleOf(db, row.activityId, row.ruleVersion),
      friendRows(db, memberId, row.applicationId),
      earlierRows(db, row, MAX_EARLIER),
      figuresOf(services, memberId),
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
          decided_by: each.decidedBy,
          remark: each.remark,
        })),
        member,
      },
    }
  },
  'POST /api/console/applications/claim': context =>
    claimItem(context, {
      action: 'application.claim',
      subject: subjectOf(context.body.application_id),
      check: async tx => {
        const found = await lockApplication(
          tx,
          await memberOf(tx, context.body.application_id),
          context.body.application_id,
        )
        if (found?.state !== 1)
          throw new Refusal(
            say('application.decided', {
              by: found?.decidedBy || '系统',
              how: found?.state === 2 ? '通过' : '拒绝',
            }),
          )
        return found.memberId
      },
    }),
  'POST /api/console/applications/approve': context => decide(context, true),
  'POST /api/console/applications/reject': context => decide(context, false),
} satisfies ConsoleHandlers
