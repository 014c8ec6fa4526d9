import { Card } from '../../ui/Card.tsx'
import type { Order } from './usePayInfo.ts'
import css from './payInfo.module.css'

/** Payments that the chain has shown and that wait for their confirmations. */
export function Coming({ order }: { order: Order }) {
  const { chain } = order.data
  if (!chain || chain.length === 0) return null
  return (
    <Card className={css.coming}>
      {chain.map(({ tx, usdt, confirmations, needed }) => (
        <p key={tx} className="t-13" role="status">
          <b>链上已收到 {usdt.toFixed(2)} USDT</b>
          <span className="muted">
            确认 {Math.min(confirmations, needed)}/{needed}
          </span>
          <progress
            max={needed}
            value={Math.min(confirmations, needed)}
            aria-label="链上确认进度"
          />
        </p>
      ))}
    </Card>
  )
}
