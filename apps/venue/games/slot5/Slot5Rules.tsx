import { percent } from '../../model/percent.ts'
import { MATH_A } from './model/mathA.ts'
import { MATH_B } from './model/mathB.ts'
import { MATH_D } from './model/mathD.ts'
import { SLOT5_MATHS } from './model/slot5.ts'
import type { Slot5Letter } from './model/Slot5Math.ts'
import { times } from '../../client/kit/money.ts'
import { artUrl } from '../../client/slots/Reels.tsx'
import { mostText } from './mostText.ts'
import { symbolOf, type Skin5 } from './skins5.ts'

function edgeOf(rtp: string): string {
  const [n, d] = rtp.split('/').map(BigInt) as [bigint, bigint]
  return `${d - n}/${d}`
}

/**
 * The published figures, the paytable, and how the game pays. Computed from the mathematics, never
 * typed.
 */
export function Slot5Rules({ skin }: { skin: Skin5 }) {
  const { rtp, hitRate, winAtMostStakeRate, maxWin, standardDeviation, pays, unitsPerStake } =
    SLOT5_MATHS[skin.model]
  const wild = symbolOf(skin, 'W')
  return (
    <>
      <dl className="kv">
        <div>
          <dt>理论返还率</dt>
          <dd>{percent(rtp, 4)}%</dd>
        </div>
        <div>
          <dt>庄家优势</dt>
          <dd>{percent(edgeOf(rtp), 4)}%</dd>
        </div>
        <div>
          <dt>中奖率（任意返还）</dt>
          <dd>{percent(hitRate, 2)}%</dd>
        </div>
        <div>
          <dt>其中返还 ≤ 注额</dt>
          <dd>{percent(winAtMostStakeRate, 2)}%</dd>
        </div>
        <div>
          <dt>单转最高</dt>
          <dd>{mostText(maxWin)} × 注额</dd>
        </div>
        <div>
          <dt>波动（标准差）</dt>
          <dd>{standardDeviation} × 注额</dd>
        </div>
      </dl>
      <p className="say gap">
        平均每下注 100 元，长期返还 {percent(rtp, 2)} 元。每转独立，之前的结果不影响下一转。
      </p>
      <table className="tb">
        <thead>
          <tr>
            <th scope="col">从左连续，× 注额</th>
            <th scope="col">3 轴</th>
            <th scope="col">4 轴</th>
            <th scope="col">5 轴</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(pays).map(([letter, pay]) => (
            <tr key={letter}>
              <td>
                <span className="row">
                  <img
                    src={artUrl(symbolOf(skin, letter as Slot5Letter).art)}
                    alt=""
                    width={36}
                    height={36}
                  />
                  {symbolOf(skin, letter as Slot5Letter).name}
                </span>
              </td>
              {pay.map((units, i) => (
                <td key={i}>{times(units, unitsPerStake)}</td>
              ))}
            </tr>
          ))}
          {skin.model === 'slotA' && (
            <tr>
              <td>
                <span className="row">
                  <img src={artUrl(symbolOf(skin, 'S').art)} alt="" width={36} height={36} />
                  {symbolOf(skin, 'S').name}（任意位置）
                </span>
              </td>
              {Object.values(MATH_A.scatterPays).map(units => (
                <td key={units}>{times(units, unitsPerStake)}</td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
      <p className="say gap row">
        <img src={artUrl(wild.art)} alt="" width={36} height={36} />
        <span>
          {wild.name}是百搭，代替{skin.model === 'slotA' ? `${symbolOf(skin, 'S').name}以外的` : ''}
          任何图案。
        </span>
      </p>
      {skin.model === 'slotA' && <WaysRules skin={skin} />}
      {skin.model === 'slotB' && <LinesRules skin={skin} />}
      {skin.model === 'slotD' && <CascadeRules />}
      <p className="cap gap">
        每转至少 2.5
        秒，无自动旋转、无加速、无加倍、不卖免费旋转。整轮返还相加后向下取整到分。试玩与正式的数学相同。
      </p>
    </>
  )
}

const WAYS =
  '243 路：一个图案从最左轴起连续出现在 3 轴以上就有奖，按每轴的个数相乘计路，每个图案只算最长的一段。'

function WaysRules({ skin }: { skin: Skin5 }) {
  const { freeSpins, freeSpinFactor, freeSpinCap } = MATH_A
  return (
    <>
      <p className="say gap">{WAYS}</p>
      <p className="say gap">
        任意位置 3 / 4 / 5 个{symbolOf(skin, 'S').name}另送 {Object.values(freeSpins).join(' / ')}{' '}
        次免费旋转，所有赢额 ×{freeSpinFactor}；免费旋转里可以再送，一轮最多 {freeSpinCap} 次。
        注额不变、不再扣；一次一点，整轮在最后一转后入账。
      </p>
      <p className="say gap">
        中断了也不丢：整轮在下注时已由种子决定，24
        小时内回来接着转；逾时由场馆按同一组种子转完并入账；若已不能按下注时的数学版本转完，整轮作废并退还注额。转完之前不能更换种子。
      </p>
      <p className="cap gap">
        理论返还按不封顶计；{freeSpinCap}{' '}
        次封顶使它降低不到千亿分之一。单转最高指付注的一转，免费旋转为其 {freeSpinFactor} 倍。
      </p>
    </>
  )
}

function LinesRules({ skin }: { skin: Skin5 }) {
  return (
    <>
      <p className="say gap">
        20 线固定，注额平分在 20 条线上，每条线从最左轴起只算最长的一段。{symbolOf(skin, 'W').name}
        一出现就扩展整轴。
      </p>
      <ul className="lines" aria-label="二十条线">
        {MATH_B.lines.map((rows, line) => (
          <li key={rows}>
            <svg viewBox="0 0 50 30" aria-hidden="true">
              {[0, 1, 2, 3, 4].flatMap(reel =>
                [0, 1, 2].map(row => (
                  <rect
                    key={`${reel}${row}`}
                    x={reel * 10 + 1}
                    y={row * 10 + 1}
                    width="8"
                    height="8"
                    rx="2"
                    className={Number(rows[reel]) === row ? 'on' : ''}
                  />
                )),
              )}
            </svg>
            第 {line + 1} 线
          </li>
        ))}
      </ul>
    </>
  )
}

function CascadeRules() {
  return (
    <>
      <p className="say gap">{WAYS}</p>
      <p className="say gap">
        中奖的图案和帮忙的百搭消去，上面的落下，空位由同一条转轴依次补上；还有中奖就再消，第 1、2、3
        消依次 ×{MATH_D.factors.slice(0, 3).join('、×')}，第 4 消起 ×{MATH_D.factors[3]}。
      </p>
    </>
  )
}
