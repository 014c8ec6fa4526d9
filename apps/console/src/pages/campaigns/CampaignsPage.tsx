import type { ConsoleRowOf } from '@tianping/contract/console'
import { campaignGoals } from '@tianping/contract/campaigns/facts'
import { everyState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { campaignStates } from '../../parts/states.ts'
import type { Columns } from '../../ui/Rows.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { MonthBudget } from '../shared/MonthBudget.tsx'
import { StateRoom } from '../shared/StateRoom.tsx'
import { budgetCall, listCall } from './calls.ts'
import { Propose } from './Propose.tsx'
import { Standing } from './standing.tsx'

type Row = ConsoleRowOf<typeof listCall>

const columns: Columns<Row> = [
  {
    ...columnOf('name'),
    render: (_, row) => <a href={href(`/campaigns/${row.id}`)}>{row.name}</a>,
  },
  { ...columnOf('state'), render: (_, row) => <Standing of={row} /> },
  { ...columnOf('segment'), render: (_, row) => row.segment || '全部会员' },
  { ...columnOf('starts_at'), render: (_, row) => row.starts_at.slice(0, 16) },
  { ...columnOf('ends_at'), title: '结束时间', render: (_, row) => row.ends_at.slice(0, 16) },
  { ...columnOf('budget'), align: 'right', render: (_, row) => <Money amount={row.budget} /> },
  { ...columnOf('paid'), align: 'right', render: (_, row) => <Money amount={row.paid} strong /> },
  {
    ...columnOf('goal'),
    render: (_, row) => `${row.goal_days} 天${campaignGoals[row.goal]}`,
  },
  { ...columnOf('proposed_by'), render: (_, row) => row.proposed_by },
]

/** Campaigns with the month's budget. */
export default function CampaignsPage() {
  const table = useTable(listCall, { state: everyState })
  const { may } = useOperator()
  return (
    <StateRoom
      title="营销投放"
      table={table}
      columns={columns}
      states={campaignStates}
      label="投放列表"
      empty="没有投放"
      tools={may('message.send') && <Propose />}
    >
      <MonthBudget from={budgetCall} />
    </StateRoom>
  )
}
