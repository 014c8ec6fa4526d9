import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { triggerText } from '@tianping/contract/journeys/facts'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { journeyStates } from '../../parts/states.ts'
import type { Columns } from '../../ui/Rows.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { MonthBudget } from '../shared/MonthBudget.tsx'
import { StateRoom } from '../shared/StateRoom.tsx'
import { budgetCall, listCall } from './calls.ts'
import { Propose } from './Propose.tsx'
import { Standing } from './standing.tsx'
import { counted } from '../../ui/values/counted.ts'

type Row = ConsoleRowOf<typeof listCall>
const figures = {
  budget: '本月预算',
  given: '已占预算',
  left: '剩余',
  paid: '已派发奖金',
}

const columns: Columns<Row> = [
  {
    ...columnOf('name'),
    render: (_, row) => <a href={href(`/journeys/${row.id}`)}>{row.name}</a>,
  },
  { ...columnOf('state'), render: (_, row) => <Standing of={row} /> },
  { ...columnOf('trigger'), render: (_, row) => triggerText(row.trigger, row.days) },
  { ...columnOf('segment'), render: (_, row) => row.segment || '全部会员' },
  { ...columnOf('bonus'), align: 'right', render: (_, row) => <Money amount={row.bonus} /> },
  { ...columnOf('per_day'), align: 'right', render: (_, row) => row.per_day },
  {
    ...columnOf('month_budget'),
    align: 'right',
    render: (_, row) => <Money amount={row.month_budget} />,
  },
  {
    ...columnOf('month_paid'),
    align: 'right',
    render: (_, row) => <Money amount={row.month_paid} strong />,
  },
  {
    ...columnOf('reached'),
    align: 'right',
    render: (_, row) => counted(row.reached),
  },
  { ...columnOf('ends_at'), title: '结束时间', render: (_, row) => row.ends_at.slice(0, 16) },
  { ...columnOf('proposed_by'), render: (_, row) => row.proposed_by },
]

/** Journeys with the month's budget. */
export default function JourneysPage() {
  const table = useTable(listCall, { state: everyState })
  const { may } = useOperator()
  return (
    <StateRoom
      title="自动触达"
      table={table}
      columns={columns}
      states={journeyStates}
      label="自动触达列表"
      empty="没有自动触达"
      tools={may('message.send') && <Propose />}
    >
      <MonthBudget from={budgetCall} of={figures} />
    </StateRoom>
  )
}
