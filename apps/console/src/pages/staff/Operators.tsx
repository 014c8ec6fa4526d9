import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { OperatorDrawer } from './OperatorDrawer.tsx'
import { NewOperator } from './NewOperator.tsx'
import type { RoleRow } from './power.ts'
import { Factor, StaffState, states, type StaffRow } from './StaffState.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './staff.module.css'

const columns: Columns<StaffRow> = [
  { title: '账号', key: 'name', render: (_, row) => <b>{row.name}</b> },
  { ...columnOf('role'), render: (_, row) => row.role_label },
  { ...columnOf('state'), render: (_, row) => <StaffState state={row.state} /> },
  { ...columnOf('second_factor'), render: (_, row) => <Factor row={row} /> },
  { title: '登录中', key: 'sessions', align: 'right', render: (_, row) => row.sessions },
  { ...columnOf('last_login_at'), render: (_, row) => row.last_login_at || '—' },
  {
    title: '允许地址',
    key: 'allowed',
    render: (_, row) =>
      row.allowed.length > 0 ? <Long text={row.allowed.join('、')} width="20ch" /> : '不限',
  },
  { title: '本人会员', key: 'member', render: (_, row) => row.member || '—' },
  {
    title: '创建',
    key: 'created_at',
    render: (_, row) =>
      `${row.created_at.slice(0, 10)}${row.created_by ? ` ${row.created_by}` : ''}`,
  },
]

const noFilters = { q: '', role: '', state: '' }
type Filters = typeof noFilters
type FilterProps = {
  filters: Filters
  set: (filters: Partial<Filters>) => void
  roles: RoleRow[]
}

/** Every operator; one of them opens beside. */
export function Operators() {
  const { may } = useOperator()
  const table = useTable('POST /api/console/staff/list', noFilters)
  const { data: roles = [] } = useQuery({
    queryKey: ['POST /api/console/roles/list'],
    queryFn: ({ signal }) => call('POST /api/console/roles/list', {}, signal),
  })
  const [open, setOpen] = useState(0)
  const [adding, add] = useState(false)
  const opened = table.rows.find(each => each.id === open)
  return (
    <>
      <div className={css.tools}>
        <OperatorFilters filters={table.filters} set={table.set} roles={roles} />
        <span className={css.push} />
        {may('staff.write') && (
          <Button type="primary" onClick={() => add(true)}>
            新增操作员
          </Button>
        )}
        <Refresh busy={table.refreshing} onClick={table.refresh} />
      </div>
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="操作员"
          empty="没有符合条件的操作员"
          current={opened?.id}
          onRow={row => setOpen(row.id)}
        />
      </Card>
      {opened && (
        <OperatorDrawer key={opened.id} row={opened} roles={roles} onClose={() => setOpen(0)} />
      )}
      {adding && <NewOperator roles={roles} onClose={() => add(false)} />}
    </>
  )
}

function OperatorFilters({ filters: { q, role, state }, set, roles }: FilterProps) {
  return (
    <>
      <SearchBox value={q} width={180} placeholder="账号" onSearch={text => set({ q: text })} />
      <Select
        aria-label="角色"
        value={role}
        style={{ width: 130 }}
        options={[
          { value: '', label: '全部角色' },
          ...roles.map(each => ({ value: each.role, label: each.label })),
        ]}
        onChange={next => set({ role: next })}
      />
      <Select
        aria-label="状态"
        value={state}
        style={{ width: 120 }}
        options={[
          { value: '', label: '全部状态' },
          ...Object.entries(states).map(([value, { text }]) => ({ value, label: text })),
        ]}
        onChange={next => set({ state: next })}
      />
    </>
  )
}
