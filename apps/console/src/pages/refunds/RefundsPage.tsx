import { briefName, briefSum } from '../../parts/review/brief.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { refundReasons, refundState } from '@tianping/contract/stages'
import { href } from '../../app/address.ts'
import { useCounts } from '../../app/counts.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { orderHref } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { queueDefaults } from '../../parts/review/reviewFilters.ts'
import { briefState, stateColumn } from '../../parts/review/stateColumn.tsx'
import { refundStates } from '../../parts/states.ts'
import { Age } from '../../ui/values/Age.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import { LongNumber } from '../../ui/values/Long.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { RefundPanel } from './RefundPanel.tsx'

type Row = ConsoleRowOf<'POST /api/console/refunds/list'>

const columnsOf = (state: number): Columns<Row> => [
  {
    title: '退款单号',
    key: 'no',
    fields: ['refund_no'],
    render: (_, row) => (
      <a href={orderHref('/refunds', row.refund_no, state)}>
        <LongNumber text={row.refund_no} />
      </a>
    ),
  },
  memberColumn<Row>(),
  {
    ...columnOf('amount'),
    align: 'right',
    render: (_, row) => <Money amount={row.amount} strong />,
  },
  { title: '原因', key: 'reason', render: (_, row) => refundReasons[row.reason] },
  {
    ...columnOf('deposit_no'),
    render: (_, row) => (
      <a href={href('/deposits', { state: everyState, open: row.deposit_no })}>
        <LongNumber text={row.deposit_no} />
      </a>
    ),
  },
  ...(state === everyState ? stateColumn<Row>(refundStates) : []),
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  ...(state === refundState.waiting ? waiting : recorded),
]

const waiting: Columns<Row> = [
  {
    title: '已等待',
    key: 'age',
    fields: ['created_at'],
    render: (_, row) => <Age since={row.created_at} />,
  },
  {
    title: '经手',
    key: 'by',
    fields: ['recorded_by', 'claimed_by'],
    render: (_, row) =>
      row.recorded_by ? `${row.recorded_by} 已登记，待复核` : row.claimed_by || '—',
  },
]
const recorded: Columns<Row> = [
  {
    title: '退款凭证',
    key: 'voucher',
    render: (_, row) => (row.voucher ? <LongNumber text={row.voucher} /> : '—'),
  },
  {
    title: '经手',
    key: 'by',
    fields: ['recorded_by', 'decided_by'],
    render: (_, row) => [row.recorded_by, row.decided_by].filter(Boolean).join('、') || '—',
  },
  { ...columnOf('decided_at'), render: (_, row) => row.decided_at || '—' },
]

const brief: Columns<Row> = [
  briefName<Row>(
    row => row.username,
    row => row.refund_no,
  ),
  briefSum<Row>(
    row => row.amount,
    row => refundReasons[row.reason],
  ),
  ...briefState<Row>(refundStates),
]

/** Payments that were not credited and go back to their payers. */
export default function RefundsPage() {
  const table = useTable('POST /api/console/refunds/list', queueDefaults)
  const counts = useCounts()
  return (
    <ReviewBench
      title="退款"
      path="/refunds"
      table={table}
      pending={counts.data?.refunds_open}
      states={refundStates}
      columns={columnsOf(table.filters.state)}
      brief={brief}
      idOf={row => row.refund_no}
      sums={[{ key: 'amount', title: '金额' }]}
      more={<OrderNarrow table={table} states={refundStates} label="提交" />}
      search="单号、凭证号、会员名、会员 ID"
      empty="没有待处理的退款"
      panel={(no, step) => <RefundPanel key={no} no={no} step={step} />}
    />
  )
}
