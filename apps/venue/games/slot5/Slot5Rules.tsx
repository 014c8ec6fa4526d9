import { MATH_A } from './model/mathA.ts'
import { MATH_B } from './model/mathB.ts'
import { MATH_D } from './model/mathD.ts'
import { roundMaxOf, SLOT5_MATHS } from './model/slot5.ts'
import type { Slot5Letter } from './model/Slot5Math.ts'
import { times } from '../../client/kit/money.ts'
import { PayLines } from '../../client/slots/PayLines.tsx'
import { artUrl } from '../../client/slots/Reels.tsx'
import { SlotFigures } from '../../client/slots/SlotFigures.tsx'
import { SymbolName } from '../../client/slots/SymbolName.tsx'
import { maxWinText } from './maxWinText.ts'
import { symbolOf, type Skin5 } from './skins5.ts'

type Props = { skin: Skin5 }

/** The published figures, the paytable, and how the game pays. */
export function Slot5Rules({ skin }: Props) {
  const math = SLOT5_MATHS[skin.model]
  return (
    <>
      <SlotFigures
        math={math}
        maxWin={maxWinText(math.maxWin)}
        roundMax={maxWinText(roundMaxOf(skin.model))}
      />
      <Paytable skin={skin} />
      <WildRule skin={skin} />
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

/** What 3, 4 and 5 reels of each symbol pay. */
function Paytable({ skin }: Props) {
  const { pays, unitsPerStake } = SLOT5_MATHS[skin.model]
  return (
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
              <SymbolName symbol={symbolOf(skin, letter as Slot5Letter)} />
            </td>
            {pay.map((units, i) => (
              <td key={i}>{times(units, unitsPerStake)}</td>
            ))}
          </tr>
        ))}
        {skin.model === 'slotA' && (
          <tr>
            <td>
              <SymbolName symbol={symbolOf(skin, 'S')} more="（任意位置）" />
            </td>
            {Object.values(MATH_A.scatterPays).map(units => (
              <td key={units}>{times(units, unitsPerStake)}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  )
}

function WildRule({ skin }: Props) {
  const wild = symbolOf(skin, 'W')
  return (
    <p className="say gap row">
      <img src={artUrl(wild.art)} alt="" width={36} height={36} />
      <span>
        {wild.name}是百搭，代替{skin.model === 'slotA' ? `${symbolOf(skin, 'S').name}以外的` : ''}
        任何图案。
      </span>
    </p>
  )
}

const WAYS =
  '243 路：一个图案从最左轴起连续出现在 3 轴以上就有奖，按每轴的个数相乘计路，每个图案只算最长的一段。'

function WaysRules({ skin }: Props) {
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
        次封顶使它降低不到千亿分之一。单转最高指付注的一转，免费旋转为其 {freeSpinFactor}{' '}
        倍；整局最高是付注的一转与全部 {freeSpinCap} 次免费旋转都出最好结果的上限，几乎不可能出现。
      </p>
    </>
  )
}

const LINES = MATH_B.lines.map(rows => [...rows].map(Number))

function LinesRules({ skin }: Props) {
  return (
    <>
      <p className="say gap">
        20 线固定，注额平分在 20 条线上，每条线从最左轴起只算最长的一段。{symbolOf(skin, 'W').name}
        一出现就扩展整轴。
      </p>
      <PayLines label="二十条线" lines={LINES} />
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
