import { formatFen, formatUsdt } from '@tianping/money'
import type { User } from '../../app/account.ts'
import { usdtWithdrawal } from '../../app/wallet/money.ts'
import { Card } from '../../ui/Card.tsx'
import { Pairs } from '../../ui/List.tsx'
import { feeOf, type Card as Bound, type Tab } from './useWithdrawal.ts'
import css from './withdrawal.module.css'

type Props = { tab: Tab; user: User | undefined; card: Bound | undefined; fen: bigint }

/** What arrives, before the button is pressed. */
export const Received = (props: Props) =>
  props.tab === 1 ? <InUsdt {...props} /> : <InYuan fen={props.fen} />

const InYuan = ({ fen }: { fen: bigint }) => (
  <Card pad={false} className={css.sum}>
    <Pairs
      pairs={[
        {
          label: '实际到账',
          value: (
            <span className="fig fig--20">
              <i>¥</i>
              {formatFen(fen)}
            </span>
          ),
          strong: true,
        },
      ]}
    />
  </Card>
)

/** The fee depends on the protocol, so it shows once an address is chosen (P2-2.14-09). */
function InUsdt({ user, card, fen }: Props) {
  const fee = user && card ? feeOf(user, card.bank_owner) : undefined
  const worth = usdtWithdrawal(fen, user?.withdrawusdtrate, fee ?? 0)
  const pairs = [
    {
      label: '折合 USDT',
      value: (
        <>
          {worth ? formatUsdt(worth.equivalent) : '—'} <Rate user={user} />
        </>
      ),
    },
    { label: '手续费', value: <Fee usdt={fee} /> },
    {
      label: '实际到账',
      value: (
        <span className="fig fig--20">
          {worth && card ? `${formatUsdt(worth.received)} USDT` : '—'}
        </span>
      ),
      strong: true,
    },
  ]
  const eaten = card && fen > 0n && worth?.received === 0n
  return (
    <Card pad={false} className={css.sum}>
      <Pairs pairs={pairs} />
      {eaten && <p className={`note red ${css.small}`}>折合金额不足以支付手续费</p>}
    </Card>
  )
}

const Rate = ({ user }: { user: User | undefined }) =>
  user && <span className="faint">汇率 {user.withdrawusdtrate.toFixed(2)}</span>

const Fee = ({ usdt }: { usdt: number | undefined }) =>
  usdt === undefined ? (
    <span className="faint">选择地址后显示</span>
  ) : (
    `${usdt.toFixed(2)} USDT / 笔`
  )
