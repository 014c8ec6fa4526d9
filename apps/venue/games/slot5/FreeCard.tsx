import { signedYuan, yuan } from '../../client/kit/money.ts'
import { CountUp } from '../../client/slots/CountUp.tsx'
import { MATH_A } from './model/mathA.ts'
import { freeOf } from './shown.ts'
import type { Round } from './useRound.ts'

/** What opens a round of free spins, and what all of them came to. The message says the same. */
export function FreeCard({ round }: { round: Round }) {
  const { bet, phase, summed } = round
  const free = freeOf(bet)
  if (!bet || !free || phase !== 'shown') return null
  if (summed) return <Summary taken={free.taken} payout={bet.payout} net={bet.net} />
  return free.taken === 0 ? <Intro spins={free.left} /> : null
}

const Intro = ({ spins }: { spins: number }) => (
  <section className="free-card" aria-hidden="true">
    <h2>免费旋转</h2>
    <strong>
      {spins} <small>次</small>
    </strong>
    <p>每次赢额 ×{MATH_A.freeSpinFactor} · 不再扣注额 · 点“免费”开始</p>
  </section>
)

type SummaryProps = { taken: number; payout: number; net: number }

const Summary = ({ taken, payout, net }: SummaryProps) => (
  <section className="free-card" aria-hidden="true">
    <h2>{taken} 次免费旋转已转完</h2>
    <strong>
      {net > 0 ? <CountUp fen={payout} /> : yuan(payout)} <small>元</small>
    </strong>
    <p>整轮净额 {signedYuan(net)} 元</p>
  </section>
)
