import type { Columns } from '../../ui/Rows.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { useToday } from '../../app/useToday.ts'
import { orderState } from '../../parts/labels.ts'
import { decisionColumns } from '../../parts/review/orderColumns.tsx'
import { ReviewBench } from '../../parts/review/ReviewBench.tsx'
import { Age } from '../../ui/values/Age.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { ApplicationPanel } from './ApplicationPanel.tsx'
import css from '../../parts/review/review.module.css'

type Row = ConsoleRowOf<'POST /api/console/applications/list'>

const idOf = (row: Row) => row.application_id
const State = ({ row }: { row: Row }) => (
  <Status tone={orderState(row.state).tone}>{orderState(row.state).text}</Status>
)
const openHref = (row: Row, state: number) =>
  href('/applications', { ...(state === 1 ? {} : { state }), open: row.application_id })

const columnsOf = (state: number): Columns<Row> => [
  {
    title: '活动',
    key: 'title',
    render: (_, row) => <a href={openHref(row, state)}>{row.title}</a>,
  },
  {
    title: '会员',
    key: 'member',
    render: (_, row) => <a href={href(`/members/${row.member_id}`)}>{row.username}</a>,
  },
  {
    title: '奖金',
    key: 'bonus',
    align: 'right',
    render: (_, row) => <Money amount={row.bonus} strong />,
  },
  {
    title: '流水',
    key: 'turnover',
    render: (_, row) => (row.turnover_times > 0 ? `${row.turnover_times} 倍` : '无'),
  },
  ...(state === 0
    ? [{ title: '状态', key: 'state', render: (_: unknown, row: Row) => <State row={row} /> }]
    : []),
  ...decisionColumns<Row>(state),
]

const brief: Columns<Row> = [
  {
    key: 'who',
    ellipsis: true,
    render: (_, row) => (
      <span className={css.two}>
        <b>{row.username}</b>
        <small>{row.title}</small>
      </span>
    ),
  },
  {
    key: 'bonus',
    align: 'right',
    width: 104,
    render: (_, row) => <Money amount={row.bonus} strong />,
  },
  {
    key: 'state',
    align: 'right',
    width: 92,
    render: (_, row) =>
      row.state === 1 ? (
        <span className={`${css.two} ${css.end}`}>
          <Age since={row.created_at} />
          <small>{row.claimed_by}</small>
        </span>
      ) : (
        <State row={row} />
      ),
  },
]

export default function ApplicationsPage() {
  const table = useTable('POST /api/console/applications/list', { state: 1, activity: 0, q: '' })
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
      search="会员名、会员 ID"
      panel={(no, step) => <ApplicationPanel key={no} no={no} step={step} />}
    />
  )
}
