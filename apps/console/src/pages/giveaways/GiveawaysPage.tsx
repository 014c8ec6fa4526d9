import { giveawayKinds } from '@tianping/contract/giveaways/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { decidedState, giveawayStates } from '../../parts/states.ts'
import type { Columns } from '../../ui/Rows.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { MonthBudget } from '../shared/MonthBudget.tsx'
import { Needs } from '../shared/Needs.tsx'
import { StateRoom } from '../shared/StateRoom.tsx'
import { budgetCall, listCall } from './calls.ts'
import { Propose } from './Propose.tsx'

type Row = ConsoleRowOf<typeof listCall>

const columns: Columns<Row> = [
  {
    ...columnOf('name'),
    render: (_, row) => <a href={href(`/giveaways/${row.id}`)}>{row.name}</a>,
  },
  { ...columnOf('kind'), render: (_, row) => giveawayKinds[row.kind] },
  {
    ...columnOf('state'),
    render: (_, row) => {
      const { tone, text } = decidedState(giveawayStates, row)
      return <Status tone={tone}>{text}</Status>
    },
  },
  { ...columnOf('terms'), render: (_, row) => <Long text={row.terms} width="40ch" /> },
  { ...columnOf('starts_at'), render: (_, row) => row.starts_at.slice(0, 16) },
  { ...columnOf('ends_at'), render: (_, row) => row.ends_at.slice(0, 16) },
  { ...columnOf('budget'), align: 'right', render: (_, row) => <Money amount={row.budget} /> },
  { ...columnOf('paid'), align: 'right', render: (_, row) => <Money amount={row.paid} strong /> },
  { ...columnOf('proposed_by'), render: (_, row) => row.proposed_by },
]

const budgetLabels = { budget: '本月预算', given: '已提交预算', left: '剩余', paid: '已派发' }

/** Offers with a budget of their own, with the month's budget. */
export default function GiveawaysPage() {
  const table = useTable(listCall, { state: everyState })
  return (
    <StateRoom
      title="专项优惠"
      table={table}
      columns={columns}
      states={giveawayStates}
      label="专项优惠"
      empty="没有专项优惠"
      tools={
        <Needs permission="offer.propose" what="新建">
          <Propose />
        </Needs>
      }
    >
      <MonthBudget from={budgetCall} of={budgetLabels} />
    </StateRoom>
  )
}
