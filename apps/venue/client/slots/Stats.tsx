import { percent } from '../../model/percent.ts'

type Props = {
  kind: string
  math: { rtp: string; hitRate: string }
  maxWin: string | number
}

/** The published figures of a slot, where the screen is tall enough. */
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
        <dt>整局最高</dt>
        <dd>{maxWin}×</dd>
      </div>
    </dl>
  )
}
