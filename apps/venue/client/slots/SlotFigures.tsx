import { Figures } from '../kit/Figures.tsx'
import { percent } from '../../model/percent.ts'

type Props = {
  math: { rtp: string; hitRate: string; winAtMostStakeRate: string; standardDeviation: string }
  /** The most that one spin can pay, in stakes. */
  maxWin: string | number
  /** The same of a whole round with all it gives, where that is more. */
  roundMax?: string | number
}

/** What a fraction is short of one, as a fraction. */
function edgeOf(rtp: string): string {
  const [n, d] = rtp.split('/').map(BigInt) as [bigint, bigint]
  return `${d - n}/${d}`
}

/** The published figures of a slot. Computed from the mathematics, never typed. */
export function SlotFigures({ math, maxWin, roundMax = maxWin }: Props) {
  const figures: [string, string][] = [
    ['理论返还率', `${percent(math.rtp, 4)}%`],
    ['庄家优势', `${percent(edgeOf(math.rtp), 4)}%`],
    ['中奖率（任意返还）', `${percent(math.hitRate, 2)}%`],
    ['其中返还 ≤ 注额', `${percent(math.winAtMostStakeRate, 2)}%`],
    ['单转最高', `${maxWin} × 注额`],
    ['整局最高', `${roundMax} × 注额`],
    ['波动（标准差）', `${math.standardDeviation} × 注额`],
  ]
  return (
    <>
      <Figures of={figures} />
      <p className="say gap">
        平均每下注 100 元，长期返还 {percent(math.rtp, 2)} 元。每转独立，之前的结果不影响下一转。
      </p>
    </>
  )
}
