import { briefName, briefSum } from './brief.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { everyState, reviewState } from '@tianping/contract/facts'
import { href } from '../../app/address.ts'
import type { Columns } from '../../ui/Rows.tsx'
import { Age } from '../../ui/values/Age.tsx'
import { LongNumber, Remark } from '../../ui/values/Long.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { methodLabel } from '../labels.ts'
import { orderState } from '../states.ts'
import { reviewDefaults } from './reviewFilters.ts'
import { columnOf } from '../list/columnOf.ts'
import css from './review.module.css'

type Deposit = ConsoleRowOf<'POST /api/console/deposits/list'>
type Order = Pick<
  Deposit,
  | 'member_id'
  | 'username'
  | 'method'
  | 'amount'
  | 'state'
  | 'created_at'
  | 'claimed_by'
  | 'confirmed_by'
  | 'decided_by'
  | 'decided_at'
  | 'remark'
> &
  Partial<Pick<Deposit, 'waits_for'>>

function State({ order }: { order: Order }) {
  const { tone, text } = orderState(order.state, order.waits_for)
  return <Status tone={tone}>{text}</Status>
}

/** The address of one order, opened in its queue or archive. */
export const orderHref = (path: string, no: string, state: number) =>
  href(path, { ...(state === reviewDefaults.state ? {} : { state }), open: no })

type Decidable = { state: number } & Pick<
  Deposit,
  'created_at' | 'claimed_by' | 'decided_by' | 'decided_at' | 'remark'
> &
  Partial<Pick<Deposit, 'confirmed_by'>>

/** When it came, and then who has it, or who decided it and why. */
export function decisionColumns<Row extends Decidable>(state: number): Columns<Row> {
  const waiting: Columns<Row> = [
    {
      title: '已等待',
      key: 'age',
      fields: ['created_at'],
      render: (_, row) =>
        row.state === reviewState.waiting ? <Age since={row.created_at} /> : '—',
    },
    {
      ...columnOf('claimed_by'),
      render: (_, row) =>
        row.claimed_by || (row.confirmed_by ? `${row.confirmed_by} 已确认，待复核` : '—'),
    },
  ]
  const decided: Columns<Row> = [
    {
      title: '处理人',
      key: 'by',
      fields: ['decided_by'],
      render: (_, row) => row.decided_by || '—',
    },
    { ...columnOf('decided_at'), render: (_, row) => row.decided_at || '—' },
    { ...columnOf('remark'), render: (_, row) => <Remark text={row.remark} /> },
  ]
  return [
    { ...columnOf('created_at'), render: (_, row) => row.created_at },
    ...(state === reviewState.waiting ? waiting : decided),
  ]
}

/**
 * The columns of a list of orders in one state, or in every state; `more` stands after the amount.
 */
export function orderColumns<Row extends Order>(
  path: string,
  idOf: (row: Row) => string,
  state: number,
  more: Columns<Row> = [],
): Columns<Row> {
  return [
    {
      title: '单号',
      key: 'no',
      fields: ['deposit_no', 'out_trade_no'],
      render: (_, row) => (
        <a href={orderHref(path, idOf(row), state)}>
          <LongNumber text={idOf(row)} />
        </a>
      ),
    },
    {
      ...columnOf('member'),
      fields: ['username', 'member_id'],
      render: (_, row) => <a href={href(`/members/${row.member_id}`)}>{row.username}</a>,
    },
    { ...columnOf('method'), render: (_, row) => methodLabel(row.method) },
    {
      ...columnOf('amount'),
      align: 'right',
      render: (_, row) => <Money amount={row.amount} strong />,
    },
    ...more,
    ...(state === everyState
      ? [{ ...columnOf('state'), render: (_: unknown, row: Row) => <State order={row} /> }]
      : []),
    ...decisionColumns<Row>(state),
  ]
}

/** The same in two lines, for when one of them is open beside. */
export function briefColumns<Row extends Order>(idOf: (row: Row) => string): Columns<Row> {
  return [
    briefName<Row>(
      row => row.username,
      row => idOf(row),
    ),
    briefSum<Row>(
      row => row.amount,
      row => methodLabel(row.method),
    ),
    {
      key: 'state',
      align: 'right',
      render: (_, row) =>
        row.state === reviewState.waiting && row.waits_for !== 'provider' ? (
          <span className={`${css.two} ${css.end}`}>
            <Age since={row.created_at} />
            <small>{row.claimed_by || (row.confirmed_by && '待复核')}</small>
          </span>
        ) : (
          <State order={row} />
        ),
    },
  ]
}
