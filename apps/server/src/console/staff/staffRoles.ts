// Roles as data, within limits: the administrator's stands as it is, nobody changes their own, and
// power for people who already hold a role takes a second person.
import { administrators, isPower, type Permission } from '@tianping/contract/console'
import { beijing } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../kernel/http/services.ts'
import { act } from '../../kernel/operator/act.ts'
import { allRoles, needsSecondFactor, powerAdded, roleNamed } from '../signIn/roles.ts'
import { dropRole, holders, lockRoles, writeRole } from '../signIn/roles.sql.ts'
import { ask } from './staff.ts'

const subjectOf = (role: string) => `role:${role}`
const repeated = { message: '该操作已完成，无需重复', data: { waits: false, password: '' } }

function refuseClosed(role: string, own: string) {
  if (role === 'admin') throw new Refusal('管理员角色不能修改', 403)
  if (role === own) throw new Refusal('不能修改自己的角色', 403)
}

export const roleHandlers = {
  'POST /api/console/roles/list': async ({ db, settings, operator }) => {
    const [roles, count] = await Promise.all([allRoles(db), holders(db)])
    return {
      data: roles.map(each => ({
        role: each.role,
        label: each.label,
        permissions: [...each.permissions],
        second_factor: each.secondFactor,
        second_factor_required: needsSecondFactor(settings, each),
        closed:
          each.role === 'admin'
            ? ('fixed' as const)
            : each.role === operator.role
              ? ('own' as const)
              : ('' as const),
        builtin: each.builtin,
        operators: count.get(each.role) ?? 0,
        version: each.version,
        changed_by: each.changedBy,
        changed_at: each.changedAt ? beijing(each.changedAt) : '',
      })),
    }
  },
  'POST /api/console/roles/save': async context => {
    const { body, operator } = context
    refuseClosed(body.role, operator.role)
    if (body.label === '') throw new Refusal('请填写角色名称', 400, { field: 'label' })
    if (body.remark === '') throw new Refusal('请填写修改说明', 400, { field: 'remark' })
    const closed = body.permissions.find(each => administrators.includes(each))
    if (closed) throw new Refusal('员工管理权限只属于管理员角色', 403, { field: 'permissions' })
    const permissions = [...new Set<Permission>(body.permissions)].sort()
    const made = await act(context, async (tx, now) => {
      await lockRoles(tx)
      const before = await roleNamed(tx, body.role)
      if ((before?.version ?? 0) !== body.version)
        throw new Refusal('该角色已被修改，请刷新后重试', 409)
      const held = (await holders(tx)).get(body.role) ?? 0
      const unguarded =
        before?.secondFactor === true && !body.second_factor && permissions.some(isPower)
      const waits =
        held > 0 && (powerAdded(before?.permissions ?? [], permissions).length > 0 || unguarded)
      const told = { label: body.label, permissions, second_factor: body.second_factor }
      const was = before
        ? {
            label: before.label,
            permissions: [...before.permissions].sort(),
            second_factor: before.secondFactor,
          }
        : {}
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
        deed: {
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
    if (body.remark === '') throw new Refusal('请填写原因', 400, { field: 'remark' })
    await act(context, async tx => {
      await lockRoles(tx)
      const before = await roleNamed(tx, body.role)
      if (!before || before.builtin)
        throw new Refusal(before ? '内置角色不能删除' : '角色不存在', before ? 403 : 404)
      if (((await holders(tx)).get(body.role) ?? 0) > 0)
        throw new Refusal('仍有操作员使用该角色', 409)
      await dropRole(tx, body.role)
      return {
        deed: {
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
