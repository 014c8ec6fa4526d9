import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { NarrowAmounts, NarrowDays, NarrowStates } from '../../../parts/list/Narrow.tsx'
import { useTable, type ListTable } from '../../../parts/list/useTable.ts'
import type { StandardFilters } from '../../../parts/list/standard.ts'
import { orderColumns } from '../../../parts/review/orderColumns.tsx'
import { optionsOf, orderStates } from '../../../parts/states.ts'
import { Card } from '../../../ui/Room.tsx'
import { Rows, type Columns } from '../../../ui/Rows.tsx'
import type { MemberTabProps } from '../memberTab.ts'

type Deposit = ConsoleRowOf<'POST /api/console/deposits/list'>
type Withdrawal = ConsoleRowOf<'POST /api/console/withdrawals/list'>
type Filters = { state: number } & StandardFilters

const defaults: { state: number } = { state: everyState }
const depositColumns = orderColumns<Deposit>('/deposits', row => row.deposit_no, everyState)
const withdrawalColumns = orderColumns<Withdrawal>(
  '/withdrawals',
  row => row.out_trade_no,
  everyState,
)

/** Deposits of one member, in the standard table. */
export function MemberDeposits({ member }: MemberTabProps) {
  const table = useTable('POST /api/console/deposits/list', defaults, () => ({
    q: String(member.id),
  }))
  return <Orders table={table} columns={depositColumns} label="存款" idOf={row => row.deposit_no} />
}

export function MemberWithdrawals({ member }: MemberTabProps) {
  const table = useTable('POST /api/console/withdrawals/list', defaults, () => ({
    q: String(member.id),
  }))
  return (
    <Orders table={table} columns={withdrawalColumns} label="取款" idOf={row => row.out_trade_no} />
  )
}

function Orders<Row extends { amount: number }>({
  table,
  columns,
  label,
  idOf,
}: {
  table: ListTable<Row, Filters>
  columns: Columns<Row>
  label: string
  idOf: (row: Row) => string
}) {
  return (
    <Card
      title={label}
      extra={
        <span style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          <NarrowStates table={table} options={optionsOf(orderStates)} every={everyState} />
          <NarrowDays table={table} />
          <NarrowAmounts table={table} />
        </span>
      }
      flush
    >
      <Rows
        table={table}
        columns={columns.filter(each => each.key !== 'member')}
        rowKey={idOf}
        label={label}
        empty={`还没有${label}`}
        sums={[{ key: 'amount', title: '金额' }]}
      />
    </Card>
  )
}
