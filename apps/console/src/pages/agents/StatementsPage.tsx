import { briefName } from '../../parts/review/brief.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyStatement } from '@tianping/contract/agent/facts'
import { href } from '../../app/address.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { useToday } from '../../app/useToday.ts'
import { statementStates } from '../../parts/states.ts'
import { decisionColumns, orderHref } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { queueDefaults } from '../../parts/review/reviewFilters.ts'
import { briefState, stateColumn } from '../../parts/review/stateColumn.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { AgentTabs } from './AgentTabs.tsx'
import { months } from './months.ts'
import { StatementPanel } from './StatementPanel.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

type Row = ConsoleRowOf<'POST /api/console/statements/list'>

const idOf = (row: Row) => `${row.agent_id}:${row.month}`

const columnsOf = (state: number): Columns<Row> => [
  {
    ...columnOf('month'),
    render: (_, row) => <a href={orderHref('/statements', idOf(row), state)}>{row.month}</a>,
  },
  {
    title: '代理',
    key: 'agent',
    fields: ['agent_id', 'username'],
    render: (_, row) => <a href={href(`/members/${row.agent_id}`)}>{row.username}</a>,
  },
  {
    title: '会员（活跃）',
    key: 'members',
    align: 'right',
    render: (_, row) => `${row.members}（${row.active}）`,
  },
  { title: '基数', key: 'base', align: 'right', render: (_, row) => <Signed amount={row.base} /> },
  {
    title: '上月结转',
    key: 'carried',
    fields: ['carried_in'],
    align: 'right',
    render: (_, row) => (row.carried_in ? <Signed amount={row.carried_in} /> : '—'),
  },
  {
    title: '比例',
    key: 'percent',
    align: 'right',
    render: (_, row) => (row.percent ? `${row.percent}%` : '—'),
  },
  {
    ...columnOf('commission'),
    align: 'right',
    render: (_, row) => <Money amount={row.commission} strong />,
  },
  ...(state === everyStatement ? stateColumn<Row>(statementStates) : []),
  ...decisionColumns<Row>(state),
]

const brief: Columns<Row> = [
  briefName<Row>(
    row => row.username,
    row => row.month,
  ),
  {
    key: 'what',
    align: 'right',
    render: (_, row) => <Money amount={row.commission} strong />,
  },
  ...briefState<Row>(statementStates),
]

const defaults = { ...queueDefaults, month: '' }

export default function StatementsPage() {
  const table = useTable('POST /api/console/statements/list', defaults)
  const { data } = useToday()
  return (
    <ReviewBench
      title="佣金账单"
      heading={<AgentTabs current="statements" />}
      path="/statements"
      table={table}
      pending={data?.statements_pending}
      states={statementStates}
      every={everyStatement}
      pick={{
        name: 'month',
        label: '月份',
        options: [
          { value: '', label: '全部月份' },
          ...months(new Date()).map(value => ({ value, label: value })),
        ],
      }}
      columns={columnsOf(table.filters.state)}
      brief={brief}
      idOf={idOf}
      more={
        <OrderNarrow table={table} states={statementStates} every={everyStatement} label="出账" />
      }
      sums={[{ key: 'commission', title: '佣金' }]}
      search="会员名、会员 ID"
      panel={(no, step) => <StatementPanel key={no} no={no} step={step} />}
    />
  )
}
