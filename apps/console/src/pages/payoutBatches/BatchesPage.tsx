import type { ConsoleRowOf } from '@tianping/contract/console'
import { batchStates } from '@tianping/contract/cashier/facts'
import { Button } from 'antd'
import { useState } from 'react'
import { useParam } from '../../app/params.ts'
import { useOperator } from '../../app/session/operator.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowAmounts, NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Batch } from './Batch.tsx'
import { toneOf } from './batch.ts'
import { BuildDialog } from './BuildDialog.tsx'
import { Payees } from './Payees.tsx'
import { Tabs } from './Tabs.tsx'

type Row = ConsoleRowOf<'POST /api/console/payout-batches/list'>

const columns: Columns<Row> = [
  { ...columnOf('batch_no'), render: (_, row) => row.batch_no },
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  { title: '格式', key: 'layout', render: (_, row) => row.layout },
  { title: '笔数', key: 'lines', align: 'right', render: (_, row) => row.lines },
  {
    ...columnOf('amount'),
    align: 'right',
    render: (_, row) => <Money amount={row.amount} strong />,
  },
  { title: '制单', key: 'built_by', render: (_, row) => row.built_by },
  {
    title: '状态',
    key: 'state',
    render: (_, row) => <Status tone={toneOf[row.state]}>{batchStates[row.state]}</Status>,
  },
  {
    title: '结果',
    key: 'results',
    fields: ['paid', 'failed', 'open'],
    render: (_, row) => resultsOf(row),
  },
]

const resultsOf = ({ state, paid, failed, open }: Row) =>
  state === 'approved' ? `已付 ${paid}，失败 ${failed}，未定 ${open}` : '—'

const states = Object.entries(batchStates).map(([value, label]) => ({ value, label }))

export default function BatchesPage() {
  return useParam('tab', ['payees']) ? <Payees /> : <Batches />
}

/** Files for the bank: built by one person, approved by another, with what the bank answered. */
function Batches() {
  const table = useTable('POST /api/console/payout-batches/list', { state: '' })
  const [building, setBuilding] = useState(false)
  const { may } = useOperator()
  return (
    <Room
      title={<Tabs current="batches" />}
      tools={
        <>
          {may('payout.pay') && (
            <Button type="primary" onClick={() => setBuilding(true)}>
              组批
            </Button>
          )}
          <span style={{ flex: 1 }} />
          <NarrowStates table={table} options={states} every="" />
          <NarrowDays table={table} label="制单" />
          <NarrowAmounts table={table} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.batch_no}
          label="付款批次"
          sums={[{ key: 'amount', title: '金额' }]}
          empty="还没有批次"
          expandable={{
            expandedRowRender: row => <Batch no={row.batch_no} />,
            expandRowByClick: true,
          }}
        />
      </Card>
      {building && <BuildDialog onClose={() => setBuilding(false)} />}
    </Room>
  )
}
