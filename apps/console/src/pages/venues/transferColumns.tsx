import type { Columns } from '../../ui/Rows.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { statusIn } from '../../parts/labels.ts'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'

export type Transfer = ConsoleRowOf<'POST /api/console/transfers/list'>
type Column = Columns<Transfer>[number]

/** Transfer states on the wire: 2 the venue has not told the outcome, 1 done, 0 refused. */
export const transferStates = [
  { state: 2, text: '待确认', tone: 'waiting' },
  { state: 1, text: '成功', tone: 'good' },
  { state: 0, text: '失败', tone: 'bad' },
] as const

/** Columns that every list of transfers has. */
export const createdColumn: Column = {
  title: '时间',
  key: 'created_at',
  render: (_, row) => row.created_at,
}
export const directionColumn: Column = {
  title: '方向',
  key: 'direction',
  render: (_, row) =>
    row.direction === 'IN' ? `中心钱包 → ${row.venue}` : `${row.venue} → 中心钱包`,
}
export const amountColumn: Column = {
  title: '金额',
  key: 'amount',
  align: 'right',
  render: (_, row) => <Money amount={row.moved ?? row.amount} strong />,
}
export const transferStateColumn: Column = {
  title: '状态',
  key: 'state',
  render: (_, row) => {
    const { text, tone } = statusIn(transferStates, row.state)
    return <Status tone={tone}>{text}</Status>
  },
}
