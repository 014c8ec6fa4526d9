import { everyTransfer } from '@tianping/contract/venues/facts'
import { href } from '../../app/address.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import {
  amountColumn,
  createdColumn,
  directionColumn,
  transferStateColumn,
  type Transfer,
} from '../venues/transferColumns.tsx'
import type { MemberTabProps } from './memberTab.ts'
import { VenueBalances } from './VenueBalances.tsx'

const columns: Columns<Transfer> = [
  createdColumn,
  directionColumn,
  amountColumn,
  transferStateColumn,
  { title: '结束时间', key: 'resolved_at', render: (_, row) => row.resolved_at || '—' },
  {
    title: '单号',
    key: 'tx_id',
    render: (_, row) => (
      <a href={href('/venues', { tab: 'transfers', state: everyTransfer, q: row.tx_id })}>
        {row.tx_id}
      </a>
    ),
  },
]

/** What a member holds at the venues, and how it came there. */
export function Transfers({ member }: MemberTabProps) {
  const table = useTable('POST /api/console/transfers/list', { state: everyTransfer }, () => ({
    q: String(member.id),
  }))
  return (
    <>
      <VenueBalances member={member} />
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.tx_id}
          label="转账"
          empty="还没有转账"
        />
      </Card>
    </>
  )
}
