// What raises somebody's power waits here for a second person.
import { say } from '@tianping/contract/refusals'
import type { Permission } from '@tianping/contract/console'
import { decisionOf, reviewState } from '@tianping/contract/facts'
import { requestDecisions } from '@tianping/contract/staff/facts'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../kernel/http/services.ts'
import { runAction } from '../../kernel/operator/runAction.ts'
import { listFilterOf } from '../../kernel/operator/listFilter.ts'
import { keyedAnswer, ownIds } from '../../kernel/operator/pages.sql.ts'
import { proveSelf } from '../signIn/account.ts'
import {
  admitOperator,
  dropWaitingOperator,
  lockOperator,
  operatorNamed,
  setOperatorPassword,
  setOperatorRole,
  type OperatorRow,
} from '../signIn/operator.sql.ts'
import { roleNamed } from '../signIn/roles.ts'
import { lockRoles, writeRole } from '../signIn/roles.sql.ts'
import { endSessionsOf } from '../signIn/session.sql.ts'
import { ONE_TIME_MS, powersOf, type Acting } from './staff.ts'
import { decideRequest, lockRequest, requestRows, type RequestRow } from './staff.sql.ts'

const EVERY = 0n
const nameIn = (subject: string) => subject.slice(subject.indexOf(':') + 1)
const moved = () => new Refusal(say('staff.request_outdated'))

async function operatorIn(tx: Tx, subject: string): Promise<OperatorRow> {
  const found = await operatorNamed(tx, nameIn(subject))
  const locked = found && (await lockOperator(tx, found.operatorId))
  if (!locked) throw moved()
  return locked
}

/** Does what was asked for, if it still fits what is there. */
const fulfil: Record<
  RequestRow['kind'],
  (tx: Tx, request: RequestRow, now: Date) => Promise<void>
> = {
  create: async (tx, request, now) => {
    const { operatorId } = await operatorIn(tx, request.subject)
    if ((await admitOperator(tx, operatorId, new Date(now.getTime() + ONE_TIME_MS))) === 0)
      throw moved()
  },
  role: async (tx, request) => {
    await lockRoles(tx)
    const { operatorId, role } = await operatorIn(tx, request.subject)
    const next = String(request.after['role'])
    const given = await roleNamed(tx, next)
    // A role that nobody holds is changed by one person: what was asked for is what it could do
    // then.
    if (
      role !== request.before['role'] ||
      !given ||
      JSON.stringify(powersOf(given)) !== JSON.stringify(request.payload['permissions'])
    )
      throw moved()
    await setOperatorRole(tx, operatorId, next)
  },
  password: async (tx, request, now) => {
    const { operatorId } = await operatorIn(tx, request.subject)
    await setOperatorPassword(tx, {
      operatorId,
      passwordHash: String(request.payload['passwordHash']),
      mustChange: true,
      expiresAt: new Date(now.getTime() + ONE_TIME_MS),
    })
    await endSessionsOf(tx, operatorId, EVERY, null)
  },
  permissions: async (tx, request, now) => {
    await lockRoles(tx)
    const role = nameIn(request.subject)
    if (((await roleNamed(tx, role))?.version ?? 0) !== request.payload['version']) throw moved()
    const after = request.after as {
      label: string
      permissions: Permission[]
      second_factor: boolean
    }
    await writeRole(tx, {
      role,
      label: after.label,
      permissions: after.permissions,
      secondFactor: after.second_factor,
      changedBy: request.proposedBy,
      changedAt: now,
    })
  },
}

async function openRequest(tx: Tx, id: number): Promise<RequestRow> {
  const request = await lockRequest(tx, BigInt(id))
  if (!request) throw new Refusal(say('staff.request_not_found'))
  if (request.state !== reviewState.waiting)
    throw new Refusal(
      say('staff.request_decided', {
        by: request.decidedBy,
        how: decisionOf(requestDecisions, request.state),
      }),
    )
  return request
}

/** An account that was only made to be approved goes with its request. */
async function refuse(tx: Tx, request: RequestRow, by: string, now: Date, remark: string) {
  if (request.kind === 'create') await dropWaitingOperator(tx, nameIn(request.subject))
  await decideRequest(tx, {
    requestId: request.requestId,
    state: reviewState.rejected,
    by,
    now,
    remark,
  })
}

async function close(context: Acting & { body: { id: number; remark?: string } }, own: boolean) {
  const { operator, body } = context
  const remark = body.remark ?? ''
  await runAction(context, async (tx, now) => {
    const request = await openRequest(tx, body.id)
    if (own !== (request.proposedBy === operator.name))
      throw new Refusal(say(own ? 'staff.anothers_request' : 'staff.own_request_is_withdrawn'))
    await refuse(tx, request, operator.name, now, remark)
    return {
      entry: {
        action: own ? 'staff.request_withdrawn' : 'staff.request_refused',
        subject: request.subject,
        before: request.after,
        note: remark,
      },
      answer: null,
    }
  })
  return { message: own ? '已撤回' : '已拒绝', data: null }
}

export const staffRequestHandlers = {
  'POST /api/console/staff/requests': async ({ db, body }) => {
    const filter = listFilterOf(body, reviewState, ownIds, true)
    return keyedAnswer(filter.paging, await requestRows(db, filter), row => ({
      id: Number(row.requestId),
      kind: row.kind,
      subject: row.subject,
      before: JSON.stringify(row.before),
      after: JSON.stringify(row.after),
      note: row.note,
      proposed_by: row.proposedBy,
      proposed_at: beijing(row.proposedAt),
      state: row.state,
      decided_by: row.decidedBy,
      decided_at: row.decidedAt ? beijing(row.decidedAt) : '',
      remark: row.remark,
    }))
  },
  'POST /api/console/staff/approve': async context => {
    const { operator, body } = context
    await proveSelf(context, body.password)
    await runAction(context, async (tx, now) => {
      const request = await openRequest(tx, body.id)
      if (request.proposedBy === operator.name) throw new Refusal(say('staff.own_request'))
      if (
        request.subject === `operator:${operator.name}` ||
        request.subject === `role:${operator.role}`
      )
        throw new Refusal(say('staff.request_about_oneself'))
      await fulfil[request.kind](tx, request, now)
      await decideRequest(tx, {
        requestId: request.requestId,
        state: reviewState.approved,
        by: operator.name,
        now,
        remark: body.remark,
      })
      return {
        entry: {
          action: `staff.${request.kind}_approved`,
          subject: request.subject,
          before: request.before,
          after: request.after,
          note: body.remark,
        },
        answer: null,
      }
    })
    return { message: '已批准，立即生效', data: null }
  },
  'POST /api/console/staff/reject': async context => {
    if (context.body.remark === '')
      throw new Refusal(say('desk.rejection_missing'), { field: 'remark' })
    return close(context, false)
  },
  'POST /api/console/staff/withdraw': context => close(context, true),
} satisfies ConsoleHandlers
