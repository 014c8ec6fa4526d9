import type { ConsoleRowOf } from '@tianping/contract/console'
import { bankLineStates, bankMatches, type BankMatch } from '@tianping/contract/bankLines/facts'
import { everyState } from '@tianping/contract/facts'
import { Button } from 'antd'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowAmounts, NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'
import { Find } from '../../parts/list/Find.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { BulkAssign } from './BulkAssign.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { Line } from './Line.tsx'
import { toneOf } from './line.ts'

type Row = ConsoleRowOf<'POST /api/console/bank-lines/list'>

const standing = (row: Row) =>
  row.match === '' ? bankLineStates[row.state] : bankMatches[row.match satisfies BankMatch]

const columns: Columns<Row> = [
  { title: '入账时间', key: 'booked_at', render: (_, row) => row.booked_at },
  {
    ...columnOf('amount'),
    align: 'right',
    render: (_, row) => <Money amount={row.amount} strong />,
  },
  {
    title: '付款人',
    key: 'payer',
    render: (_, row) => [row.payer, row.payer_no && `尾号 ${row.payer_no}`].join(' ').trim() || '—',
  },
  {
    title: '附言',
    key: 'note',
    render: (_, row) => (row.note ? <Long text={row.note} width="15ch" /> : '—'),
  },
  {
    title: '状态',
    key: 'state',
    render: (_, row) => <Status tone={toneOf(row)}>{standing(row)}</Status>,
  },
  {
    ...columnOf('deposit_no'),
    render: (_, row) =>
      row.deposit_no ? (
        <a href={href('/deposits', { state: everyState, open: row.deposit_no })}>
          <Long text={row.deposit_no} width="32ch" />
        </a>
      ) : (
        '—'
      ),
  },
]

const states = Object.entries(bankLineStates).map(([value, label]) => ({ value, label }))

const bulk = (rows: Row[], clear: () => void) => <BulkAssign rows={rows} clear={clear} />

/** What the statements of the bank say came in, each line with the order that it belongs to. */
export default function BankLinesPage() {
  const table = useTable('POST /api/console/bank-lines/list', { state: 'open', q: '' })
  const [importing, setImporting] = useState(false)
  const { may } = useOperator()
  return (
    <Room
      title="银行流水"
      tools={
        <>
          {may('deposit.review') && (
            <Button type="primary" onClick={() => setImporting(true)}>
              导入流水
            </Button>
          )}
          <span style={{ flex: 1 }} />
          <NarrowStates table={table} options={states} every="" />
          <NarrowDays table={table} label="入账" />
          <NarrowAmounts table={table} />
          <Find table={table} width={230} placeholder="流水号、存款单号、付款人" />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.line_id}
          label="银行流水"
          sums={[{ key: 'amount', title: '金额' }]}
          empty="没有流水"
          bulk={may('deposit.review') && table.filters.state === 'open' ? bulk : undefined}
          expandable={{
            expandedRowRender: row => <Line id={row.line_id} />,
            expandRowByClick: true,
          }}
        />
      </Card>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Room>
  )
}
