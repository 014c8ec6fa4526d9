import { Alert, Button, Checkbox, Input, Switch } from 'antd'
import type { Permission } from '@tianping/contract/console'
import { useState } from 'react'
import { useOperator } from '../../app/session/operator.ts'
import { permissionGroups, permissionLabels } from '../../parts/permissionLabels.ts'
import { Card } from '../../ui/Room.tsx'
import { RemarkField } from './fields.tsx'
import { isPower, type RoleRow } from './power.ts'
import { blankRole, changeOf, formOf, versionOf, type RoleForm } from './roleChange.ts'
import { useStaffChange } from './useStaff.ts'
import css from './staff.module.css'

type EditorProps = { role: RoleRow; onSaved: (role: string) => void }
type FieldsProps = {
  role: RoleRow
  form: RoleForm
  set: (part: Partial<RoleForm>) => void
  closed: boolean
}

/** What one role may, and the form that changes it. */
export function RoleEditor({ role, onSaved }: EditorProps) {
  const { may } = useOperator()
  const [form, setForm] = useState(() => formOf(role))
  const set = (part: Partial<RoleForm>) => setForm(before => ({ ...before, ...part }))
  const save = useStaffChange('POST /api/console/roles/save', '已保存，立即生效', () => {
    set({ remark: '' })
    onSaved(form.role)
  })
  const closed = role.closed !== '' || !may('staff.write')
  const { changed, ready, waits } = changeOf(role, form)
  return (
    <Card
      title={role === blankRole ? '新角色' : role.label}
      extra={<span className={css.note}>{versionOf(role)}</span>}
    >
      <form
        className={css.role}
        aria-label="角色权限"
        onSubmit={event => {
          event.preventDefault()
          const [label, remark] = [form.label.trim(), form.remark.trim()]
          if (ready && !save.isPending)
            save.mutate({ ...form, version: role.version, label, remark })
        }}
      >
        {role.closed !== '' && <Alert type="info" showIcon title={closedBecause[role.closed]} />}
        <Identity role={role} form={form} set={set} closed={closed} />
        <Permissions permissions={form.permissions} set={set} closed={closed} />
        {!closed && changed && (
          <div className={css.form}>
            <Change role={role} form={form} />
            <RemarkField
              label="修改说明（必填）"
              value={form.remark}
              onChange={remark => set({ remark })}
            />
            {save.error && <Alert type="error" showIcon title={save.error.message} />}
            <div className={css.buttons}>
              <Button type="primary" htmlType="submit" disabled={!ready} loading={save.isPending}>
                {waits ? '提交批准' : '保存'}
              </Button>
            </div>
          </div>
        )}
        {!closed && isUnused(role) && <Remove role={role} onRemoved={() => onSaved('')} />}
      </form>
    </Card>
  )
}

const closedBecause: Record<Exclude<RoleRow['closed'], ''>, string> = {
  fixed: '管理员角色拥有全部权限，不能修改',
  own: '不能修改自己的角色',
}

const isUnused = (role: RoleRow) => role !== blankRole && !role.builtin && role.operators === 0

/** The role's name, and whether it takes two factors to log in with it. */
function Identity({ role, form, set, closed }: FieldsProps) {
  // In production some roles need it, whatever was set.
  const imposed = role.second_factor_required && !role.second_factor
  return (
    <div className={css.pair}>
      {role === blankRole && (
        <label>
          <span>代码（小写字母开头，3 到 20 位）</span>
          <Input
            value={form.role}
            maxLength={20}
            onChange={event => set({ role: event.target.value.toLowerCase() })}
          />
        </label>
      )}
      <label>
        <span>名称</span>
        <Input
          value={form.label}
          maxLength={20}
          disabled={closed}
          onChange={event => set({ label: event.target.value })}
        />
      </label>
      <label className={css.inline}>
        <Switch
          checked={form.second_factor || role.second_factor_required}
          disabled={closed || imposed}
          onChange={second_factor => set({ second_factor })}
        />
        <span>
          登录须双重验证
          {imposed && '（生产环境强制）'}
        </span>
      </label>
    </div>
  )
}

/** Only the administrator's role may change staff, and nobody changes that role. */
const isFixed = (permission: Permission) =>
  permission === 'staff.write' || permission === 'staff.approve'

type PermissionsProps = Pick<RoleForm, 'permissions'> & Pick<FieldsProps, 'set' | 'closed'>

function Permissions({ permissions, set, closed }: PermissionsProps) {
  const give = (permission: Permission, given: boolean) => {
    const others = permissions.filter(each => each !== permission)
    set({ permissions: given ? [...others, permission] : others })
  }
  return permissionGroups.map(([group, own]) => (
    <fieldset key={group} className={css.group}>
      <legend>{group}</legend>
      {own.map(each => (
        <Checkbox
          key={each}
          checked={permissions.includes(each)}
          disabled={closed || isFixed(each)}
          onChange={event => give(each, event.target.checked)}
        >
          {permissionLabels[each].label}
          {isPower(each) && <em title="授予须两人批准">敏感</em>}
        </Checkbox>
      ))}
    </fieldset>
  ))
}

const labelsOf = (permissions: Permission[]) =>
  permissions.map(each => permissionLabels[each].label).join('、')

/** What saving gives and takes, and whether another administrator has to approve it. */
function Change({ role, form }: Pick<FieldsProps, 'role' | 'form'>) {
  const { added, removed, waits } = changeOf(role, form)
  return (
    <>
      {role !== blankRole && added.length + removed.length > 0 && (
        <p className={css.change}>
          {added.length > 0 && <ins>增加 {labelsOf(added)}</ins>}
          {removed.length > 0 && <del>移除 {labelsOf(removed)}</del>}
        </p>
      )}
      {waits && (
        <Alert
          type="info"
          showIcon
          title={`将扩大 ${role.operators} 位操作员的权限，须由另一位管理员批准`}
        />
      )}
    </>
  )
}

function Remove({ role, onRemoved }: { role: RoleRow; onRemoved: () => void }) {
  const remove = useStaffChange('POST /api/console/roles/remove', '已删除角色', onRemoved)
  return (
    <>
      <div>
        <Button
          danger
          loading={remove.isPending}
          onClick={() => remove.mutate({ role: role.role, remark: '不再使用' })}
        >
          删除角色
        </Button>
      </div>
      {remove.error && <Alert type="error" showIcon title={remove.error.message} />}
    </>
  )
}
