import { formatUsdt } from '@tianping/money'
import { useUser } from '../../app/account.ts'
import { usdtDeposit } from '../../app/wallet/money.ts'
import css from './recharge.module.css'

/** What the amount comes to in USDT, floored, with the rate it is reckoned at. */
export function Estimate({ fen }: { fen: bigint }) {
  const rate = useUser()?.usdtrate
  const cents = usdtDeposit(fen, rate)
  return (
    <div className={css.estimate} role="status">
      <span className="t-12 muted">
        预计支付
        <br />
        参考汇率 1 USDT = ¥{rate?.toFixed(2) ?? '—'}
      </span>
      <b className="fig fig--20">{cents === null ? '0.00' : formatUsdt(cents)} USDT</b>
    </div>
  )
}
