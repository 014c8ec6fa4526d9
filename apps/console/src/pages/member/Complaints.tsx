import type { ConsoleRowOf } from '@tianping/contract/console'
import { complaintKinds, complaintOutcomes } from '@tianping/contract/complaints/facts'
import { everyState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { stateColumn } from '../../parts/review/stateColumn.tsx'
import { complaintStates } from '../../parts/states.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import type { MemberTabProps } from './memberTab.ts'

type Row = ConsoleRowOf<'POST /api/console/complaints/list'>

const columns: Columns<Row> = [
  {
    ...columnOf('complaint_no'),
    render: (_, row) => (
      <a href={href('/complaints', { state: everyState, q: row.complaint_no })}>
        {row.complaint_no}
      </a>
    ),
  },
  { ...columnOf('kind'), render: (_, row) => complaintKinds[row.kind] },
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  { ...columnOf('answer_by'), render: (_, row) => row.answer_by.slice(0, 10) },
  ...stateColumn<Row>(complaintStates),
  {
    ...columnOf('outcome'),
    render: (_, row) => (row.outcome === '' ? '—' : complaintOutcomes[row.outcome]),
  },
]

/** What the member has complained of; the room of complaints answers. */
export function Complaints({ member }: MemberTabProps) {
  const table = useTable('POST /api/console/complaints/list', {}, () => ({
    q: String(member.id),
    state: everyState,
  }))
  return (
    <Card title="投诉" flush>
      <Rows
        table={table}
        columns={columns}
        rowKey={row => row.complaint_no}
        label="投诉"
        empty="没有投诉"
      />
    </Card>
  )
}
