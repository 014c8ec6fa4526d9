import { everyTransfer, transferState } from '@tianping/contract/venues/facts'
import { useTable } from '../../parts/list/useTable.ts'
import { NarrowAmounts, NarrowStates } from '../../parts/list/Narrow.tsx'
import { Age } from '../../ui/values/Age.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { memberColumn } from '../shared/columns.tsx'
import {
  amountColumn,
  createdColumn,
  directionColumn,
  transferStateColumn,
  type Transfer,
} from './transferColumns.tsx'
import { transferStates } from '../../parts/states.ts'
import { TransferTrail } from './TransferTrail.tsx'
import { VenueNarrow } from './VenueNarrow.tsx'
import type { Venue } from './venue.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './venues.module.css'

const columns: Columns<Transfer> = [
  createdColumn,
  memberColumn<Transfer>(),
  directionColumn,
  amountColumn,
  transferStateColumn,
  {
    title: '已等待',
    key: 'age',
    fields: ['created_at'],
    render: (_, row) =>
      row.state === transferState.pending ? <Age since={row.created_at} /> : '—',
  },
  { ...columnOf('checks'), align: 'right', render: (_, row) => row.checks },
  {
    title: '下次查询',
    key: 'next',
    fields: ['next_check_at'],
    render: (_, row) => row.next_check_at || '—',
  },
]

const stateOptions = transferStates.map(({ state, text }) => ({
  value: state,
  label: text,
}))
const defaults: { state: number; venue: number; q: string } = {
  state: transferState.pending,
  venue: 0,
  q: '',
}

/**
 * What a venue has not answered yet; the system goes on asking, and nothing is given back on
 * silence.
 */
export function Transfers({ venues }: { venues: Venue[] }) {
  const table = useTable('POST /api/console/transfers/list', defaults, ({ venue }) => ({
    venue_id: venue,
    venue: undefined,
  }))
  const { filters } = table
  return (
    <Card
      title="转账"
      extra={
        <span className={css.tools}>
          <NarrowStates table={table} options={stateOptions} every={everyTransfer} />
          <VenueNarrow venues={venues} table={table} find="单号、会员名、会员 ID">
            <NarrowAmounts table={table} />
          </VenueNarrow>
        </span>
      }
      flush
    >
      <Rows
        table={table}
        columns={columns}
        rowKey={row => row.tx_id}
        label="转账"
        sums={[{ key: 'amount', title: '金额' }]}
        empty={
          filters.state === transferState.pending && !filters.q && !filters.venue
            ? '没有待确认的转账'
            : '没有符合条件的转账'
        }
        expandable={{
          expandedRowRender: row => <TransferTrail transfer={row} />,
          expandRowByClick: true,
        }}
      />
    </Card>
  )
}
