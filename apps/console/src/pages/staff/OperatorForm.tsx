import { Alert, Button } from 'antd'
import { useState } from 'react'
import { AllowedField } from './AllowedField.tsx'
import { MemberField, RemarkField, RoleField } from './fields.tsx'
import { isPower, permissionsOf, type RoleRow } from './power.ts'
import type { StaffRow } from './StaffState.tsx'
import { useStaffChange } from './useStaff.ts'
import css from './staff.module.css'

type Form = Pick<StaffRow, 'role' | 'allowed' | 'member'> & { remark: string }

const isChanged = (row: StaffRow, form: Form) =>
  form.role !== row.role ||
  form.allowed.join() !== row.allowed.join() ||
  form.member.trim() !== row.member

/** Whether the new role gives a power that the present one does not: another has to approve it. */
function givesPower(roles: RoleRow[], row: StaffRow, role: string): boolean {
  const held = permissionsOf(roles, row.role)
  return permissionsOf(roles, role).some(each => isPower(each) && !held.includes(each))
}

/** Role, networks and own member account, saved together. */
export function OperatorForm({ row, roles }: { row: StaffRow; roles: RoleRow[] }) {
  const { role, allowed, member } = row
  const [form, setForm] = useState<Form>({ role, allowed, member, remark: '' })
  const set = (part: Partial<Form>) => setForm(before => ({ ...before, ...part }))
  const save = useStaffChange('POST /api/console/staff/save', '已保存', () => set({ remark: '' }))
  const waits = givesPower(roles, row, form.role)
  const changed = isChanged(row, form)
  const remark = form.remark.trim()
  return (
    <form
      className={css.form}
      aria-label="修改操作员"
      onSubmit={event => {
        event.preventDefault()
        if (changed && remark && !save.isPending)
          save.mutate({ ...form, id: row.id, member: form.member.trim(), remark })
      }}
    >
      <RoleField roles={roles} value={form.role} onChange={next => set({ role: next })} />
      <AllowedField value={form.allowed} onChange={next => set({ allowed: next })} />
      <MemberField
        label="本人的会员账号（该会员的业务由他人处理）"
        value={form.member}
        onChange={next => set({ member: next })}
      />
      {changed && (
        <RemarkField
          label="说明（必填）"
          value={form.remark}
          onChange={next => set({ remark: next })}
        />
      )}
      {changed && waits && (
        <Alert type="info" showIcon title="新角色的权限更大，须由另一位管理员批准后生效" />
      )}
      {save.error && <Alert type="error" showIcon title={save.error.message} />}
      {changed && (
        <div className={css.buttons}>
          <Button type="primary" htmlType="submit" disabled={!remark} loading={save.isPending}>
            {waits ? '提交批准' : '保存'}
          </Button>
        </div>
      )}
    </form>
  )
}
