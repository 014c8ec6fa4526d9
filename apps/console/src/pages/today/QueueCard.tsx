import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { call } from '../../app/api.ts'
import { methodLabel } from '../../parts/labels.ts'
import { orderHref } from '../../parts/review/orderColumns.tsx'
import { reviewDefaults } from '../../parts/review/reviewFilters.ts'
import { Age } from '../../ui/values/Age.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import css from './today.module.css'

type Order = Pick<
  ConsoleRowOf<'POST /api/console/deposits/list'>,
  'username' | 'method' | 'amount' | 'state' | 'created_at' | 'claimed_by'
> & { no: string }

/** How many wait; undefined while nobody has said so. */
type Waiting = { waiting: number | undefined }

const shown = { ...reviewDefaults, page: 1 }

export function DepositQueue({ waiting }: Waiting) {
  const name = 'POST /api/console/deposits/list'
  const list = useQuery({
    queryKey: [name, shown],
    queryFn: ({ signal }) => call(name, shown, signal),
    select: page => page.data.map(row => ({ ...row, no: row.deposit_no })),
  })
  return <Queue title="待审存款" path="/deposits" waiting={waiting} list={list} />
}

export function WithdrawalQueue({ waiting }: Waiting) {
  const name = 'POST /api/console/withdrawals/list'
  const list = useQuery({
    queryKey: [name, shown],
    queryFn: ({ signal }) => call(name, shown, signal),
    select: page => page.data.map(row => ({ ...row, no: row.out_trade_no })),
  })
  return <Queue title="待审取款" path="/withdrawals" waiting={waiting} list={list} />
}

type QueueProps = {
  title: string
  path: string
  waiting: number | undefined
  list: Pick<UseQueryResult<Order[]>, 'data' | 'error' | 'refetch'>
}

function Queue({ title, path, waiting, list }: QueueProps) {
  return (
    <Card
      title={title}
      extra={<a href={`#${path}`}>全部{waiting === undefined ? '' : ` ${waiting} 笔`}</a>}
      flush
    >
      {list.data ? <Orders path={path} orders={list.data} /> : <Unloaded query={list} />}
    </Card>
  )
}

function Orders({ path, orders }: { path: string; orders: Order[] }) {
  if (orders.length === 0)
    return (
      <p className={css.none}>
        <Icon name="done" size={20} /> 没有待办，全部处理完毕
      </p>
    )
  return (
    <ol className={css.orders}>
      {orders.map(order => (
        <li key={order.no}>
          <a href={orderHref(path, order.no, order.state)}>
            <b>{order.username}</b>
            <span className={css.method}>
              {methodLabel(order.method)}
              {order.claimed_by && (
                <em title={`${order.claimed_by} 正在处理`}>{order.claimed_by}</em>
              )}
            </span>
            <Money amount={order.amount} strong />
            <span className={css.age}>
              <Age since={order.created_at} />
            </span>
            <Icon name="open" size={14} />
          </a>
        </li>
      ))}
    </ol>
  )
}
