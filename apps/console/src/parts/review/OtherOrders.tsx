import { useQuery } from '@tanstack/react-query'
import { reviewState } from '@tianping/contract/facts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Money } from '../../ui/values/Money.tsx'
import { methodLabel } from '../labels.ts'
import { orderHref } from './orderColumns.tsx'
import { Part } from './ReviewPanel.tsx'
import lists from '../list/lists.module.css'

type Order = { no: string; path: string; kind: string; method: string; amount: number; at: string }
const filters = { state: reviewState.waiting, per: 20 } as const

/** What else of the same member waits: one looks at it together. */
export function OtherOrders({ memberId, but }: { memberId: number; but: string }) {
  const { may } = useOperator()
  const sent = { ...filters, q: String(memberId) }
  const deposits = useQuery({
    queryKey: ['POST /api/console/deposits/list', sent],
    queryFn: ({ signal }) => call('POST /api/console/deposits/list', sent, signal),
    enabled: may('deposit.read'),
    meta: { inPlace: true },
  })
  const withdrawals = useQuery({
    queryKey: ['POST /api/console/withdrawals/list', sent],
    queryFn: ({ signal }) => call('POST /api/console/withdrawals/list', sent, signal),
    enabled: may('withdrawal.read'),
    meta: { inPlace: true },
  })
  // A number is also how another member's name may begin.
  const own = (row: { member_id: number }) => row.member_id === memberId
  const orders: Order[] = [
    ...(withdrawals.data?.data ?? []).filter(own).map(row => ({
      no: row.out_trade_no,
      path: '/withdrawals',
      kind: '取款',
      method: row.method,
      amount: row.amount,
      at: row.created_at,
    })),
    ...(deposits.data?.data ?? []).filter(own).map(row => ({
      no: row.deposit_no,
      path: '/deposits',
      kind: '存款',
      method: row.method,
      amount: row.amount,
      at: row.created_at,
    })),
  ].filter(each => each.no !== but)
  if (orders.length === 0) return null
  return (
    <Part title={`该会员其他待处理（${orders.length}）`}>
      <table className={lists.conditions} aria-label="该会员其他待处理">
        <tbody>
          {orders.map(each => (
            <tr key={each.no}>
              <td>
                <a href={orderHref(each.path, each.no, reviewState.waiting)}>{each.kind}</a>
              </td>
              <td>{methodLabel(each.method)}</td>
              <td>
                <Money amount={each.amount} strong />
              </td>
              <td>{each.at}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}
