import { figureFacts, type EntryFigure } from '@tianping/contract/figures/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Table } from 'antd'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { codeLabel } from '../../parts/labels.ts'
import { pageSize } from '../../parts/list/kept.ts'
import { stepTo } from '../../parts/list/standard.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { Booked } from '../../parts/member/Entries.tsx'
import { Failure } from '../../ui/Failure.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import { Signed } from '../../ui/values/Money.tsx'
import type { Span } from './span.ts'

const name = 'POST /api/console/figures/entries/list'
type Row = ConsoleRowOf<typeof name>

const columns: Columns<Row> = [
  { ...columnOf('day'), render: (_, row) => row.day },
  {
    ...columnOf('username'),
    render: (_, row) => <a href={href(`/members/${row.member_id}`)}>{row.username}</a>,
  },
  { ...columnOf('code'), render: (_, row) => codeLabel(row.code) },
  { ...columnOf('amount'), align: 'right', render: (_, row) => <Signed amount={row.amount} /> },
  { ...columnOf('source_id'), render: (_, row) => row.source_id },
]

/** The movements that a figure is made of; each opens its entries in the ledger. */
export function Movements({
  figure,
  span,
  onClose,
}: {
  figure: EntryFigure
  span: Span
  onClose: () => void
}) {
  const [at, setAt] = useState({ page: 1, cursor: '' })
  const sent = { ...span, figure, per: pageSize.use(), ...at }
  const shown = useQuery({
    queryKey: [name, sent],
    queryFn: ({ signal }) => call(name, sent, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Drawer
      open
      size={720}
      title={`${figureFacts[figure].label} ${span.from} 至 ${span.to}`}
      onClose={onClose}
    >
      {shown.error && !shown.data ? (
        <Failure error={shown.error} retry={() => void shown.refetch()} />
      ) : (
        <Table<Row>
          size="small"
          aria-label="构成这个数字的账目"
          columns={columns}
          dataSource={shown.data?.data ?? []}
          loading={shown.isFetching}
          rowKey={row => row.transaction_id}
          scroll={{ x: 'max-content' }}
          expandable={{
            expandedRowRender: row => <Booked memberId={row.member_id} sourceId={row.source_id} />,
          }}
          pagination={{
            current: at.page,
            pageSize: shown.data?.per_page ?? 10,
            total: shown.data?.total ?? 0,
            showSizeChanger: false,
            size: 'small',
            showTotal: total => `共 ${total.toLocaleString('zh-CN')} 条`,
            onChange: next => setAt(stepTo(next, at.page, shown.data ?? {})),
          }}
        />
      )}
    </Drawer>
  )
}
