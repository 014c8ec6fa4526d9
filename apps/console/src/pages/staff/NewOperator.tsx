import type { ConsoleGiven } from '@tianping/contract/console'
import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { Dialog } from '../shared/Dialog.tsx'
import { AllowedField } from './AllowedField.tsx'
import { OneTimePassword } from './OneTimePassword.tsx'
import { hasPower, type RoleRow } from './power.ts'
import { useStaffChange } from './useStaff.ts'
import css from './staff.module.css'

/** A new operator with a one-time password, which is shown once. */
export function NewOperator({ roles, onClose }: { roles: RoleRow[]; onClose: () => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState('support')
  const [allowed, setAllowed] = useState<string[]>([])
  const [member, setMember] = useState('')
  const [remark, setRemark] = useState('')
  const [made, setMade] = useState<ConsoleGiven<'POST /api/console/staff/create'> | null>(null)
  const create = useStaffChange('POST /api/console/staff/create', '已创建操作员', setMade)
  if (made)
    return (
      <OneTimePassword
        name={name.toLowerCase()}
        password={made.password}
        waits={made.waits}
        onClose={onClose}
      />
    )
  const waits = hasPower(roles.find(each => each.role === role)?.permissions ?? [])
  const ready = name.trim().length >= 3 && remark.trim() !== ''
  return (
    <Dialog title="新增操作员" width={480} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (ready && !create.isPending)
            create.mutate({
              name: name.trim(),
              role,
              allowed,
              member: member.trim(),
              remark: remark.trim(),
            })
        }}
      >
        <label>
          <span>账号（3 到 32 位字母、数字或 _.-）</span>
          <Input
            value={name}
            maxLength={32}
            autoFocus
            autoComplete="off"
            onChange={event => setName(event.target.value)}
          />
        </label>
        <label>
          <span>角色</span>
          <Select
            value={role}
            options={roles.map(each => ({ value: each.role, label: each.label }))}
            onChange={setRole}
          />
        </label>
        <AllowedField value={allowed} onChange={setAllowed} />
        <label>
          <span>本人的会员账号（选填；该会员的业务由他人处理）</span>
          <Input
            value={member}
            maxLength={64}
            placeholder="会员名或会员 ID"
            onChange={event => setMember(event.target.value)}
          />
        </label>
        <label>
          <span>说明（必填）</span>
          <Input value={remark} maxLength={200} onChange={event => setRemark(event.target.value)} />
        </label>
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
