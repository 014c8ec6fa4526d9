import type { Columns } from '../../ui/Rows.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { useTable } from '../../parts/list/useTable.ts'
import { useToday } from '../../app/useToday.ts'
import { withdrawalMethods } from '../../parts/labels.ts'
import { briefColumns, orderColumns } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { methodPick, ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { reviewDefaults } from '../../parts/review/reviewFilters.ts'
import { masked } from '../../ui/values/masked.ts'
import { useOperator } from '../../app/session/operator.ts'
import { reviewState } from '@tianping/contract/facts'
import { BulkApproval } from './BulkApproval.tsx'
import { WithdrawalPanel } from './WithdrawalPanel.tsx'

type Row = ConsoleRowOf<'POST /api/console/withdrawals/list'>

const idOf = (row: Row) => row.out_trade_no
const receipt: Columns<Row> = [
  { title: '到账', key: 'receives', render: (_, row) => masked(row.receives) || '—' },
]
const brief = briefColumns<Row>(idOf)

const bulk = (rows: Row[], clear: () => void) => (
  <BulkApproval numbers={rows.map(idOf)} clear={clear} />
)

export default function WithdrawalsPage() {
  const table = useTable('POST /api/console/withdrawals/list', reviewDefaults)
  const { data } = useToday()
  const { may } = useOperator()
  const waits = table.filters.state === reviewState.waiting
  return (
    <ReviewBench
      title="取款审核"
      path="/withdrawals"
      table={table}
      pending={data?.withdrawals_pending}
      pick={methodPick(withdrawalMethods)}
      columns={orderColumns('/withdrawals', idOf, table.filters.state, receipt)}
      brief={brief}
      idOf={idOf}
      more={<OrderNarrow table={table} />}
      sums={[{ key: 'amount', title: '金额' }]}
      bulk={waits && may('withdrawal.review') ? bulk : undefined}
      search="单号、会员名、会员 ID"
      panel={(no, step) => <WithdrawalPanel key={no} no={no} step={step} />}
    />
  )
}
