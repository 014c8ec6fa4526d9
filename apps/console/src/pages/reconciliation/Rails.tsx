import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { railDirections, railSources } from '@tianping/contract/books/facts'
import { Button } from 'antd'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { EditDialog, type EditField } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { NarrowDays } from '../../parts/list/Narrow.tsx'

const railsCall = 'POST /api/console/rails/all'
const daysCall = 'POST /api/console/rails/days/list'
const settlementsCall = 'POST /api/console/rails/settlements/list'
type Rail = ConsoleGiven<typeof railsCall>[number]
type Day = ConsoleRowOf<typeof daysCall>
type Settlement = ConsoleRowOf<typeof settlementsCall>

/** How the books of a rail and its own word agree. */
function Agreement({ rail: { drift, last_differences } }: { rail: Rail }) {
  if (last_differences > 0) return <Status tone="bad">{`${last_differences} 项差异`}</Status>
  if (drift === null) return <Status tone="plain">未核对</Status>
  return drift === 0 ? (
    <Status tone="good">相符</Status>
  ) : (
    <Status tone="waiting">{`差额 ${yuan(drift)}`}</Status>
  )
}

const railColumns: PlainColumn<Rail>[] = [
  { title: '通道', cell: row => row.rail_name },
  { title: '我方账面', cell: row => <Money amount={row.our_balance} /> },
  {
    title: '通道余额',
    cell: row => (row.their_balance === null ? '—' : <Money amount={row.their_balance} />),
  },
  { title: '查询时间', cell: row => row.asked_at || '—' },
  { title: '累计费用', cell: row => <Money amount={row.rail_fees} /> },
  { title: '最近账单', cell: row => row.last_day || '—' },
  { title: '结果', cell: row => <Agreement rail={row} /> },
]

/** Ours above, theirs below; what differs is marked by a word, never by colour alone. */
const Both = ({ ours, theirs }: { ours: number; theirs: number }) => (
  <span style={{ display: 'inline-grid', justifyItems: 'end' }}>
    <Money amount={ours} strong={ours !== theirs} />
    {ours !== theirs && <small>通道 {yuan(theirs)}</small>}
  </span>
)

const dayColumns: Columns<Day> = [
  { ...columnOf('day'), render: (_, row) => row.day },
  { ...columnOf('rail_name'), render: (_, row) => row.rail_name },
  { ...columnOf('source'), render: (_, row) => railSources[row.source] },
  {
    title: '笔数',
    key: 'our_lines',
    align: 'right',
    render: (_, row) =>
      row.our_lines === row.their_lines
        ? row.our_lines
        : `${row.our_lines}，通道 ${row.their_lines}`,
  },
  {
    title: '收款',
    key: 'our_payments',
    align: 'right',
    render: (_, row) => <Both ours={row.our_payments} theirs={row.their_payments} />,
  },
  {
    title: '付款',
    key: 'our_payouts',
    align: 'right',
    render: (_, row) => <Both ours={row.our_payouts} theirs={row.their_payouts} />,
  },
  {
    title: '退款',
    key: 'our_refunds',
    align: 'right',
    render: (_, row) => <Both ours={row.our_refunds} theirs={row.their_refunds} />,
  },
  {
    title: '费用',
    key: 'our_fees',
    align: 'right',
    render: (_, row) => <Both ours={row.our_fees} theirs={row.their_fees} />,
  },
  {
    ...columnOf('differences'),
    render: (_, row) =>
      row.differences === 0 ? (
        <Status tone="good">相符</Status>
      ) : (
        <Status tone="bad">{`${row.differences} 项`}</Status>
      ),
  },
  { ...columnOf('compared_at'), render: (_, row) => row.compared_at },
]

const settlementColumns: Columns<Settlement> = [
  { ...columnOf('recorded_at'), render: (_, row) => row.recorded_at },
  { ...columnOf('rail_name'), render: (_, row) => row.rail_name },
  { ...columnOf('direction'), render: (_, row) => railDirections[row.direction] },
  {
    ...columnOf('amount'),
    align: 'right',
    render: (_, row) => <Money amount={row.amount} strong />,
  },
  { ...columnOf('reference'), render: (_, row) => row.reference },
  { ...columnOf('recorded_by'), render: (_, row) => row.recorded_by },
  { ...columnOf('checked_by'), render: (_, row) => <Confirm row={row} /> },
]

function Confirm({ row }: { row: Settlement }) {
  const { name, may } = useOperator()
  if (row.checked_by !== '') return `${row.checked_by}，${row.checked_at}`
  if (!may('payout.pay')) return '待复核'
  if (row.recorded_by === name) return '待另一位复核'
  return (
    <ActionDialog
      size="small"
      draft={`rails/settlements/${row.settlement_id}`}
      decision={{
        title: '复核结算',
        sentence: `确认${railDirections[row.direction]} ${yuan(row.amount)}（${row.rail_name}，流水号 ${row.reference}）`,
        warning: '请先在银行与通道核对。复核后计入该通道的账面余额，不可撤销。',
        confirm: `确认 ${yuan(row.amount)}`,
      }}
      action={() =>
        callOnce('POST /api/console/rails/settlements/confirm', {
          settlement_id: row.settlement_id,
        })
      }
      done="已复核"
      stale={[railsCall, settlementsCall]}
    >
      复核
    </ActionDialog>
  )
}

/** The books of every way that money takes: balances, days beside their statements, settlements. */
export function Rails() {
  const { may } = useOperator()
  const rails = useQuery({
    queryKey: [railsCall],
    queryFn: ({ signal }) => call(railsCall, {}, signal),
  })
  const days = useTable(daysCall, {})
  return (
    <>
      <Card title="通道余额" extra={may('reconciliation.work') && <Ask rails={rails.data ?? []} />}>
        {!rails.data && <Unloaded query={rails} />}
        {rails.data && (
          <PlainTable
            label="通道余额"
            columns={railColumns}
            rows={rails.data}
            rowKey={row => row.rail}
          />
        )}
      </Card>
      <Card title="每日账单" extra={<NarrowDays table={days} />} flush>
        <Rows
          table={days}
          columns={dayColumns}
          rowKey={row => `${row.rail} ${row.day}`}
          label="每日账单"
          empty="还没有核对过通道账单"
        />
      </Card>
      <Settlements rails={rails.data ?? []} />
    </>
  )
}

function Ask({ rails }: { rails: Rail[] }) {
  const asked = rails.filter(each => each.by_port)
  const { start, form } = useEdited<'ask'>({
    draft: what => `rails/${what}`,
    action: (_, v) =>
      callOnce('POST /api/console/rails/ask', { rail: String(v['rail']), day: String(v['day']) }),
    done: '已向通道取账单',
    stale: daysCall,
  })
  if (asked.length === 0) return null
  const fields: EditField[] = [
    {
      name: 'rail',
      label: '通道',
      kind: 'choice',
      options: asked.map(each => ({ value: each.rail, label: each.rail_name })),
    },
    { name: 'day', label: '账单日期（北京时间）', kind: 'day' },
  ]
  return (
    <>
      <Button onClick={() => start('ask')}>取账单</Button>
      {form && (
        <EditDialog
          title="向通道取账单"
          fields={fields}
          initial={{ rail: asked[0]?.rail ?? '', day: '' }}
          sentence={() => '与我方收款、付款、退款逐笔核对，差异成为待处理项；费用按账单入账'}
          confirm="取账单"
          {...form}
        />
      )}
    </>
  )
}

function Settlements({ rails }: { rails: Rail[] }) {
  const { may } = useOperator()
  const table = useTable(settlementsCall, {}, () => ({}), 'settled_')
  const { start, form } = useEdited<'settlement'>({
    draft: what => `rails/${what}`,
    action: (_, v) =>
      callOnce('POST /api/console/rails/settlements/note', {
        rail: String(v['rail']),
        direction: v['direction'] === 'in' ? 'in' : 'out',
        amount: String(v['amount']),
        reference: String(v['reference']),
        remark: String(v['remark']),
      }),
    done: '已登记，待另一位复核',
    stale: settlementsCall,
  })
  const fields: EditField[] = [
    {
      name: 'rail',
      label: '通道',
      kind: 'choice',
      options: rails.map(each => ({ value: each.rail, label: each.rail_name })),
    },
    {
      name: 'direction',
      label: '方向',
      kind: 'choice',
      options: Object.entries(railDirections).map(([value, label]) => ({ value, label })),
    },
    { name: 'amount', label: '金额（元）', kind: 'text', max: 16 },
    { name: 'reference', label: '流水号', kind: 'text', max: 64 },
    { name: 'remark', label: '备注', kind: 'text', max: 200 },
  ]
  return (
    <Card
      title="结算与充值"
      extra={
        <span style={{ display: 'flex', gap: 8 }}>
          <NarrowDays table={table} label="登记" />
          {may('payout.pay') && <Button onClick={() => start('settlement')}>登记</Button>}
        </span>
      }
      flush
    >
      <Rows
        table={table}
        columns={settlementColumns}
        rowKey={row => row.settlement_id}
        label="结算与充值"
        empty="还没有登记过结算"
      />
      {form && (
        <EditDialog
          title="登记结算"
          fields={fields}
          initial={{ rail: '', direction: 'out', amount: '', reference: '', remark: '' }}
          sentence={() => '由另一位同事复核后计入该通道的账面余额'}
          confirm="登记"
          {...form}
        />
      )}
    </Card>
  )
}
