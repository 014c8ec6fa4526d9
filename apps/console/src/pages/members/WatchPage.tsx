import type { ConsoleRowOf } from '@tianping/contract/console'
import { columnOf } from '../../parts/list/columnOf.ts'
import { Find } from '../../parts/list/Find.tsx'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { MemberTabs } from './MemberTabs.tsx'

const list = 'POST /api/console/watch/list'
type Watch = ConsoleRowOf<typeof list>

const columns: Columns<Watch> = [
  memberColumn<Watch>(),
  { ...columnOf('vip'), render: (_, row) => `VIP${row.vip}` },
  { ...columnOf('reason'), render: (_, row) => row.reason },
  { ...columnOf('set_by'), render: (_, row) => row.set_by },
  { ...columnOf('set_at'), render: (_, row) => row.set_at },
  {
    ...columnOf('until'),
    render: (_, row) =>
      row.over ? <Status tone="plain">{`${row.until} 已到期`}</Status> : row.until || '不限期',
  },
]

/** Members whom staff watch. */
export default function WatchPage() {
  const table = useTable(list, { q: '' })
  return (
    <Room
      title={<MemberTabs current="watch" />}
      tools={
        <>
          <span style={{ flex: 1 }} />
          <NarrowDays table={table} label="列入" />
          <Find table={table} width={200} placeholder="会员名、会员 ID" />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.member_id}
          label="关注名单"
          empty="关注名单是空的"
        />
      </Card>
    </Room>
  )
}
