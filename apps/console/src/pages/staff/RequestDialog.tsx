import { reviewState } from '@tianping/contract/facts'
import { Alert, Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useOperator } from '../../app/session/operator.ts'
import { changesOf } from '../../parts/audit/changes.ts'
import { Changes } from '../../parts/audit/Changes.tsx'
import { Dialog } from '../shared/Dialog.tsx'
import { RemarkField } from './fields.tsx'
import { requestKinds } from '@tianping/contract/staff/facts'
import { outcomeOf, subjectOf, type Request } from './requestLabels.ts'
import { useStaffChange } from './useStaff.ts'
import css from './staff.module.css'

type DialogProps = { request: Request; onClose: () => void }

/** One request: what it changes, and the way out this operator has. */
export function RequestDialog({ request, onClose }: DialogProps) {
  const barred = useBarred(request)
  const { may } = useOperator()
  const open = request.state === reviewState.waiting
  const decides = open && barred === '' && may('staff.approve')
  return (
    <Dialog
      title={`${requestKinds[request.kind]}：${subjectOf(request)}`}
      width={560}
      onClose={onClose}
    >
      {decides ? (
        <Decide request={request} onClose={onClose} />
      ) : (
        <div className={css.form}>
          <Asked request={request} />
          {!open && <Decided request={request} />}
          {open && barred !== '' && <Alert type="info" showIcon title={barred} />}
          <Leave request={request} onClose={onClose} />
        </div>
      )}
    </Dialog>
  )
}

/** Why this operator may not decide a request; empty for another's about somebody else. */
function useBarred({ proposed_by, subject }: Request): string {
  const { name, role } = useOperator()
  if (proposed_by === name) return '须由另一位管理员批准'
  const about = subject === `operator:${name}` || subject === `role:${role}`
  return about ? '不能批准关于自己的申请' : ''
}

const Asked = ({ request: r }: { request: Request }) => (
  <>
    <p>
      {r.proposed_by} 于 {r.proposed_at} 提出：{r.note}
    </p>
    <Changes changes={changesOf(r.before, r.after)} />
  </>
)

const Decided = ({ request: r }: { request: Request }) => (
  <Alert
    type="info"
    showIcon
    title={`已由 ${r.decided_by} 于 ${r.decided_at} ${outcomeOf(r)}`}
    description={r.remark || undefined}
  />
)

/** Closing it, or taking one's own request back. */
function Leave({ request, onClose }: DialogProps) {
  const { may, name } = useOperator()
  const withdraw = useStaffChange('POST /api/console/staff/withdraw', '已撤回', onClose)
  const own = request.state === reviewState.waiting && request.proposed_by === name
  return (
    <Ways error={withdraw.error} onClose={onClose}>
      {own && may('staff.write') && (
        <Button
          danger
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate({ id: request.id })}
        >
          撤回申请
        </Button>
      )}
    </Ways>
  )
}

type WaysProps = { error: Error | null; onClose: () => void; children: ReactNode }

const Ways = ({ error, onClose, children }: WaysProps) => (
  <>
    {error && <Alert type="error" showIcon title={error.message} />}
    <div className={css.buttons}>
      <Button onClick={onClose}>关闭</Button>
      {children}
    </div>
  </>
)

/** Refusing takes a reason, approving takes the password of the one who does it. */
function Decide({ request, onClose }: DialogProps) {
  const { id } = request
  const [remark, setRemark] = useState('')
  const [password, setPassword] = useState('')
  const approve = useStaffChange('POST /api/console/staff/approve', '已批准，立即生效', onClose)
  const reject = useStaffChange('POST /api/console/staff/reject', '已拒绝', onClose)
  const busy = approve.isPending || reject.isPending
  const why = remark.trim()
  return (
    <form
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        if (password && !busy) approve.mutate({ id, remark: why, password })
      }}
    >
      <Asked request={request} />
      <RemarkField label="备注（拒绝时必填）" value={remark} onChange={setRemark} />
      <label>
        <span>您的密码（批准时须输入）</span>
        <Input.Password
          value={password}
          maxLength={128}
          autoComplete="current-password"
          onChange={event => setPassword(event.target.value)}
        />
      </label>
      <Ways error={approve.error ?? reject.error} onClose={onClose}>
        <Button
          danger
          disabled={!why || busy}
          loading={reject.isPending}
          onClick={() => reject.mutate({ id, remark: why })}
        >
          拒绝
        </Button>
        <Button type="primary" htmlType="submit" disabled={!password} loading={approve.isPending}>
          批准
        </Button>
      </Ways>
    </form>
  )
}
