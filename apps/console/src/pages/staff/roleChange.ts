import type { Permission } from '@tianping/contract/console'
import { isPower, type RoleRow } from './power.ts'

/** A role that does not exist yet. */
export const blankRole: RoleRow = {
  role: '',
  label: '',
  permissions: [],
  second_factor: false,
  second_factor_required: false,
  closed: '',
  builtin: false,
  operators: 0,
  version: 0,
  changed_by: '',
  changed_at: '',
  reviewed_on: '',
  review_due: '',
  review_overdue: false,
}

export type RoleForm = Pick<RoleRow, 'role' | 'label' | 'permissions' | 'second_factor'> & {
  remark: string
}

export const formOf = ({ role, label, permissions, second_factor }: RoleRow): RoleForm => ({
  role,
  label,
  permissions,
  second_factor,
  remark: '',
})

/** What a form changes of a role, and whether it can be saved. */
export function changeOf(role: RoleRow, form: RoleForm) {
  const added = form.permissions.filter(each => !role.permissions.includes(each))
  const removed = role.permissions.filter(each => !form.permissions.includes(each))
  const changed = [
    role === blankRole,
    added.length > 0,
    removed.length > 0,
    form.label !== role.label,
    form.second_factor !== role.second_factor,
  ].some(Boolean)
  const ready = [
    changed,
    form.remark.trim() !== '',
    form.label.trim() !== '',
    /^[a-z][a-z0-9_]{2,19}$/.test(form.role),
  ].every(Boolean)
  return { added, removed, changed, ready, waits: needsApproval(role, form, added) }
}

/** Operators who hold the role gain power, or keep it without the second factor. */
function needsApproval(role: RoleRow, form: RoleForm, added: Permission[]): boolean {
  if (role.operators === 0) return false
  const loosened = role.second_factor && !form.second_factor && form.permissions.some(isPower)
  return added.some(isPower) || loosened
}

/** Who changed a role last. */
export function versionOf(role: RoleRow): string {
  if (role.version > 0)
    return `第 ${role.version} 版 · ${role.changed_by} 于 ${role.changed_at} 修改`
  return role === blankRole ? '' : '初始设置'
}
