import { briefName, briefSum } from '../../parts/review/brief.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { payoutState } from '@tianping/contract/cashier/facts'
import { everyState } from '@tianping/contract/facts'
import { useTable } from '../../parts/list/useTable.ts'
import { useToday } from '../../app/useToday.ts'
import { payoutStates } from '../../parts/states.ts'
import { decisionColumns, orderHref } from '../../parts/review/orderColumns.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { queueDefaults } from '../../parts/review/reviewFilters.ts'
import { briefState, stateColumn } from '../../parts/review/stateColumn.tsx'
import { LongNumber } from '../../ui/values/Long.tsx'
import { masked } from '../../ui/values/masked.ts'
import { Money } from '../../ui/values/Money.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { PayoutPanel } from './PayoutPanel.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

type Row = ConsoleRowOf<'POST /api/console/payouts/list'>

const columnsOf = (state: number): Columns<Row> => [
  {
    title: '取款单号',
    key: 'no',
    fields: ['out_trade_no'],
    render: (_, row) => (
      <a href={orderHref('/payouts', row.out_trade_no, state)}>
        <LongNumber text={row.out_trade_no} />
      </a>
    ),
  },
  memberColumn<Row>(),
  {
    ...columnOf('amount'),
    align: 'right',
    render: (_, row) => <Money amount={row.amount} strong />,
  },
  {
    title: '付给',
    key: 'receives',
    render: (_, row) => (
      <>
        {row.method} {masked(row.receives)}
      </>
    ),
  },
  { title: '次数', key: 'attempt', render: (_, row) => `第 ${row.attempt} 次` },
  ...(state === everyState ? stateColumn<Row>(payoutStates) : []),
  ...(state === payoutState.open
    ? []
    : [
        {
          title: '流水号',
          key: 'reference',
          render: (_: unknown, row: Row) =>
            row.reference ? <LongNumber text={row.reference} /> : '—',
        },
      ]),
  ...decisionColumns<Row>(state),
]

const brief: Columns<Row> = [
  briefName<Row>(
    row => row.username,
    row => row.out_trade_no,
  ),
  briefSum<Row>(
    row => row.amount,
    row => row.method,
  ),
  ...briefState<Row>(payoutStates),
]

export default function PayoutsPage() {
  const table = useTable('POST /api/console/payouts/list', queueDefaults)
  const { data } = useToday()
  return (
    <ReviewBench
      title="付款"
      path="/payouts"
      table={table}
      pending={data?.payouts_open}
      states={payoutStates}
      columns={columnsOf(table.filters.state)}
      brief={brief}
      idOf={row => row.out_trade_no}
      rowKey={row => `${row.out_trade_no}/${row.attempt}`}
      more={<OrderNarrow table={table} states={payoutStates} label="提交" />}
      sums={[{ key: 'amount', title: '金额' }]}
      search="单号、会员名、会员 ID"
      empty="没有待付款的单子"
      panel={(no, step) => <PayoutPanel key={no} no={no} step={step} />}
    />
  )
}
