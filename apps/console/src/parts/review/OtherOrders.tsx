import { useQuery } from '@tanstack/react-query'
import { payoutState } from '@tianping/contract/cashier/facts'
import { reviewState } from '@tianping/contract/facts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Money } from '../../ui/values/Money.tsx'
import { methodLabel } from '../labels.ts'
import { orderHref } from './orderColumns.tsx'
import { Part } from './ReviewPanel.tsx'
import lists from '../list/lists.module.css'

type Row = { member_id: number; method: string; amount: number; created_at: string }

/** The member's rows of a list that waits for somebody; none where the operator may not read it. */
function useOwn<R extends Row>(
  list: string,
  may: boolean,
  memberId: number,
  read: (q: string, signal: AbortSignal) => Promise<{ data: R[] }>,
): R[] {
  const q = String(memberId)
  const found = useQuery({
    queryKey: [list, 'of', q],
    queryFn: ({ signal }) => read(q, signal),
    enabled: may,
    meta: { inPlace: true },
  })
  // A number is also how another member's name may begin.
  return (found.data?.data ?? []).filter(row => row.member_id === memberId)
}

const per = 20
const deposits = 'POST /api/console/deposits/list'
const withdrawals = 'POST /api/console/withdrawals/list'
const payouts = 'POST /api/console/payouts/list'

function useOrders(memberId: number) {
  const { may } = useOperator()
  const waiting = { state: reviewState.waiting, per } as const
  const open = { state: payoutState.open, per } as const
  const line = (kind: string, path: string, no: string, state: number, row: Row) => ({
    kind,
    no,
    href: orderHref(path, no, state),
    method: row.method,
    amount: row.amount,
    at: row.created_at,
  })
  return [
    ...useOwn(withdrawals, may('withdrawal.read'), memberId, (q, signal) =>
      call(withdrawals, { ...waiting, q }, signal),
    ).map(row => line('取款', '/withdrawals', row.out_trade_no, waiting.state, row)),
    ...useOwn(payouts, may('payout.read'), memberId, (q, signal) =>
      call(payouts, { ...open, q }, signal),
    ).map(row => line('付款', '/payouts', row.out_trade_no, open.state, row)),
    ...useOwn(deposits, may('deposit.read'), memberId, (q, signal) =>
      call(deposits, { ...waiting, q }, signal),
    ).map(row => line('存款', '/deposits', row.deposit_no, waiting.state, row)),
  ]
}

/** What else of the same member waits: one looks at it together. */
export function OtherOrders({ memberId, but }: { memberId: number; but: string }) {
  const orders = useOrders(memberId).filter(each => each.no !== but)
  if (orders.length === 0) return null
  return (
    <Part title={`该会员其他待处理（${orders.length}）`}>
      <table className={lists.conditions} aria-label="该会员其他待处理">
        <tbody>
          {orders.map(each => (
            <tr key={each.no}>
              <td>
                <a href={each.href}>{each.kind}</a>
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
