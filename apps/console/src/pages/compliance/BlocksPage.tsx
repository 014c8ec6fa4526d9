import { blockFilters, type BlockFilter } from '@tianping/contract/compliance/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { blockKinds } from '@tianping/contract/protection/facts'
import { Select } from 'antd'
import { href } from '../../app/address.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { RefreshAtEnd } from '../../parts/list/RefreshAtEnd.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { ComplianceTabs } from './ComplianceTabs.tsx'
import { optionsOf } from './facts.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

type Row = ConsoleRowOf<'POST /api/console/blocks/list'>

const columns: Columns<Row> = [
  memberColumn<Row>(),
  { ...columnOf('kind'), render: (_, row) => blockKinds[row.kind] },
  { ...columnOf('set_at'), render: (_, row) => row.set_at },
  { ...columnOf('until'), render: (_, row) => row.until || '永久' },
  {
    ...columnOf('in_force'),
    render: (_, row) =>
      row.in_force ? <Status tone="waiting">生效中</Status> : <Status tone="plain">已结束</Status>,
  },
  { ...columnOf('return_asked_at'), render: (_, row) => row.return_asked_at || '—' },
  { ...columnOf('return_at'), render: (_, row) => row.return_at || '—' },
  { ...columnOf('set_by'), render: (_, row) => row.set_by || '会员' },
  { ...columnOf('reason'), render: (_, row) => row.reason || '—' },
]
const defaults: { state: BlockFilter; kind: string; q: string } = {
  state: 'now',
  kind: '',
  q: '',
}

/** The register of breaks and exclusions. */
export default function BlocksPage() {
  const table = useTable('POST /api/console/blocks/list', defaults)
  const { state, kind, q } = table.filters
  const tabs = (Object.keys(blockFilters) as BlockFilter[]).map(each => ({
    key: each,
    text: blockFilters[each],
    href: href('/compliance/blocks', each === defaults.state ? {} : { state: each }),
  }))
  return (
    <Room
      title={<ComplianceTabs current="blocks" />}
      tools={
        <>
          <LinkTabs label="状态" tabs={tabs} current={state} />
          <Select
            aria-label="类别"
            value={kind}
            style={{ width: 150 }}
            options={optionsOf(blockKinds, '全部类别')}
            onChange={next => table.set({ kind: next })}
          />
          <NarrowDays table={table} label="设定" />
          <SearchBox
            placeholder="会员名、会员 ID"
            value={q}
            onSearch={next => table.set({ q: next })}
          />
          <RefreshAtEnd table={table} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => `${row.member_id}/${row.set_at}/${row.kind}`}
          label="暂停与排除"
          empty="没有符合条件的暂停或排除"
        />
      </Card>
    </Room>
  )
}
