import { SLOT3_LETTERS, SLOT3_MATH } from './model/math.ts'
import { times } from '../../client/kit/money.ts'
import { PayLines } from '../../client/slots/PayLines.tsx'
import { SlotFigures } from '../../client/slots/SlotFigures.tsx'
import { SymbolName } from '../../client/slots/SymbolName.tsx'
import type { Skin } from './skins.ts'

/** The published figures, the paytable, and how a line pays. */
export function Slot3Rules({ skin }: { skin: Skin }) {
  const { pays, unitsPerStake } = SLOT3_MATH
  return (
    <>
      <SlotFigures math={SLOT3_MATH} maxWin={SLOT3_MATH.maxWin} />
      <table className="tb">
        <thead>
          <tr>
            <th scope="col">每线三个相同</th>
            <th scope="col">× 注额</th>
            <th scope="col">下注 2.00 返还</th>
          </tr>
        </thead>
        <tbody>
          {SLOT3_LETTERS.toSorted((a, b) => pays[b] - pays[a]).map(letter => (
            <tr key={letter}>
              <td>
                <SymbolName symbol={skin.symbols[letter]} />
              </td>
              <td>{times(pays[letter], unitsPerStake)}</td>
              <td>{((200 * pays[letter]) / unitsPerStake / 100).toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PayLines label="五条线" lines={SLOT3_MATH.lines} />
      <p className="cap gap">
        五线固定，注额平分在五条线上，赢额相加后向下取整到分。{skin.symbols.W.name}
        代替任何图案，线上每有一个，该线赢额 ×{SLOT3_MATH.wildMultiplier}； 三个
        {skin.symbols.W.name}只按自己的赔付。每转至少 2.5
        秒，无自动旋转、无加速、无加倍。试玩与正式的数学相同。
      </p>
    </>
  )
}
