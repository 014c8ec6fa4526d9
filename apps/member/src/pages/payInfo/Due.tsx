import { stageLabels } from '@tianping/contract/stages'
import { Alert, Vault } from '../../ui/Card.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { clockText, windowMs } from './countdown.ts'
import { useCountdown, type Order } from './usePayInfo.ts'
import css from './payInfo.module.css'

/** From here on the ring warns. */
const lateSeconds = 300

/** The sum to pay and the time left. */
export function Due({ order, usdt }: { order: Order; usdt: boolean }) {
  const { info } = order.data
  const left = useCountdown(order)
  const head = stageLabels[left === 0 ? 'expired' : 'unpaid']
  return (
    <>
      <Vault className={css.due} label={head}>
        <div>
          <p className="sub" role="status">
            {head}
            {usdt && '\u2002USDT'}
          </p>
          <Sum yuan={info.amount} usdt={usdt ? info.usdt_amount : 0} />
          {usdt && <p className="sub">存款金额 ¥{yuanText(info.amount)}</p>}
        </div>
        <Ring left={left} />
      </Vault>
      {left === 0 && (
        <Alert>支付时间已过。若您已付款，到账后仍会自动入账；尚未付款请重新下单。</Alert>
      )}
    </>
  )
}

/** What to pay: in USDT where that is known, else in yuan. */
const Sum = ({ yuan, usdt }: { yuan: number; usdt: number }) =>
  usdt > 0 ? <p className="fig fig--34">{usdt.toFixed(2)}</p> : <Money yuan={yuan} size={34} />

function Ring({ left }: { left: number }) {
  const share = ((left * 1000) / windowMs) * 100
  return (
    <div
      className={left < lateSeconds ? `${css.ring} ${css.late}` : css.ring}
      role="timer"
      aria-label={`剩余 ${Math.floor(left / 60)} 分 ${left % 60} 秒`}
    >
      <svg viewBox="0 0 88 88" fill="none" aria-hidden="true">
        <circle cx="44" cy="44" r="39" stroke="#fff" strokeOpacity=".2" strokeWidth="6" />
        {left > 0 && (
          <circle
            className={css.arc}
            cx="44"
            cy="44"
            r="39"
            strokeWidth="6"
            strokeLinecap="round"
            pathLength={100}
            strokeDasharray={`${share} 100`}
          />
        )}
      </svg>
      <div>
        <b>{clockText(left)}</b>
        <span className="t-12">剩余</span>
      </div>
    </div>
  )
}
