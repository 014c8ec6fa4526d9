import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer } from 'antd'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { DecisionDialog } from '../../parts/dialogs/DecisionDialog.tsx'
import { SessionList } from '../../parts/SessionList.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { OneTimePassword } from './OneTimePassword.tsx'
import { OperatorForm } from './OperatorForm.tsx'
import { hasPower, permissionsOf, type RoleRow } from './power.ts'
import { Factor, StaffState, type StaffRow } from './StaffState.tsx'
import { decisionOf, draftOf, useOperatorChanges, type Verb } from './useOperatorChanges.ts'
import css from './staff.module.css'

type DrawerProps = { row: StaffRow; roles: RoleRow[]; onClose: () => void }

/** One operator: who it is, where from, what may be changed, and every open log-in. */
export function OperatorDrawer({ row, roles, onClose }: DrawerProps) {
  const { may, id } = useOperator()
  const own = row.id === id
  const mayChange = may('staff.write') && !own
  const { start, ending, open, password, passwordRead } = useOperatorChanges(row)
  return (
    <Drawer open size={560} title={row.name} onClose={onClose}>
      <div className={css.drawer}>
        <Profile row={row} />
        {own && (
          <Alert
            type="info"
            showIcon
            title="这是您自己的账号，须由另一位管理员修改；密码与双重验证请到“我的账号”。"
          />
        )}
        {mayChange && row.state !== 'waits' && (
          <>
            <Actions row={row} start={start} />
            <OperatorForm
              key={`${row.role}/${row.allowed.join()}/${row.member}`}
              row={row}
              roles={roles}
            />
          </>
        )}
        <h3>登录会话</h3>
        <Sessions
          row={row}
          busy={ending}
          onEnd={mayChange ? session => start('end', session) : undefined}
        />
      </div>
      {open && (
        <DecisionDialog
          decision={decisionOf(open.verb, row, hasPower(permissionsOf(roles, row.role)))}
          draft={draftOf(row.id, open.verb)}
          over=""
          busy={open.busy}
          error={open.error}
          onConfirm={open.onConfirm}
          onClose={open.onClose}
        />
      )}
      {password && <OneTimePassword name={row.name} {...password} onClose={passwordRead} />}
    </Drawer>
  )
}

const Profile = ({ row }: { row: StaffRow }) => (
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
)

function Actions({ row, start }: { row: StaffRow; start: (verb: Verb) => void }) {
  return (
    <div className={css.actions}>
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
  )
}

type SessionsProps = {
  row: StaffRow
  busy: boolean
  /** Missing for an operator who may not end them. */
  onEnd: ((session: number) => void) | undefined
}

function Sessions({ row, busy, onEnd }: SessionsProps) {
  const name = 'POST /api/console/staff/sessions'
  const { data = [] } = useQuery({
    queryKey: [name, row.id],
    queryFn: ({ signal }) => call(name, { id: row.id }, signal),
  })
  return <SessionList sessions={data} busy={busy} onEnd={onEnd && (session => onEnd(session.id))} />
}
