import type { Columns } from '../../ui/Rows.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { call } from '../../app/api.ts'
import { deviceOf } from '../../ui/values/device.ts'
import { Unloaded } from '../shared/Unloaded.tsx'
import { OtherMembers } from './OtherMembers.tsx'
import { ShortList } from './ShortList.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

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
  // The newest ten: more devices than that are seen by their addresses below.
  const devices = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id, page: 1 }, signal),
  })
  if (!devices.data) return <Unloaded query={devices} />
  const { data: rows, total } = devices.data
  return (
    <ShortList
      title={total > rows.length ? `设备（最近 ${rows.length} 台，共 ${total} 台）` : '设备'}
      columns={columnsOf(id)}
      rows={rows}
      rowKey={row => row.device}
      empty="还没有留下设备标识，早前的登录只有地址"
    />
  )
}
