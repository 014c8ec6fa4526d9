import { useQueryClient } from '@tanstack/react-query'
import { fundsStates } from '@tianping/contract/compliance/facts'
import type { ConsoleCallName, ConsoleRowOf } from '@tianping/contract/console'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { RefreshAtEnd } from '../../parts/list/RefreshAtEnd.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { useMessage } from '../../ui/above.ts'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { ComplianceTabs } from './ComplianceTabs.tsx'
import { fundsTones } from './facts.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

type Row = ConsoleRowOf<'POST /api/console/funds/list'>
const stale: ConsoleCallName[] = ['POST /api/console/funds/list', 'POST /api/console/counts']

const columnsOf = (works: boolean): Columns<Row> => [
  { ...columnOf('day'), render: (_, row) => row.day },
  { ...columnOf('wallets'), align: 'right', render: (_, row) => <Money amount={row.wallets} /> },
  {
    ...columnOf('venue_wallets'),
    align: 'right',
    render: (_, row) => <Money amount={row.venue_wallets} />,
  },
  { ...columnOf('payable'), align: 'right', render: (_, row) => <Money amount={row.payable} /> },
  {
    ...columnOf('liability'),
    align: 'right',
    render: (_, row) => <Money amount={row.liability} strong />,
  },
  {
    ...columnOf('bank_balance'),
    align: 'right',
    render: (_, row) => (row.bank_balance === null ? '—' : <Money amount={row.bank_balance} />),
  },
  {
    ...columnOf('difference'),
    align: 'right',
    render: (_, row) => (row.difference === null ? '—' : <Signed amount={row.difference} />),
  },
  {
    ...columnOf('state'),
    render: (_, row) => <Status tone={fundsTones[row.state]}>{fundsStates[row.state]}</Status>,
  },
  { ...columnOf('entered_by'), render: (_, row) => row.entered_by || '—' },
  {
    title: '',
    key: 'enter',
    render: (_, row) => (works ? <Enter row={row} /> : row.reference || '—'),
  },
]
const fields: EditField[] = [
  { name: 'balance', label: '专户余额（元）', kind: 'text', max: 20 },
  { name: 'reference', label: '银行对账单编号', kind: 'text', max: 120 },
]

/** The balance of one day as the bank states it; a correction is another entry. */
function Enter({ row }: { row: Row }) {
  const [open, setOpen] = useState(false)
  const cache = useQueryClient()
  const message = useMessage()
  const draft = `funds/${row.day}`
  const entering = useAction({
    mutationFn: (v: EditValues) =>
      callOnce('POST /api/console/funds/add', {
        day: row.day,
        balance: String(v['balance']),
        reference: String(v['reference']),
      }),
    meta: { inPlace: true },
    onSuccess: () => {
      writeDraft(draft, '')
      setOpen(false)
      void message.success('已填报')
    },
    onSettled: () => Promise.all(stale.map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          entering.reset()
          setOpen(true)
        }}
      >
        {row.state === 'open' ? '填报' : '更正'}
      </Button>
      {open && (
        <EditDialog
          title={`${row.day} 专户余额`}
          draft={draft}
          fields={fields}
          initial={{ balance: '', reference: '' }}
          sentence={() => '每次填报都会保留；余额低于应付会员时立即报警。'}
          confirm="填报"
          busy={entering.isPending}
          error={entering.error}
          onSave={entering.mutate}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** What is owed to members at the end of each day, beside what lies apart for them. */
export default function FundsPage() {
  const table = useTable('POST /api/console/funds/list', {})
  const { may } = useOperator()
  return (
    <Room
      title={<ComplianceTabs current="funds" />}
      tools={
        <>
          <NarrowDays table={table} />
          <RefreshAtEnd table={table} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columnsOf(may('compliance.work'))}
          rowKey={row => row.day}
          label="会员资金"
          empty="第一天结束后显示"
        />
      </Card>
    </Room>
  )
}
