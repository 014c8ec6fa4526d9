import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { ticketTopics } from '@tianping/contract/tickets/facts'
import { href } from '../../app/address.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { stateColumn } from '../../parts/review/stateColumn.tsx'
import { ticketStates } from '../../parts/states.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import type { MemberTabProps } from './memberTab.ts'

type Row = ConsoleRowOf<'POST /api/console/tickets/list'>

const columns: Columns<Row> = [
  {
    ...columnOf('ticket_no'),
    render: (_, row) => (
      <a href={href('/tickets', { state: everyState, open: row.ticket_no })}>{row.ticket_no}</a>
    ),
  },
  { ...columnOf('topic'), render: (_, row) => ticketTopics[row.topic] },
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  { ...columnOf('updated_at'), render: (_, row) => row.updated_at },
  ...stateColumn<Row>(ticketStates),
]

/** The member's conversations with customer service; their room answers. */
export function Tickets({ member }: MemberTabProps) {
  const table = useTable('POST /api/console/tickets/list', {}, () => ({
    q: String(member.id),
    state: everyState,
  }))
  return (
    <Card title="客服会话" flush>
      <Rows
        table={table}
        columns={columns}
        rowKey={row => row.ticket_no}
        label="客服会话"
        empty="没有会话"
      />
    </Card>
  )
}
