import type { ConsoleRowOf } from '@tianping/contract/console'
import { securityKinds } from '@tianping/contract/security/facts'
import { Select } from 'antd'
import { Subject } from '../../parts/audit/Subject.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { Find } from '../../parts/list/Find.tsx'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { securityKindOptions } from '../../parts/labels.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SecurityTabs } from './SecurityTabs.tsx'

type Row = ConsoleRowOf<'POST /api/console/security/list'>

const columns: Columns<Row> = [
  { ...columnOf('last_at'), render: (_, row) => row.last_at },
  { ...columnOf('kind'), render: (_, row) => <b>{securityKinds[row.kind]}</b> },
  { ...columnOf('times'), align: 'right', render: (_, row) => row.times },
  { ...columnOf('subject'), render: (_, row) => <Subject subject={row.subject} /> },
  { title: '来源网段', key: 'address', render: (_, row) => row.address || '—' },
]

/** What the site's defence refused or noticed, minute by minute. */
export default function SecurityPage() {
  const table = useTable('POST /api/console/security/list', { kind: '', q: '' })
  return (
    <Room
      title={<SecurityTabs current="events" />}
      tools={
        <>
          <span style={{ flex: 1 }} />
          <Select
            aria-label="类别"
            value={table.filters.kind}
            style={{ width: 200 }}
            options={[{ value: '', label: '全部类别' }, ...securityKindOptions]}
            onChange={kind => table.set({ kind })}
          />
          <NarrowDays table={table} label="发生" />
          <Find table={table} width={200} placeholder="对象或来源网段" />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="安全事件"
          empty="没有符合条件的安全事件"
        />
      </Card>
    </Room>
  )
}
