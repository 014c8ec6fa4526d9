import type { ConsoleRowOf } from '@tianping/contract/console'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { deviceOf } from '../../ui/values/device.ts'
import { OtherMembers } from './OtherMembers.tsx'

const name = 'POST /api/console/members/devices'
type Device = ConsoleRowOf<typeof name>

const columnsOf = (id: number): Columns<Device> => [
  { title: '设备', key: 'device', render: (_, row) => <code>{row.device}</code> },
  {
    title: '浏览器',
    key: 'agent',
    render: (_, row) => <span title={row.agent}>{deviceOf(row.agent) || '—'}</span>,
  },
  { title: '最近', key: 'last_at', render: (_, row) => row.last_at },
  { title: '首次', key: 'first_at', render: (_, row) => row.first_at },
  { title: '最近地址', key: 'address', render: (_, row) => row.address },
  { ...columnOf('times'), align: 'right', render: (_, row) => row.times },
  {
    title: '同设备其他会员',
    key: 'others',
    align: 'right',
    render: (_, row) => <OtherMembers of={id} count={row.others} />,
  },
]

/** Devices by the mark that the member app leaves in a browser. */
export function Devices({ id }: { id: number }) {
  const table = useTable(name, {}, () => ({ id }), 'device_')
  return (
    <Card title="设备" extra={<NarrowDays table={table} label="最近" />} flush>
      <Rows
        table={table}
        columns={columnsOf(id)}
        rowKey={row => `${row.device}/${row.first_at}`}
        label="设备"
        empty="还没有留下设备标识，早前的登录只有地址"
      />
    </Card>
  )
}
