import { formatFen } from '@tianping/contract/money'
import { resultFen } from './labels.ts'

type Props = { bet: { bet_amount: number; win_loss: number; status: number }; size: 17 | 34 }

/** What the bet brought (green) or cost; grey while that is not known, and for a void one. */
export function Result({ bet, size }: Props) {
  const fen = resultFen(bet)
  const tone = fen === null || fen === 0n ? 'faint' : fen > 0n ? 'green' : ''
  const sign = fen === null || fen === 0n ? '' : fen > 0n ? '+' : '−'
  return (
    <span className={`fig fig--${size} ${tone}`}>
      {sign}
      <i>¥</i>
      {formatFen(fen === null ? 0n : fen < 0n ? -fen : fen)}
    </span>
  )
}
