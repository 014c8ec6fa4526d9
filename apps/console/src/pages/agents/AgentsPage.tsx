import { briefName } from '../../parts/review/brief.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { useToday } from '../../app/useToday.ts'
import { orderStates } from '../../parts/states.ts'
import { decisionColumns, orderHref } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { queueDefaults } from '../../parts/review/reviewFilters.ts'
import { briefState, stateColumn } from '../../parts/review/stateColumn.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { AgentPanel } from './AgentPanel.tsx'
import { AgentTabs } from './AgentTabs.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

type Row = ConsoleRowOf<'POST /api/console/agents/list'>

const columnsOf = (state: number): Columns<Row> => [
  {
    ...columnOf('member'),
    fields: ['username'],
    render: (_, row) => (
      <a href={orderHref('/agents', row.application_id, state)}>{row.username}</a>
    ),
  },
  {
    title: '会员 ID',
    key: 'id',
    fields: ['member_id'],
    render: (_, row) => <a href={href(`/members/${row.member_id}`)}>{row.member_id}</a>,
  },
  { ...columnOf('mobile'), render: (_, row) => row.mobile || '—' },
  {
    title: '申请说明',
    key: 'info',
    fields: ['apply_info'],
    render: (_, row) => <Long text={row.apply_info || '—'} width="26ch" />,
  },
  ...(state === everyState ? stateColumn<Row>(orderStates) : []),
  ...decisionColumns<Row>(state),
]

const brief: Columns<Row> = [
  briefName<Row>(
    row => row.username,
    row => row.apply_info,
  ),
  ...briefState<Row>(orderStates),
]

export default function AgentsPage() {
  const table = useTable('POST /api/console/agents/list', queueDefaults)
  const { data } = useToday()
  return (
    <ReviewBench
      title="代理申请"
      heading={<AgentTabs current="agents" />}
      path="/agents"
      table={table}
      pending={data?.agents_pending}
      columns={columnsOf(table.filters.state)}
      brief={brief}
      idOf={row => row.application_id}
      more={<OrderNarrow table={table} label="提交" amounts={false} />}
      search="会员名、会员 ID"
      empty="没有待审核的申请"
      panel={(no, step) => <AgentPanel key={no} no={no} step={step} />}
    />
  )
}
