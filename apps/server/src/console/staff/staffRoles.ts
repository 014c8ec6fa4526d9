// Roles as data, within limits: the administrator's stands as it is, nobody changes their own, and
// power for people who already hold a role takes a second person.
import { say } from '@tianping/contract/refusals'
import { administrators, isPower, type Permission } from '@tianping/contract/console'
import { beijing } from '@tianping/money/day'
import { dutiesNow, type DutyNow } from '../../areas/duties/duties.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../kernel/http/services.ts'
import { runAction } from '../../kernel/operator/runAction.ts'
import {
  allRoles,
  needsSecondFactor,
  powerAdded,
  roleNamed,
  type RoleNow,
} from '../signIn/roles.ts'
import { dropRole, holders, lockRoles, writeRole } from '../signIn/roles.sql.ts'
import { ask } from './staff.ts'

const subjectOf = (role: string) => `role:${role}`
const repeated = { message: '该操作已完成，无需重复', data: { waits: false, password: '' } }

function refuseClosed(role: string, own: string) {
  if (role === 'admin') throw new Refusal(say('role.admin_fixed'))
  if (role === own) throw new Refusal(say('role.own'))
}

/** Why an operator cannot change a role; empty where they can. */
function closedTo(ownRole: string, role: string): 'fixed' | 'own' | '' {
  if (role === 'admin') return 'fixed'
  return role === ownRole ? 'own' : ''
}

/** Whether a change gives power, or takes away the second factor that guards it. */
function raisesPower(
  before: RoleNow | undefined,
  permissions: readonly Permission[],
  secondFactor: boolean,
): boolean {
  if (powerAdded(before?.permissions ?? [], permissions).length > 0) return true
  return before?.secondFactor === true && !secondFactor && permissions.some(isPower)
}

const toldOf = ({ label, permissions, secondFactor }: RoleNow) => ({
  label,
  permissions: [...permissions].sort(),
  second_factor: secondFactor,
})

/** When the rights of a role were reviewed, and are to be again. */
function reviewOf(duties: DutyNow[], role: string) {
  const review = duties.find(({ kind, subject }) => kind === 'rights_review' && subject === role)
  return {
    reviewed_on: review?.doneOn ?? '',
    review_due: review?.nextDue ?? '',
    review_overdue: review?.state === 'overdue',
  }
}

export const roleHandlers = {
  'POST /api/console/roles/list': async ({ operator, ...services }) => {
    const { db, settings } = services
    const [roles, count, duties] = await Promise.all([
      allRoles(db),
      holders(db),
      dutiesNow(services),
    ])
    return {
      data: roles.map(each => ({
        role: each.role,
        label: each.label,
        permissions: [...each.permissions],
        second_factor: each.secondFactor,
        second_factor_required: needsSecondFactor(settings, each),
        closed: closedTo(operator.role, each.role),
        builtin: each.builtin,
        operators: count.get(each.role) ?? 0,
        version: each.version,
        changed_by: each.changedBy,
        changed_at: each.changedAt ? beijing(each.changedAt) : '',
        ...reviewOf(duties, each.role),
      })),
    }
  },
  'POST /api/console/roles/save': async context => {
    const { body, operator } = context
    refuseClosed(body.role, operator.role)
    if (body.label === '') throw new Refusal(say('role.label_missing'), { field: 'label' })
    if (body.remark === '') throw new Refusal(say('desk.change_note_missing'), { field: 'remark' })
    const closed = body.permissions.find(each => administrators.includes(each))
    if (closed) throw new Refusal(say('role.staff_permissions'), { field: 'permissions' })
    const permissions = [...new Set<Permission>(body.permissions)].sort()
    const made = await runAction(context, async (tx, now) => {
      await lockRoles(tx)
      const before = await roleNamed(tx, body.role)
      if ((before?.version ?? 0) !== body.version) throw new Refusal(say('role.changed'))
      const held = (await holders(tx)).get(body.role) ?? 0
      const waits = held > 0 && raisesPower(before, permissions, body.second_factor)
      const told = { label: body.label, permissions, second_factor: body.second_factor }
      const was = before ? toldOf(before) : {}
      if (waits)
        await ask(tx, context, now, {
          kind: 'permissions',
          subject: subjectOf(body.role),
          before: was,
          after: told,
          payload: { version: body.version },
          note: body.remark,
        })
      else
        await writeRole(tx, {
          role: body.role,
          label: body.label,
          permissions,
          secondFactor: body.second_factor,
          changedBy: operator.name,
          changedAt: now,
        })
      return {
        entry: {
          action: waits ? 'role.save_asked' : 'role.save',
          subject: subjectOf(body.role),
          before: was,
          after: told,
          note: body.remark,
        },
        answer: { waits, password: '' },
      }
    })
    return made
      ? { message: made.waits ? '权限变更待另一位管理员批准' : '已保存，立即生效', data: made }
      : repeated
  },
  'POST /api/console/roles/remove': async context => {
    const { body, operator } = context
    refuseClosed(body.role, operator.role)
    if (body.remark === '') throw new Refusal(say('desk.reason_missing'), { field: 'remark' })
    await runAction(context, async tx => {
      await lockRoles(tx)
      const before = await roleNamed(tx, body.role)
      if (!before || before.builtin)
        throw new Refusal(say(before ? 'role.built_in' : 'staff.role_not_found'))
      if (((await holders(tx)).get(body.role) ?? 0) > 0) throw new Refusal(say('role.in_use'))
      await dropRole(tx, body.role)
      return {
        entry: {
          action: 'role.remove',
          subject: subjectOf(body.role),
          before: { label: before.label, permissions: [...before.permissions] },
          note: body.remark,
        },
        answer: null,
      }
    })
    return { message: '已删除', data: null }
  },
} satisfies ConsoleHandlers
