import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { measures } from '@tianping/contract/tournaments/facts'
import { href } from '../../app/address.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { decidedState, tournamentStates } from '../../parts/states.ts'
import { MonthBudget } from '../shared/MonthBudget.tsx'
import { Needs } from '../shared/Needs.tsx'
import { StateRoom } from '../shared/StateRoom.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import { Long, Remark } from '../../ui/values/Long.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { budgetCall, listCall } from './calls.ts'
import { Propose } from './Propose.tsx'

type Row = ConsoleRowOf<typeof listCall>

const columns: Columns<Row> = [
  {
    ...columnOf('name'),
    render: (_, row) => <a href={href(`/tournaments/${row.id}`)}>{row.name}</a>,
  },
  {
    ...columnOf('state'),
    render: (_, row) => {
      const { tone, text } = decidedState(tournamentStates, row)
      return (
        <>
          <Status tone={tone}>{text}</Status>
          {row.end_asked_by !== '' && row.end_approved_by === '' && (
            <Status tone="waiting">待复核提前结束</Status>
          )}
          {row.said && <Long text={row.said} width="20ch" />}
        </>
      )
    },
  },
  { ...columnOf('measure'), render: (_, row) => measures[row.measure] },
  { ...columnOf('games'), render: (_, row) => <Remark text={row.games} /> },
  { ...columnOf('starts_at'), render: (_, row) => row.starts_at.slice(0, 16) },
  { ...columnOf('ends_at'), render: (_, row) => row.ends_at.slice(0, 16) },
  { ...columnOf('entrants'), align: 'right', render: (_, row) => row.entrants },
  { ...columnOf('cost'), align: 'right', render: (_, row) => <Money amount={row.cost} strong /> },
  { ...columnOf('budget'), align: 'right', render: (_, row) => <Money amount={row.budget} /> },
  { ...columnOf('paid'), align: 'right', render: (_, row) => <Money amount={row.paid} /> },
  { ...columnOf('proposed_by'), render: (_, row) => row.proposed_by },
]

/** Tournaments with the month's budget. */
export default function TournamentsPage() {
  const table = useTable(listCall, { state: everyState })
  return (
    <StateRoom
      title="锦标赛"
      table={table}
      columns={columns}
      states={tournamentStates}
      label="锦标赛"
      empty="没有锦标赛"
      tools={
        <Needs permission="offer.propose" what="新建">
          <Propose />
        </Needs>
      }
    >
      <MonthBudget from={budgetCall} />
    </StateRoom>
  )
}
