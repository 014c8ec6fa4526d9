import {
  statementFields,
  statementKinds,
  statementNotes,
  statementTitles,
  type StatementField,
  type StatementKind,
} from '@tianping/contract/books/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { Button, Segmented } from 'antd'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { monthCalls } from './month.ts'
import { counted } from '../../ui/values/counted.ts'
import css from './months.module.css'

type Row = ConsoleRowOf<typeof monthCalls.parties>

function Value({ field, row }: { field: StatementField; row: Row }) {
  if (field === 'party_count') return <>{counted(row.party_count)}</>
  return field === 'result' ? <Signed amount={row.result} /> : <Money amount={row[field]} />
}

const columnsOf = (kind: StatementKind, only: (party: string) => void): Columns<Row> => [
  { title: statementKinds[kind], key: 'party_name', render: (_, row) => row.party_name },
  ...statementFields.flatMap(field => {
    const title = statementTitles[kind][field]
    if (title === undefined) return []
    const render = (_: unknown, row: Row) => <Value field={field} row={row} />
    return [{ title, key: field, align: 'right' as const, render }]
  }),
  {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) =>
      row.party_key !== '' && (
        <Button size="small" onClick={() => only(row.party_key)}>
          单独对账
        </Button>
      ),
  },
]

/** What the month came to with each venue, provider or agent; one of them alone as well. */
export function Parties({ month }: { month: string }) {
  const table = useTable(monthCalls.parties, { kind: 'venue', party: '', month: '' }, asked => ({
    month,
    party: asked.party,
  }))
  const kind = (
    Object.hasOwn(statementKinds, table.filters.kind) ? table.filters.kind : 'venue'
  ) as StatementKind
  return (
    <Card
      title="对账单"
      extra={
        <>
          {table.filters.party !== '' && (
            <Button size="small" onClick={() => table.set({ party: '' })}>
              显示全部{statementKinds[kind]}
            </Button>
          )}
          <Segmented
            size="small"
            value={kind}
            options={Object.entries(statementKinds).map(([value, label]) => ({ value, label }))}
            onChange={next => table.set({ kind: next, party: '' })}
          />
        </>
      }
      flush
    >
      <Rows
        table={table}
        columns={columnsOf(kind, party => table.set({ party }))}
        rowKey={row => row.party_key}
        label="对账单"
        empty="这个月没有"
      />
      <p className={css.note} style={{ padding: '0 16px 12px' }}>
        {statementNotes[kind]}
      </p>
    </Card>
  )
}
