import { percent } from '../../model/percent.ts'

type Props = {
  kind: string
  math: { rtp: string; hitRate: string }
  /** The most that one spin can pay, in stakes. */
  maxWin: string | number
}

/**
 * The published figures of a slot, where the screen is tall enough. The most of a whole round
 * stands in the rules alone: so rare a win would be advertising here.
 */
export function Stats({ kind, math, maxWin }: Props) {
  return (
    <dl className="stats only-tall">
      <div>
        <dt>玩法</dt>
        <dd>{kind}</dd>
      </div>
      <div>
        <dt>理论返还</dt>
        <dd>{percent(math.rtp, 2)}%</dd>
      </div>
      <div>
        <dt>中奖率</dt>
        <dd>{percent(math.hitRate, 2)}%</dd>
      </div>
      <div>
        <dt>单转最高</dt>
        <dd>{maxWin}×</dd>
      </div>
    </dl>
  )
}
