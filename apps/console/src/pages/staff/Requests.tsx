import type { ConsoleRowOf } from '@tianping/contract/console'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/operator.ts'
import { useTable } from '../../app/useTable.ts'
import { changesOf } from '../../parts/changes.ts'
import type { Columns } from '../../parts/orderColumns.tsx'
import { Age } from '../../ui/Age.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows } from '../../ui/Rows.tsx'
import { Changes } from '../../parts/Changes.tsx'
import { Dialog } from '../shared/Dialog.tsx'
import { useStaffChange } from './useStaff.ts'
import css from './staff.module.css'

type Request = ConsoleRowOf<'POST /api/console/staff/requests'>
const kinds: Record<Request['kind'], string> = {
  create: '新增操作员',
  role: '变更角色',
  password: '重设密码',
  permissions: '扩大角色权限',
}
const states = [
  { state: 1, text: '待批准' },
  { state: 2, text: '已批准' },
  { state: 3, text: '已拒绝或撤回' },
  { state: 0, text: '全部' },
]

/** What raises somebody's power: asked for by one, approved by another. */
export function Requests() {
  const table = useTable('POST /api/console/staff/requests', { state: 1 })
  const [open, setOpen] = useState<Request | null>(null)
  const { state } = table.filters
  const columns: Columns<Request> = [
    { title: '申请', key: 'kind', render: (_, row) => <b>{kinds[row.kind]}</b> },
    { title: '对象', key: 'subject', render: (_, row) => row.subject.replace(/^\w+:/, '') },
    { title: '说明', key: 'note', ellipsis: true, render: (_, row) => row.note },
    { title: '提出人', key: 'proposed_by', render: (_, row) => row.proposed_by },
    {
      title: '提出时间',
      key: 'proposed_at',
      render: (_, row) => (row.state === 1 ? <Age since={row.proposed_at} /> : row.proposed_at),
    },
    ...(state === 1
      ? []
      : [
          {
            title: '处理',
            key: 'decided_by',
            render: (_: unknown, row: Request) =>
              row.decided_by
                ? `${row.decided_by} ${row.state === 2 ? '批准' : '拒绝或撤回'} ${row.decided_at}`
                : '—',
          },
        ]),
  ]
  return (
    <>
      <div className={css.tools}>
        <LinkTabs
          label="状态"
          current={String(state)}
          tabs={states.map(each => ({
            key: String(each.state),
            text: each.text,
            href: href('/staff', {
              tab: 'requests',
              ...(each.state === 1 ? {} : { state: each.state }),
            }),
          }))}
        />
        <span className={css.push} />
        <Refresh busy={table.refreshing} onClick={table.refresh} />
      </div>
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="员工变更申请"
          empty="没有待批准的申请"
          current={open?.id}
          onRow={setOpen}
        />
      </Card>
      {open && <RequestDialog request={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function RequestDialog({ request: r, onClose }: { request: Request; onClose: () => void }) {
  const { may, name, role } = useOperator()
  const [remark, setRemark] = useState('')
  const [password, setPassword] = useState('')
  const approve = useStaffChange('POST /api/console/staff/approve', '已批准，立即生效', onClose)
  const reject = useStaffChange('POST /api/console/staff/reject', '已拒绝', onClose)
  const withdraw = useStaffChange('POST /api/console/staff/withdraw', '已撤回', onClose)
  const own = r.proposed_by === name
  const about = r.subject === `operator:${name}` || r.subject === `role:${role}`
  const decides = r.state === 1 && may('staff.approve') && !own && !about
  const error = approve.error ?? reject.error ?? withdraw.error
  const busy = approve.isPending || reject.isPending || withdraw.isPending
  return (
    <Dialog
      title={`${kinds[r.kind]}：${r.subject.replace(/^\w+:/, '')}`}
      width={560}
      onClose={onClose}
    >
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (decides && password && !busy)
            approve.mutate({ id: r.id, remark: remark.trim(), password })
        }}
      >
        <p>
          {r.proposed_by} 于 {r.proposed_at} 提出：{r.note}
        </p>
        <Changes changes={changesOf(r.before, r.after)} />
        {r.state !== 1 && (
          <Alert
            type="info"
            showIcon
            title={`已由 ${r.decided_by} 于 ${r.decided_at} ${r.state === 2 ? '批准' : '拒绝或撤回'}`}
            description={r.remark || undefined}
          />
        )}
        {r.state === 1 && own && <Alert type="info" showIcon title="须由另一位管理员批准" />}
        {r.state === 1 && !own && about && (
          <Alert type="info" showIcon title="不能批准关于自己的申请" />
        )}
        {decides && (
          <>
            <label>
              <span>备注（拒绝时必填）</span>
              <Input
                value={remark}
                maxLength={200}
                onChange={event => setRemark(event.target.value)}
              />
            </label>
            <label>
              <span>您的密码（批准时须输入）</span>
              <Input.Password
                value={password}
                maxLength={128}
                autoComplete="current-password"
                onChange={event => setPassword(event.target.value)}
              />
            </label>
          </>
        )}
        {error && <Alert type="error" showIcon title={error.message} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>关闭</Button>
          {r.state === 1 && own && may('staff.write') && (
            <Button
              danger
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate({ id: r.id })}
            >
              撤回申请
            </Button>
          )}
          {decides && (
            <Button
              danger
              disabled={!remark.trim() || busy}
              loading={reject.isPending}
              onClick={() => reject.mutate({ id: r.id, remark: remark.trim() })}
            >
              拒绝
            </Button>
          )}
          {decides && (
            <Button
              type="primary"
              htmlType="submit"
              disabled={!password}
              loading={approve.isPending}
            >
              批准
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
