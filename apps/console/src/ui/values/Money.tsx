import { formatYuan } from '@tianping/money'
import css from './money.module.css'

/** An amount of yuan as people read it: ¥1,234.50. */
export const yuan = (amount: number) =>
  amount < 0 ? `-¥${formatYuan(-amount)}` : `¥${formatYuan(amount)}`

export function Money({ amount, strong }: { amount: number; strong?: boolean }) {
  return <span className={strong ? css.strong : css.plain}>{yuan(amount)}</span>
}

/** A movement: its sign is written, and coloured. */
export function Signed({ amount }: { amount: number }) {
  return (
    <span className={movementClass(amount)}>
      {amount > 0 ? '+' : ''}
      {formatYuan(amount)}
    </span>
  )
}

function movementClass(amount: number) {
  if (amount < 0) return css.out
  return amount > 0 ? css.in : css.plain
}
