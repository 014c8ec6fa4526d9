import { percent } from '../../model/percent.ts'
import { SLOT3_LETTERS, SLOT3_MATH } from './model/math.ts'
import { times } from '../../client/kit/money.ts'
import { artUrl } from '../../client/slots/Reels.tsx'
import type { Skin } from './skins.ts'

const EDGE = (() => {
  const [n, d] = SLOT3_MATH.rtp.split('/').map(Number) as [number, number]
  return `${d - n}/${d}`
})()

/**
 * The published figures, the paytable, and how a line pays. Computed from the mathematics, never
 * typed.
 */
export function Slot3Rules({ skin }: { skin: Skin }) {
  return (
    <>
      <dl className="kv">
        <div>
          <dt>理论返还率</dt>
          <dd>{percent(SLOT3_MATH.rtp, 4)}%</dd>
        </div>
        <div>
          <dt>庄家优势</dt>
          <dd>{percent(EDGE, 4)}%</dd>
        </div>
        <div>
          <dt>中奖率（任意返还）</dt>
          <dd>{percent(SLOT3_MATH.hitRate, 2)}%</dd>
        </div>
        <div>
          <dt>其中返还 ≤ 注额</dt>
          <dd>{percent(SLOT3_MATH.winAtMostStakeRate, 2)}%</dd>
        </div>
        <div>
          <dt>单转最高</dt>
          <dd>{SLOT3_MATH.maxWin} × 注额</dd>
        </div>
        <div>
          <dt>波动（标准差）</dt>
          <dd>{SLOT3_MATH.standardDeviation} × 注额</dd>
        </div>
      </dl>
      <p className="say gap">
        平均每下注 100 元，长期返还 {percent(SLOT3_MATH.rtp, 2)}{' '}
        元。每转独立，之前的结果不影响下一转。
      </p>
      <table className="tb">
        <thead>
          <tr>
            <th scope="col">每线三个相同</th>
            <th scope="col">× 注额</th>
            <th scope="col">下注 2.00 返还</th>
          </tr>
        </thead>
        <tbody>
          {SLOT3_LETTERS.toSorted((a, b) => SLOT3_MATH.pays[b] - SLOT3_MATH.pays[a]).map(letter => (
            <tr key={letter}>
              <td>
                <span className="row">
                  <img src={artUrl(skin.symbols[letter].art)} alt="" width={36} height={36} />
                  {skin.symbols[letter].name}
                </span>
              </td>
              <td>{times(SLOT3_MATH.pays[letter], SLOT3_MATH.unitsPerStake)}</td>
              <td>
                {((200 * SLOT3_MATH.pays[letter]) / SLOT3_MATH.unitsPerStake / 100).toFixed(2)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Lines />
      <p className="cap gap">
        五线固定，注额平分在五条线上，赢额相加后向下取整到分。{skin.symbols.W.name}
        代替任何图案，线上每有一个，该线赢额 ×{SLOT3_MATH.wildMultiplier}； 三个
        {skin.symbols.W.name}只按自己的赔付。每转至少 2.5
        秒，无自动旋转、无加速、无加倍。试玩与正式的数学相同。
      </p>
    </>
  )
}

function Lines() {
  return (
    <ul className="lines" aria-label="五条线">
      {SLOT3_MATH.lines.map((rows, line) => (
        <li key={rows.join('')}>
          <svg viewBox="0 0 30 30" aria-hidden="true">
            {[0, 1, 2].flatMap(reel =>
              [0, 1, 2].map(row => (
                <rect
                  key={`${reel}${row}`}
                  x={reel * 10 + 1}
                  y={row * 10 + 1}
                  width="8"
                  height="8"
                  rx="2"
                  className={rows[reel] === row ? 'on' : ''}
                />
              )),
            )}
          </svg>
          第 {line + 1} 线
        </li>
      ))}
    </ul>
  )
}
