import { formatFen } from '@tianping/money'
import { resultFen } from './labels.ts'

type Props = { bet: { bet_amount: number; win_loss: number; status: number }; size: 17 | 34 }

const looks = {
  none: { tone: 'faint', sign: '' },
  plus: { tone: 'green', sign: '+' },
  minus: { tone: '', sign: '−' },
} as const

function signOf(fen: bigint): keyof typeof looks {
  if (fen === 0n) return 'none'
  return fen > 0n ? 'plus' : 'minus'
}

/** What the bet brought (green) or cost; grey while that is not known, and for a void one. */
export function Result({ bet, size }: Props) {
  const fen = resultFen(bet) ?? 0n
  const { tone, sign } = looks[signOf(fen)]
  return (
    <span className={`fig fig--${size} ${tone}`}>
      {sign}
      <i>¥</i>
      {formatFen(fen < 0n ? -fen : fen)}
    </span>
  )
}
