import type { ConsoleRowOf } from '@tianping/contract/console'
import { disputeState } from '@tianping/contract/cashier/facts'
import { everyState } from '@tianping/contract/facts'
import { Button } from 'antd'
import { href } from '../../app/address.ts'
import { useParam } from '../../app/params.ts'
import { callOnce } from '../../app/api.ts'
import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { EditDialog, type EditField } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { disputeStates, optionsOf, statusIn } from '../../parts/states.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { LongNumber } from '../../ui/values/Long.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { NarrowAmounts, NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'
import { Find } from '../../parts/list/Find.tsx'
import { Debts } from './Debts.tsx'
import { DisputePanel } from './DisputePanel.tsx'

const listCall = 'POST /api/console/disputes/list'
type Row = ConsoleRowOf<typeof listCall>

const columns: Columns<Row> = [
  { ...columnOf('dispute_no'), render: (_, row) => <LongNumber text={row.dispute_no} /> },
  memberColumn<Row>(),
  {
    ...columnOf('amount'),
    align: 'right',
    render: (_, row) => <Money amount={row.amount} strong />,
  },
  { ...columnOf('provider'), render: (_, row) => row.provider },
  { ...columnOf('reason'), render: (_, row) => row.reason || '—' },
  { ...columnOf('due_at'), render: (_, row) => row.due_at || '—' },
  {
    ...columnOf('state'),
    render: (_, row) => {
      const { tone, text } = statusIn(disputeStates, row.state)
      return <Status tone={tone}>{row.confirm_by === '' ? text : '待确认'}</Status>
    },
  },
  { ...columnOf('created_at'), render: (_, row) => row.created_at },
  {
    title: '经手',
    key: 'by',
    fields: ['decided_by', 'claimed_by'],
    render: (_, row) => row.decided_by || row.claimed_by || '—',
  },
]

function Tabs({ current }: { current: 'disputes' | 'debts' }) {
  const { data } = useCounts()
  return (
    <LinkTabs
      label="支付争议"
      current={current}
      tabs={[
        { key: 'disputes', text: '支付争议', href: '#/disputes', count: data?.disputes_open },
        { key: 'debts', text: '会员欠款', href: href('/disputes', { tab: 'debts' }) },
      ]}
    />
  )
}

/** Payments that their payers take back, as work; and what members owe after lost ones. */
export default function DisputesPage() {
  if (useParam('tab', ['debts']))
    return (
      <Room title={<Tabs current="debts" />}>
        <Debts />
      </Room>
    )
  return <Disputes />
}

function Disputes() {
  const table = useTable(listCall, { state: disputeState.open as number, q: '' })
  const { may } = useOperator()
  return (
    <Room
      title={<Tabs current="disputes" />}
      tools={
        <>
          <span style={{ flex: 1 }} />
          <NarrowStates table={table} options={optionsOf(disputeStates)} every={everyState} />
          <NarrowDays table={table} label="登记" />
          <NarrowAmounts table={table} />
          <Find table={table} width={230} placeholder="单号、会员名、会员 ID" />
          {may('payout.pay') && <OpenByHand />}
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.dispute_no}
          label="支付争议"
          empty="没有支付争议"
          expandable={{
            expandedRowRender: row => <DisputePanel no={row.dispute_no} />,
            expandRowByClick: true,
          }}
        />
      </Card>
    </Room>
  )
}

const fields: EditField[] = [
  { name: 'provider', label: '通道名称', kind: 'text', max: 24 },
  { name: 'reference', label: '通道付款单号', kind: 'text', max: 64 },
  { name: 'amount', label: '争议金额（元）', kind: 'text', max: 16 },
  { name: 'reason', label: '原因', kind: 'text', max: 200 },
  { name: 'due_at', label: '答辩期限（北京时间，可不填）', kind: 'moment' },
]

/** A dispute that the provider told of by mail or on its page. */
function OpenByHand() {
  const { start, form } = useEdited<'open'>({
    draft: what => `disputes/${what}`,
    action: (_, v) =>
      callOnce('POST /api/console/disputes/open', {
        provider: String(v['provider']),
        reference: String(v['reference']),
        amount: String(v['amount']),
        reason: String(v['reason']),
        due_at: String(v['due_at']),
      }),
    done: '已登记争议',
    stale: listCall,
  })
  return (
    <>
      <Button onClick={() => start('open')}>登记争议</Button>
      {form && (
        <EditDialog
          title="登记争议"
          fields={fields}
          initial={{ provider: '', reference: '', amount: '', reason: '', due_at: '' }}
          sentence={() =>
            '登记后会员收到通知并暂缓放款，由另一位同事确认后才入账，逾期未确认自动撤销；有接口的通道会自动登记'
          }
          confirm="登记"
          {...form}
        />
      )}
    </>
  )
}
