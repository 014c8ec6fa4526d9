import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { DecisionDialog, type Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import { SessionList } from '../../parts/SessionList.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { writeDraft } from '../../app/drafts.ts'
import { AllowedField } from './AllowedField.tsx'
import { OneTimePassword } from './OneTimePassword.tsx'
import { Factor, StaffState, type StaffRow } from './StaffState.tsx'
import { isPower, hasPower, type RoleRow } from './power.ts'
import { useStaffChange } from './useStaff.ts'
import css from './staff.module.css'

type Verb = 'lock' | 'unlock' | 'reset' | 'password' | 'end'
const sessionsCall = 'POST /api/console/staff/sessions'

/** One operator: who it is, where from, what may be changed, and every log-in that stands. */
export function OperatorDrawer({
  row,
  roles,
  onClose,
}: {
  row: StaffRow
  roles: RoleRow[]
  onClose: () => void
}) {
  const { may, id } = useOperator()
  const own = row.id === id
  const mayChange = may('staff.write') && !own
  const [asked, ask] = useState<{ verb: Verb; session: number } | null>(null)
  const [password, setPassword] = useState<{ password: string; waits: boolean } | null>(null)
  const sessions = useQuery({
    queryKey: [sessionsCall, row.id],
    queryFn: ({ signal }) => call(sessionsCall, { id: row.id }, signal),
  })
  const close = () => {
    if (asked) writeDraft(draftOf(row.id, asked.verb), '')
    ask(null)
  }
  const changes = {
    lock: useStaffChange('POST /api/console/staff/lock', '已锁定', close),
    unlock: useStaffChange('POST /api/console/staff/unlock', '已解锁', close),
    reset: useStaffChange('POST /api/console/staff/reset', '已重置双重验证', close),
    end: useStaffChange('POST /api/console/staff/sessions/end', '已退出', close),
    password: useStaffChange('POST /api/console/staff/password', '已设置一次性密码', given => {
      close()
      setPassword(given)
    }),
  }
  const run = (remark: string) => {
    if (!asked) return
    if (asked.verb === 'end') changes.end.mutate({ id: row.id, session: asked.session, remark })
    else changes[asked.verb].mutate({ id: row.id, remark })
  }
  const start = (verb: Verb, session = 0) => {
    changes[verb].reset()
    ask({ verb, session })
  }
  return (
    <Drawer open size={560} title={row.name} onClose={onClose}>
      <div className={css.drawer}>
        <Facts>
          <Fact label="角色">{row.role_label}</Fact>
          <Fact label="状态">
            <StaffState state={row.state} />
          </Fact>
          <Fact label="双重验证">
            <Factor row={row} />
          </Fact>
          <Fact label="密码">{row.must_change_password ? '一次性密码，尚未修改' : '已自设'}</Fact>
          <Fact label="最近登录">{row.last_login_at}</Fact>
          <Fact label="创建">{`${row.created_at} ${row.created_by}`}</Fact>
        </Facts>
        {own && (
          <Alert
            type="info"
            showIcon
            title="这是您自己的账号，须由另一位管理员修改；密码与双重验证请到“我的账号”。"
          />
        )}
        {mayChange && row.state !== 'waits' && (
          <div className={css.deeds}>
            {row.state === 'active' ? (
              <Button danger onClick={() => start('lock')}>
                锁定
              </Button>
            ) : (
              <Button onClick={() => start('unlock')}>解锁</Button>
            )}
            <Button disabled={row.second_factor === 'none'} onClick={() => start('reset')}>
              重置双重验证
            </Button>
            <Button onClick={() => start('password')}>重设密码</Button>
            <Button disabled={row.sessions === 0} onClick={() => start('end')}>
              退出全部登录
            </Button>
          </div>
        )}
        {mayChange && row.state !== 'waits' && (
          <Place key={`${row.role}/${row.allowed.join()}/${row.member}`} row={row} roles={roles} />
        )}
        <h3>登录会话</h3>
        <SessionList
          sessions={sessions.data ?? []}
          busy={changes.end.isPending}
          onEnd={mayChange ? session => start('end', session.id) : undefined}
        />
      </div>
      {asked && (
        <DecisionDialog
          decision={decisionOf(
            asked.verb,
            row,
            hasPower(roles.find(each => each.role === row.role)?.permissions ?? []),
          )}
          draft={draftOf(row.id, asked.verb)}
          over=""
          busy={changes[asked.verb].isPending}
          error={changes[asked.verb].error}
          onConfirm={run}
          onClose={() => ask(null)}
        />
      )}
      {password && (
        <OneTimePassword name={row.name} {...password} onClose={() => setPassword(null)} />
      )}
    </Drawer>
  )
}

const draftOf = (id: number, verb: Verb) => `staff/${id}/${verb}`

/** Role, networks and own member account, saved together. */
function Place({ row, roles }: { row: StaffRow; roles: RoleRow[] }) {
  const [role, setRole] = useState(row.role)
  const [allowed, setAllowed] = useState(row.allowed)
  const [member, setMember] = useState(row.member)
  const [remark, setRemark] = useState('')
  const save = useStaffChange('POST /api/console/staff/save', '已保存', () => setRemark(''))
  const held = roles.find(each => each.role === row.role)?.permissions ?? []
  const waits =
    role !== row.role &&
    (roles.find(each => each.role === role)?.permissions ?? []).some(
      each => isPower(each) && !held.includes(each),
    )
  const changed =
    role !== row.role || allowed.join() !== row.allowed.join() || member.trim() !== row.member
  return (
    <form
      className={css.form}
      aria-label="修改操作员"
      onSubmit={event => {
        event.preventDefault()
        if (changed && remark.trim() && !save.isPending)
          save.mutate({ id: row.id, role, allowed, member: member.trim(), remark: remark.trim() })
      }}
    >
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
        <span>本人的会员账号（该会员的业务由他人处理）</span>
        <Input
          value={member}
          maxLength={64}
          placeholder="会员名或会员 ID"
          onChange={event => setMember(event.target.value)}
        />
      </label>
      {changed && (
        <label>
          <span>说明（必填）</span>
          <Input value={remark} maxLength={200} onChange={event => setRemark(event.target.value)} />
        </label>
      )}
      {changed && waits && (
        <Alert type="info" showIcon title="新角色的权限更大，须由另一位管理员批准后生效" />
      )}
      {save.error && <Alert type="error" showIcon title={save.error.message} />}
      {changed && (
        <div className={css.buttons}>
          <Button
            type="primary"
            htmlType="submit"
            disabled={!remark.trim()}
            loading={save.isPending}
          >
            {waits ? '提交批准' : '保存'}
          </Button>
        </div>
      )}
    </form>
  )
}

function decisionOf(verb: Verb, row: StaffRow, power: boolean): Decision {
  const out = row.sessions > 0 ? `，其 ${row.sessions} 个登录将立即退出` : ''
  const why = { label: '原因（必填）', required: '须说明' }
  switch (verb) {
    case 'lock':
      return {
        title: '锁定操作员',
        sentence: `${row.name} 将不能登录${out}`,
        confirm: '确认锁定',
        ...why,
      }
    case 'unlock':
      return {
        title: '解锁操作员',
        sentence: `${row.name} 将可以重新登录`,
        confirm: '确认解锁',
        ...why,
      }
    case 'reset':
      return {
        title: '重置双重验证',
        sentence: `${row.name} 的验证器、通行密钥和恢复码将全部移除${out}`,
        confirm: '确认重置',
        ...why,
      }
    case 'end':
      return {
        title: '退出登录',
        sentence: `${row.name} 的所选登录将立即退出`,
        confirm: '确认退出',
        ...why,
      }
    case 'password':
      return {
        title: '重设密码',
        sentence: power
          ? `将为 ${row.name} 生成一次性密码，另一位管理员批准后生效`
          : `将为 ${row.name} 生成一次性密码${out}`,
        confirm: '生成',
        ...why,
      }
  }
}
