import { briefName } from '../../parts/review/brief.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { call } from '../../app/api.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { useToday } from '../../app/useToday.ts'
import { orderStates } from '../../parts/states.ts'
import { decisionColumns, orderHref } from '../../parts/review/orderColumns.tsx'
import { OrderNarrow } from '../../parts/review/OrderNarrow.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { queueDefaults } from '../../parts/review/reviewFilters.ts'
import { briefState, stateColumn } from '../../parts/review/stateColumn.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { ApplicationPanel } from './ApplicationPanel.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

type Row = ConsoleRowOf<'POST /api/console/applications/list'>

const idOf = (row: Row) => row.application_id

const columnsOf = (state: number): Columns<Row> => [
  {
    title: '活动',
    key: 'title',
    render: (_, row) => <a href={orderHref('/applications', idOf(row), state)}>{row.title}</a>,
  },
  memberColumn<Row>(),
  {
    ...columnOf('bonus'),
    align: 'right',
    render: (_, row) => <Money amount={row.bonus} strong />,
  },
  {
    title: '流水',
    key: 'turnover',
    fields: ['turnover_times'],
    render: (_, row) => (row.turnover_times > 0 ? `${row.turnover_times} 倍` : '无'),
  },
  ...(state === everyState ? stateColumn<Row>(orderStates) : []),
  ...decisionColumns<Row>(state),
]

const brief: Columns<Row> = [
  briefName<Row>(
    row => row.username,
    row => row.title,
  ),
  {
    key: 'bonus',
    align: 'right',
    render: (_, row) => <Money amount={row.bonus} strong />,
  },
  ...briefState<Row>(orderStates),
]

const defaults = { ...queueDefaults, activity: 0 }

export default function ApplicationsPage() {
  const table = useTable('POST /api/console/applications/list', defaults)
  const { data } = useToday()
  const name = 'POST /api/console/applications/activities'
  const activities = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
    staleTime: 60_000,
  })
  return (
    <ReviewBench
      title="活动申请"
      path="/applications"
      table={table}
      pending={data?.applications_pending}
      pick={{
        name: 'activity',
        label: '活动',
        options: [
          { value: 0, label: '全部活动' },
          ...(activities.data ?? []).map(each => ({ value: each.id, label: each.title })),
        ],
      }}
      columns={columnsOf(table.filters.state)}
      brief={brief}
      idOf={idOf}
      sums={[{ key: 'bonus', title: '奖金' }]}
      more={<OrderNarrow table={table} label="提交" />}
      search="会员名、会员 ID"
      panel={(no, step) => <ApplicationPanel key={no} no={no} step={step} />}
    />
  )
}
