import { formatFen } from '@tianping/contract/money'
import type { User } from '../../app/account.ts'
import { usdtText, usdtWithdrawal } from '../../app/wallet/money.ts'
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
  const rate = user ? <span className="faint">汇率 {user.withdrawusdtrate.toFixed(2)}</span> : null
  return (
    <Card pad={false} className={css.sum}>
      <Pairs
        pairs={[
          {
            label: '折合 USDT',
            value: (
              <>
                {worth ? usdtText(worth.equivalent) : '—'} {rate}
              </>
            ),
          },
          {
            label: '手续费',
            value:
              fee === undefined ? (
                <span className="faint">选择地址后显示</span>
              ) : (
                `${fee.toFixed(2)} USDT / 笔`
              ),
          },
          {
            label: '实际到账',
            value: (
              <span className="fig fig--20">
                {worth && card ? `${usdtText(worth.received)} USDT` : '—'}
              </span>
            ),
            strong: true,
          },
        ]}
      />
      {card && worth && fen > 0n && worth.received === 0n && (
        <p className={`note red ${css.small}`}>折合金额不足以支付手续费</p>
      )}
    </Card>
  )
}
