import type { ConsoleRowOf } from '@tianping/contract/console'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { deviceOf } from '../../ui/values/device.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { OtherMembers } from './OtherMembers.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

const name = 'POST /api/console/members/places'

const columnsOf = (id: number): Columns<ConsoleRowOf<typeof name>> => [
  { title: '最近', key: 'last_at', render: (_, row) => row.last_at },
  { title: '首次', key: 'first_at', render: (_, row) => row.first_at },
  { ...columnOf('address'), render: (_, row) => row.address },
  {
    title: '浏览器',
    key: 'agent',
    render: (_, row) => <span title={row.agent}>{deviceOf(row.agent) || '—'}</span>,
  },
  { ...columnOf('times'), align: 'right', render: (_, row) => row.times },
  {
    title: '同地址其他会员',
    key: 'others',
    align: 'right',
    render: (_, row) => <OtherMembers of={id} count={row.others} />,
  },
]

/** Where a member logged in from, by address and browser. */
export function Places({ id }: { id: number }) {
  const places = useTable(name, {}, () => ({ id }))
  return (
    <Card title="登录地址" extra={<NarrowDays table={places} label="最近" />} flush>
      <Rows
        table={places}
        columns={columnsOf(id)}
        rowKey={row => `${row.address}/${row.agent}`}
        label="登录地址"
        empty="还没有登录过"
      />
    </Card>
  )
}
