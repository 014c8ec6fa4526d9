import type { ConsoleRowOf } from '@tianping/contract/console'
import { useTable } from '../../parts/list/useTable.ts'
import { useToday } from '../../app/useToday.ts'
import { depositMethods } from '../../parts/labels.ts'
import { briefColumns, orderColumns } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { methodPick, ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { reviewDefaults } from '../../parts/review/reviewFilters.ts'
import { stageShown } from '../../parts/states.ts'
import type { Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { DepositPanel } from './DepositPanel.tsx'

type Row = ConsoleRowOf<'POST /api/console/deposits/list'>

const idOf = (row: Row) => row.deposit_no
/** In the words that the member reads. */
const stage: Columns<Row> = [
  {
    title: '会员看到',
    key: 'stage',
    render: (_, row) => {
      const { tone, text } = stageShown(row)
      return <Status tone={tone}>{text}</Status>
    },
  },
]
const brief = briefColumns<Row>(idOf)

export default function DepositsPage() {
  const table = useTable('POST /api/console/deposits/list', reviewDefaults)
  const { data } = useToday()
  return (
    <ReviewBench
      title="存款审核"
      path="/deposits"
      table={table}
      pending={data?.deposits_pending}
      pick={methodPick(depositMethods)}
      columns={orderColumns('/deposits', idOf, table.filters.state, stage)}
      brief={brief}
      idOf={idOf}
      more={<OrderNarrow table={table} />}
      sums={[{ key: 'amount', title: '金额' }]}
      search="单号、会员名、会员 ID"
      panel={(no, step) => <DepositPanel key={no} no={no} step={step} />}
    />
  )
}
