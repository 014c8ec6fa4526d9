import { useQuery } from '@tanstack/react-query'
import { fundKinds } from '@tianping/contract/cashier/facts'
import { call } from '../../app/api.ts'
import { Part } from '../../parts/review/ReviewPanel.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import lists from '../../parts/list/lists.module.css'

const name = 'POST /api/console/withdrawals/funds'

/** Where the money comes from, and what of it the withdrawal consists of. */
export function Funds({ no, amount }: { no: string; amount: number }) {
  const funds = useQuery({
    queryKey: [name, no],
    queryFn: ({ signal }) => call(name, { out_trade_no: no }, signal),
    meta: { inPlace: true },
  })
  const { data } = funds
  if (!data)
    return (
      <Part title="资金来源">
        {funds.error ? (
          <Failure error={funds.error} retry={() => void funds.refetch()} />
        ) : (
          <Waiting />
        )}
      </Part>
    )
  const part = (kind: string) => data.consists.find(each => each.kind === kind)?.amount ?? 0
  return (
    <Part
      title="资金来源"
      extra={<small>{data.since ? `自上次取款 ${data.since.slice(0, 16)}` : '自注册起'}</small>}
    >
      <table className={lists.conditions} aria-label="资金来源">
        <thead>
          <tr>
            <th>来源</th>
            <th>笔数</th>
            <th>合计</th>
            <th>本次取款中</th>
          </tr>
        </thead>
        <tbody>
          {data.lines.map(({ kind, movements, amount: moved }) => (
            <tr key={kind}>
              <td>{fundKinds[kind]}</td>
              <td>{movements || '—'}</td>
              <td>
                <Signed amount={moved} />
              </td>
              <td>{part(kind) > 0 ? <Money amount={part(kind)} strong /> : '—'}</td>
            </tr>
          ))}
          {data.held > 0 && <Held amount={data.held} />}
          <tr>
            <td>
              <b>申请时可用</b>
            </td>
            <td>{data.transfers > 0 ? `转账 ${data.transfers}` : ''}</td>
            <td>
              <Money amount={data.total - data.held} strong />
            </td>
            <td>
              <Money amount={amount} strong />
            </td>
          </tr>
        </tbody>
      </table>
      {!data.whole && <small>只看了最近的账变，更早的计入「上次取款后余额」</small>}
    </Part>
  )
}

/** Free again once those are rejected, and no part of this one before. */
const Held = ({ amount }: { amount: number }) => (
  <tr>
    <td>较早的取款占用</td>
    <td />
    <td>
      <Signed amount={-amount} />
    </td>
    <td>—</td>
  </tr>
)
