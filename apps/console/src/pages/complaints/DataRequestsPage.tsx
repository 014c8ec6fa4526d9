import type { ConsoleRowOf } from '@tianping/contract/console'
import { dataRequestKinds } from '@tianping/contract/dataRights/facts'
import { everyState, reviewState } from '@tianping/contract/facts'
import { Button, Select, Tag } from 'antd'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { stateColumn } from '../../parts/review/stateColumn.tsx'
import { dataRequestStates, everyOf } from '../../parts/states.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { ComplaintTabs } from './ComplaintTabs.tsx'
import { DataRequestWays, Lift } from './DataRequestWays.tsx'
import { WriteRequest } from './WriteRequest.tsx'

type Row = ConsoleRowOf<'POST /api/console/data-requests/list'>

/** Whether a granted restriction still counts, and the way to end it. */
function Restriction({ row }: { row: Row }) {
  if (row.kind !== 'restrict' || row.state !== reviewState.approved) return '—'
  return row.lifted_at === '' ? <Lift request={row} /> : `已于 ${row.lifted_at} 解除`
}

const columnsOf = (state: number): Columns<Row> => [
  memberColumn<Row>(),
  { ...columnOf('kind'), render: (_, row) => dataRequestKinds[row.kind] },
  { ...columnOf('apply_info'), render: (_, row) => row.apply_info || '—' },
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  {
    ...columnOf('answer_by'),
    render: (_, row) => (
      <>
        {row.answer_by.slice(0, 10)} {row.overdue && <Tag color="red">即将到期</Tag>}
      </>
    ),
  },
  { ...columnOf('closed_at'), render: (_, row) => row.closed_at || '未注销' },
  ...(state === everyState ? stateColumn<Row>(dataRequestStates) : []),
  ...(state === reviewState.waiting
    ? [
        {
          title: '处理',
          key: 'ways',
          fixed: 'right' as const,
          render: (_: unknown, row: Row) => <DataRequestWays request={row} />,
        },
      ]
    : [
        { ...columnOf('decided_by'), render: (_: unknown, row: Row) => row.decided_by || '—' },
        { ...columnOf('answer'), render: (_: unknown, row: Row) => row.answer || '—' },
        {
          title: '限制',
          key: 'restriction',
          render: (_: unknown, row: Row) => <Restriction row={row} />,
        },
      ]),
]

const path = '/complaints/data-requests'
const defaults: { state: number; kind: string; q: string } = {
  state: reviewState.waiting,
  kind: '',
  q: '',
}
const kinds = [
  { value: '', label: '全部类型' },
  ...Object.entries(dataRequestKinds).map(([value, label]) => ({ value, label })),
]

/** What members ask of their personal data. */
export default function DataRequestsPage() {
  const table = useTable('POST /api/console/data-requests/list', defaults)
  const { data } = useCounts()
  const { may } = useOperator()
  const [writing, setWriting] = useState(false)
  const { state: current, kind, q } = table.filters
  const tabs = [...dataRequestStates, everyOf(everyState)].map(({ state, text }) => ({
    key: String(state),
    text,
    href: href(path, state === defaults.state ? {} : { state }),
    count: state === reviewState.waiting ? data?.data_requests_waiting : undefined,
  }))
  return (
    <Room
      title={<ComplaintTabs current="requests" />}
      tools={
        <>
          <LinkTabs label="状态" tabs={tabs} current={String(current)} />
          <Select
            aria-label="类型"
            value={kind}
            options={kinds}
            onChange={next => table.set({ kind: next })}
          />
          <OrderNarrow table={table} states={dataRequestStates} label="申请" amounts={false} />
          <SearchBox
            placeholder="会员名、会员 ID"
            value={q}
            onSearch={next => table.set({ q: next })}
          />
          <span style={{ flex: 1 }} />
          {may('data_request.review') && <Button onClick={() => setWriting(true)}>代为登记</Button>}
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columnsOf(current)}
          rowKey={row => row.request_id}
          label="个人信息申请"
          empty={current === reviewState.waiting ? '没有待处理的申请' : '没有申请'}
        />
      </Card>
      {writing && <WriteRequest onClose={() => setWriting(false)} />}
    </Room>
  )
}
