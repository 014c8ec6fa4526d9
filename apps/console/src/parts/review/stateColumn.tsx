import { reviewState } from '@tianping/contract/facts'
import type { Columns } from '../../ui/Rows.tsx'
import { decidedState, type State } from '../states.ts'
import { Age } from '../../ui/values/Age.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { columnOf } from '../list/columnOf.ts'
import css from './review.module.css'

type States = readonly State[]

/** The state of a row, for lists that show several. */
export function stateColumn<Row extends { state: number }>(states: States): Columns<Row> {
  return [
    {
      ...columnOf('state'),
      render: (_, row) => {
        const { tone, text } = decidedState(states, row)
        return <Status tone={tone}>{text}</Status>
      },
    },
  ]
}

/** The last cell of a brief row: how long it waits and who has it, or how it was decided. */
export function briefState<Row extends { state: number; created_at: string; claimed_by: string }>(
  states: States,
): Columns<Row> {
  return [
    {
      key: 'state',
      align: 'right',
      render: (_, row) => {
        const { tone, text } = decidedState(states, row)
        return row.state === reviewState.waiting ? (
          <span className={`${css.two} ${css.end}`}>
            <Age since={row.created_at} />
            <small>{row.claimed_by}</small>
          </span>
        ) : (
          <Status tone={tone}>{text}</Status>
        )
      },
    },
  ]
}
