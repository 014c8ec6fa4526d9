import type { ConsoleRowOf } from '@tianping/contract/console'
import { screeningLists, versionStates } from '@tianping/contract/screening/facts'
import { Select } from 'antd'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { ScreeningTabs } from './ScreeningTabs.tsx'
import { Upload } from './Upload.tsx'
import { versionTones } from './versionTones.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

type Version = ConsoleRowOf<'POST /api/console/screening/versions/list'>

const columns: Columns<Version> = [
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  {
    title: '名单',
    key: 'list',
    render: (_, row) => (
      <a href={href(`/screening/lists/${row.version_id}`)}>{screeningLists[row.list]}</a>
    ),
  },
  { ...columnOf('filename'), render: (_, row) => row.filename },
  {
    ...columnOf('state'),
    render: (_, row) => <Status tone={versionTones[row.state]}>{versionStates[row.state]}</Status>,
  },
  { ...columnOf('entries'), align: 'right', render: (_, row) => row.entries },
  { ...columnOf('added'), align: 'right', render: (_, row) => row.added },
  { ...columnOf('changed'), align: 'right', render: (_, row) => row.changed },
  { ...columnOf('removed'), align: 'right', render: (_, row) => row.removed },
  { ...columnOf('brought_by'), render: (_, row) => row.brought_by },
  { ...columnOf('decided_by'), render: (_, row) => row.decided_by || '—' },
]
const options = [
  { value: '', label: '全部名单' },
  ...Object.entries(screeningLists).map(([value, label]) => ({ value, label })),
]

/** The files of the lists, and the comparisons of all members with them. */
export default function ListsPage() {
  const table = useTable('POST /api/console/screening/versions/list', { list: '' })
  const { may } = useOperator()
  return (
    <Room
      title={<ScreeningTabs current="lists" />}
      tools={
        <>
          <Select
            aria-label="名单"
            value={table.filters.list}
            options={options}
            style={{ width: 150 }}
            onChange={list => table.set({ list })}
          />
          <NarrowDays table={table} label="上传" />
          <span style={{ flex: 1 }} />
          {may('screening.lists') && <Upload />}
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.version_id}
          label="名单版本"
          empty="还没有上传名单；会员目前不与任何名单比对"
        />
      </Card>
    </Room>
  )
}
