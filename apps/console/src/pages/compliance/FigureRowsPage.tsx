import { isFigure, reportFigures } from '@tianping/contract/compliance/facts'
import { complaintKinds } from '@tianping/contract/complaints/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { harmKinds } from '@tianping/contract/harm/facts'
import { limitLabels } from '@tianping/contract/protection/facts'
import { href } from '../../app/address.ts'
import { methodLabel } from '../../parts/labels.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { RefreshAtEnd } from '../../parts/list/RefreshAtEnd.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Money } from '../../ui/values/Money.tsx'

type Row = ConsoleRowOf<'POST /api/console/reports/rows/list'>

/** Codes that stand beside rows, as people read them; anything else is a text already. */
const words: Readonly<Record<string, string>> = { ...limitLabels, ...complaintKinds, ...harmKinds }
const worded = (note: string) => words[note] ?? methodLabel(note)

const columns: Columns<Row> = [
  { ...columnOf('at'), render: (_, row) => row.at },
  {
    ...columnOf('member'),
    fields: ['username', 'member_id'],
    render: (_, row) =>
      row.member_id > 0 ? <a href={href(`/members/${row.member_id}`)}>{row.username}</a> : '—',
  },
  {
    ...columnOf('reference'),
    render: (_, row) =>
      row.link ? <a href={`#${row.link}`}>{row.reference || '查看'}</a> : row.reference || '—',
  },
  { ...columnOf('note'), render: (_, row) => (row.note ? worded(row.note) : '—') },
  { ...columnOf('amount'), align: 'right', render: (_, row) => <Money amount={row.amount} /> },
]

/** The rows behind one figure of a report, as they are now. */
export default function FigureRowsPage({ id }: { id: number }) {
  const table = useTable('POST /api/console/reports/rows/list', { figure: '' }, () => ({
    report_id: id,
  }))
  const { figure } = table.filters
  return (
    <Room
      title={
        <>
          <a href={href(`/compliance/reports/${id}`)}>监管报告 {id}</a>{' '}
          {isFigure(figure) ? reportFigures[figure].label : ''}
        </>
      }
      tools={<RefreshAtEnd table={table} />}
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => `${row.at}/${row.member_id}/${row.reference}/${row.note}`}
          label="明细"
          empty="没有记录"
        />
      </Card>
    </Room>
  )
}
