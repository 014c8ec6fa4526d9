import { useQuery } from '@tanstack/react-query'
import type { Permission } from '@tianping/contract/console'
import { Alert, Button, Checkbox, Input, Switch } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { permissionGroups, permissionLabels } from '../../parts/permissionLabels.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Card } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { isPower, type RoleRow } from './power.ts'
import { useStaffChange } from './useStaff.ts'
import css from './staff.module.css'

const name = 'POST /api/console/roles/list'
const blank: RoleRow = {
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
}

/** What each role may. The administrator's stands as it is, and nobody changes their own. */
export function Roles() {
  const { may } = useOperator()
  const roles = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  const [chosen, choose] = useState('')
  if (!roles.data)
    return roles.error ? (
      <Failure error={roles.error} retry={() => void roles.refetch()} />
    ) : (
      <Waiting />
    )
  const role =
    chosen === '+'
      ? blank
      : (roles.data.find(each => each.role === chosen) ?? roles.data[1] ?? roles.data[0]!)
  return (
    <div className={css.roles}>
      <Card flush>
        <ul className={css.rolelist} aria-label="角色">
          {roles.data.map(each => (
            <li key={each.role}>
              <button
                type="button"
                aria-current={each === role ? 'true' : undefined}
                onClick={() => choose(each.role)}
              >
                <b>{each.label}</b>
                <small>
                  {each.operators} 人 · {each.permissions.length} 项权限
                </small>
              </button>
            </li>
          ))}
          {may('staff.write') && (
            <li>
              <button
                type="button"
                aria-current={role === blank ? 'true' : undefined}
                onClick={() => choose('+')}
              >
                <b>＋ 新角色</b>
              </button>
            </li>
          )}
        </ul>
      </Card>
      <RoleForm key={`${role.role}/${role.version}`} role={role} onSaved={choose} />
    </div>
  )
}

function RoleForm({ role, onSaved }: { role: RoleRow; onSaved: (role: string) => void }) {
  const { may } = useOperator()
  const fresh = role === blank
  const [key, setKey] = useState(role.role)
  const [label, setLabel] = useState(role.label)
  const [permissions, setPermissions] = useState<Permission[]>(role.permissions)
  const [second, setSecond] = useState(role.second_factor)
  const [remark, setRemark] = useState('')
  const save = useStaffChange('POST /api/console/roles/save', '已保存，立即生效', () => {
    setRemark('')
    onSaved(key)
  })
  const remove = useStaffChange('POST /api/console/roles/remove', '已删除角色', () => onSaved(''))
  const closed = role.closed !== '' || !may('staff.write')
  const added = permissions.filter(each => !role.permissions.includes(each))
  const gone = role.permissions.filter(each => !permissions.includes(each))
  const changed =
    fresh || added.length + gone.length > 0 || label !== role.label || second !== role.second_factor
  const waits =
    role.operators > 0 &&
    (added.some(isPower) || (role.second_factor && !second && permissions.some(isPower)))
  const ready =
    changed && remark.trim() !== '' && label.trim() !== '' && /^[a-z][a-z0-9_]{2,19}$/.test(key)
  return (
    <Card
      title={fresh ? '新角色' : role.label}
      extra={
        <span className={css.note}>
          {role.version > 0
            ? `第 ${role.version} 版 · ${role.changed_by} 于 ${role.changed_at} 修改`
            : fresh
              ? ''
              : '初始设置'}
        </span>
      }
    >
      <form
        className={css.role}
        aria-label="角色权限"
        onSubmit={event => {
          event.preventDefault()
          if (ready && !save.isPending)
            save.mutate({
              role: key,
              version: role.version,
              label: label.trim(),
              permissions,
              second_factor: second,
              remark: remark.trim(),
            })
        }}
      >
        {role.closed === 'fixed' && (
          <Alert type="info" showIcon title="管理员角色拥有全部权限，不能修改" />
        )}
        {role.closed === 'own' && <Alert type="info" showIcon title="不能修改自己的角色" />}
        <div className={css.pair}>
          {fresh && (
            <label>
              <span>代码（小写字母开头，3 到 20 位）</span>
              <Input
                value={key}
                maxLength={20}
                onChange={event => setKey(event.target.value.toLowerCase())}
              />
            </label>
          )}
          <label>
            <span>名称</span>
            <Input
              value={label}
              maxLength={20}
              disabled={closed}
              onChange={event => setLabel(event.target.value)}
            />
          </label>
          <label className={css.inline}>
            <Switch
              checked={second || role.second_factor_required}
              disabled={closed || (role.second_factor_required && !role.second_factor)}
              onChange={setSecond}
            />
            <span>
              登录须双重验证
              {role.second_factor_required && !role.second_factor && '（生产环境强制）'}
            </span>
          </label>
        </div>
        {permissionGroups.map(([group, own]) => (
          <fieldset key={group} className={css.group}>
            <legend>{group}</legend>
            {own.map(each => (
              <Checkbox
                key={each}
                checked={permissions.includes(each)}
                disabled={closed || each === 'staff.write' || each === 'staff.approve'}
                onChange={event =>
                  setPermissions(
                    event.target.checked
                      ? [...permissions, each]
                      : permissions.filter(other => other !== each),
                  )
                }
              >
                {permissionLabels[each].label}
                {isPower(each) && <em title="授予须两人批准">敏感</em>}
              </Checkbox>
            ))}
          </fieldset>
        ))}
        {!closed && changed && (
          <div className={css.form}>
            {!fresh && added.length + gone.length > 0 && (
              <p className={css.change}>
                {added.length > 0 && (
                  <ins>增加 {added.map(each => permissionLabels[each].label).join('、')}</ins>
                )}
                {gone.length > 0 && (
                  <del>移除 {gone.map(each => permissionLabels[each].label).join('、')}</del>
                )}
              </p>
            )}
            {waits && (
              <Alert
                type="info"
                showIcon
                title={`将扩大 ${role.operators} 位操作员的权限，须由另一位管理员批准`}
              />
            )}
            <label>
              <span>修改说明（必填）</span>
              <Input
                value={remark}
                maxLength={200}
                onChange={event => setRemark(event.target.value)}
              />
            </label>
            {save.error && <Alert type="error" showIcon title={save.error.message} />}
            <div className={css.buttons}>
              <Button type="primary" htmlType="submit" disabled={!ready} loading={save.isPending}>
                {waits ? '提交批准' : '保存'}
              </Button>
            </div>
          </div>
        )}
        {!closed && !fresh && !role.builtin && role.operators === 0 && (
          <div>
            <Button
              danger
              loading={remove.isPending}
              onClick={() => remove.mutate({ role: role.role, remark: '不再使用' })}
            >
              删除角色
            </Button>
          </div>
        )}
        {remove.error && <Alert type="error" showIcon title={remove.error.message} />}
      </form>
    </Card>
  )
}
