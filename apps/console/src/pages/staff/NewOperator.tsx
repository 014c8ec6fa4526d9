import type { ConsoleGiven } from '@tianping/contract/console'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { Dialog } from '../shared/Dialog.tsx'
import { AllowedField } from './AllowedField.tsx'
import { MemberField, RemarkField, RoleField } from './fields.tsx'
import { OneTimePassword } from './OneTimePassword.tsx'
import { hasPower, permissionsOf, type RoleRow } from './power.ts'
import { useStaffChange } from './useStaff.ts'
import css from './staff.module.css'

type Created = ConsoleGiven<'POST /api/console/staff/create'>
type Form = { name: string; role: string; allowed: string[]; member: string; remark: string }

const blank: Form = { name: '', role: 'support', allowed: [], member: '', remark: '' }

/** A new operator with a one-time password, which is shown once. */
export function NewOperator({ roles, onClose }: { roles: RoleRow[]; onClose: () => void }) {
  const [form, setForm] = useState(blank)
  const [made, setMade] = useState<Created | null>(null)
  const create = useStaffChange('POST /api/console/staff/create', '已创建操作员', setMade)
  if (made) return <OneTimePassword name={form.name.toLowerCase()} {...made} onClose={onClose} />
  const waits = hasPower(permissionsOf(roles, form.role))
  const name = form.name.trim()
  const remark = form.remark.trim()
  const ready = name.length >= 3 && remark !== ''
  return (
    <Dialog title="新增操作员" width={480} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (ready && !create.isPending)
            create.mutate({ ...form, name, member: form.member.trim(), remark })
        }}
      >
        <Fields roles={roles} form={form} set={part => setForm({ ...form, ...part })} />
        {waits && (
          <Alert
            type="info"
            showIcon
            title="该角色涉及资金或敏感资料，须由另一位管理员批准后才能登录"
          />
        )}
        {create.error && <Alert type="error" showIcon title={create.error.message} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" disabled={!ready} loading={create.isPending}>
            {waits ? '创建并提交批准' : '创建'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type FieldsProps = { roles: RoleRow[]; form: Form; set: (part: Partial<Form>) => void }

function Fields({ roles, form, set }: FieldsProps) {
  return (
    <>
      <label>
        <span>账号（3 到 32 位字母、数字或 _.-）</span>
        <Input
          value={form.name}
          maxLength={32}
          autoFocus
          autoComplete="off"
          onChange={event => set({ name: event.target.value })}
        />
      </label>
      <RoleField roles={roles} value={form.role} onChange={role => set({ role })} />
      <AllowedField value={form.allowed} onChange={allowed => set({ allowed })} />
      <MemberField
        label="本人的会员账号（选填；该会员的业务由他人处理）"
        value={form.member}
        onChange={member => set({ member })}
      />
      <RemarkField label="说明（必填）" value={form.remark} onChange={remark => set({ remark })} />
    </>
  )
}
