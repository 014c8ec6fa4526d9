import type { Columns } from '../../ui/Rows.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { rebateState } from '@tianping/contract/rebate/facts'
import { levelChanges } from '@tianping/contract/vip/facts'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { orderStates, statusIn } from '../../parts/states.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import type { MemberTabProps } from './memberTab.ts'
import { Releases } from './Releases.tsx'
import { ShortList } from './ShortList.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './member.module.css'

const name = 'POST /api/console/members/promotions'
type Given = ConsoleGiven<typeof name>

const vipColumns: Columns<Given['vip'][number]> = [
  { title: '日期', key: 'day', render: (_, row) => row.day },
  {
    title: '结果',
    key: 'kind',
    render: (_, row) => `${levelChanges[row.kind]}：VIP${row.from_vip} → VIP${row.to_vip}`,
  },
  {
    title: '累计存款',
    key: 'deposit',
    align: 'right',
    render: (_, row) => <Money amount={row.deposit} />,
  },
  {
    title: '累计流水',
    key: 'turnover',
    align: 'right',
    render: (_, row) => <Money amount={row.turnover} />,
  },
  {
    title: '保级流水 / 要求',
    key: 'window',
    align: 'right',
    render: (_, row) => (
      <>
        <Money amount={row.window} /> / <Money amount={row.needed} />
      </>
    ),
  },
]

const rebateColumns: Columns<Given['rebates'][number]> = [
  { title: '日期', key: 'day', render: (_, row) => row.day },
  { ...columnOf('venue'), render: (_, row) => row.venue },
  {
    ...columnOf('valid'),
    align: 'right',
    render: (_, row) => <Money amount={row.valid} />,
  },
  { title: '比例', key: 'percent', align: 'right', render: (_, row) => `${row.percent}%` },
  {
    title: '返水',
    key: 'amount',
    align: 'right',
    render: (_, row) => <Money amount={row.amount} strong />,
  },
  {
    ...columnOf('state'),
    render: (_, row) => (
      <Status tone={row.state === rebateState.claimed ? 'good' : 'waiting'}>
        {row.state === rebateState.claimed ? '已领取' : '待领取'}
      </Status>
    ),
  },
]

const packetColumns: Columns<Given['red_packets'][number]> = [
  { title: '时间', key: 'claimed_at', render: (_, row) => row.claimed_at },
  {
    title: '统计存款',
    key: 'counted',
    align: 'right',
    render: (_, row) => <Money amount={row.counted} />,
  },
  {
    title: '红包',
    key: 'amount',
    align: 'right',
    render: (_, row) => <Money amount={row.amount} strong />,
  },
]

const applicationColumns: Columns<Given['applications'][number]> = [
  { title: '时间', key: 'applied_at', render: (_, row) => row.applied_at },
  {
    title: '活动',
    key: 'title',
    render: (_, row) => (
      <a href={href('/applications', { state: everyState, open: row.application_id })}>
        {row.title}
      </a>
    ),
  },
  {
    ...columnOf('bonus'),
    align: 'right',
    render: (_, row) => <Money amount={row.bonus} strong />,
  },
  {
    ...columnOf('state'),
    render: (_, row) => (
      <Status tone={statusIn(orderStates, row.state).tone}>
        {statusIn(orderStates, row.state).text}
      </Status>
    ),
  },
  { title: '处理人', key: 'by', fields: ['decided_by'], render: (_, row) => row.decided_by || '—' },
]

/** What a member was given, and how the VIP level came about. */
export function Promotions({ member }: MemberTabProps) {
  const { id } = member
  const { may } = useOperator()
  const shown = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id }, signal),
  })
  if (!shown.data) return <Unloaded query={shown} />
  const { totals, vip, rebates, red_packets, applications } = shown.data
  return (
    <>
      <Totals totals={totals} />
      {may('vip.read') && <Releases member={member} />}
      <div className={css.columns}>
        <ShortList
          title="活动申请"
          columns={applicationColumns}
          rows={applications}
          rowKey={row => row.application_id}
          empty="还没有申请过活动"
        />
        <ShortList
          title="红包"
          columns={packetColumns}
          rows={red_packets}
          rowKey={row => row.draw_id}
          empty="还没有领过红包"
        />
      </div>
      <ShortList
        title="返水"
        columns={rebateColumns}
        rows={rebates}
        rowKey={row => `${row.day}/${row.venue}/${row.amount}/${row.state}`}
        empty="还没有返水"
      />
      <ShortList
        title="VIP 历史"
        columns={vipColumns}
        rows={vip}
        rowKey={row => row.day}
        empty="还没有升降级记录"
      />
    </>
  )
}

const Totals = ({ totals }: { totals: Given['totals'] }) => (
  <Card title="优惠合计">
    <Facts>
      <Fact label="返水">
        <Money amount={totals.rebates} strong />
      </Fact>
      <Fact label="红包">
        <Money amount={totals.red_packets} strong />
      </Fact>
      <Fact label="活动奖金">
        <Money amount={totals.bonuses} strong />
      </Fact>
    </Facts>
  </Card>
)
