import type { Columns } from '../../ui/Rows.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { statusIn, transferStates } from '../../parts/states.ts'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

export type Transfer = ConsoleRowOf<'POST /api/console/transfers/list'>
type Column = Columns<Transfer>[number]

/** Columns that every list of transfers has. */
export const createdColumn: Column = {
  title: '时间',
  key: 'created_at',
  render: (_, row) => row.created_at,
}
export const directionColumn: Column = {
  ...columnOf('direction'),
  render: (_, row) =>
    row.direction === 'IN' ? `中心钱包 → ${row.venue}` : `${row.venue} → 中心钱包`,
}
export const amountColumn: Column = {
  ...columnOf('amount'),
  align: 'right',
  render: (_, row) => <Money amount={row.moved ?? row.amount} strong />,
}
export const transferStateColumn: Column = {
  ...columnOf('state'),
  render: (_, row) => {
    const { text, tone } = statusIn(transferStates, row.state)
    return <Status tone={tone}>{text}</Status>
  },
}
