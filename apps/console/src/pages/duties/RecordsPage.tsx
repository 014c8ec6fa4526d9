import type { ConsoleRowOf } from '@tianping/contract/console'
import { dutyKinds } from '@tianping/contract/duties/facts'
import { Select } from 'antd'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { RefreshAtEnd } from '../../parts/list/RefreshAtEnd.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { DutyTabs } from './DutyTabs.tsx'
import { aboutLabel, listCall } from './duty.ts'

type Record = ConsoleRowOf<typeof listCall>

const columns: Columns<Record> = [
  { ...columnOf('done_on'), render: (_, row) => row.done_on },
  { ...columnOf('duty'), render: (_, row) => <b>{dutyKinds[row.duty]}</b> },
  { ...columnOf('about'), render: (_, row) => aboutLabel(row) || '—' },
  { ...columnOf('done_by'), render: (_, row) => row.done_by },
  { ...columnOf('reference'), title: '报告或证书编号', render: (_, row) => row.reference || '—' },
  {
    ...columnOf('sha256'),
    render: (_, row) =>
      row.sha256 ? <code title={row.sha256}>{row.sha256.slice(0, 12)}</code> : '—',
  },
  { ...columnOf('note'), render: (_, row) => row.note || '—' },
  { ...columnOf('next_due'), render: (_, row) => row.next_due || '—' },
  { ...columnOf('added_by'), render: (_, row) => row.added_by },
  { ...columnOf('added_at'), render: (_, row) => row.added_at },
]
const options = [
  { value: '', label: '全部事项' },
  ...Object.entries(dutyKinds).map(([value, label]) => ({ value, label })),
]

/** What was recorded, newest first. */
export default function RecordsPage() {
  const table = useTable(listCall, { duty: '' })
  return (
    <Room
      title={<DutyTabs current="records" />}
      tools={
        <>
          <Select
            aria-label="事项"
            value={table.filters.duty}
            options={options}
            style={{ width: 180 }}
            onChange={duty => table.set({ duty })}
          />
          <NarrowDays table={table} label="登记" />
          <RefreshAtEnd table={table} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="登记记录"
          empty="还没有登记"
        />
      </Card>
    </Room>
  )
}
