import { NIUNIU_MATH } from './model/math.ts'
import { niuniu } from './model/niuniu.ts'
import { bullName } from './model/outcome.ts'
import { percent } from '../../model/percent.ts'
import { BetTable } from '../../client/cards/BetTable.tsx'
import { TableNotes } from '../../client/cards/TableNotes.tsx'

export function NiuniuRules() {
  return (
    <>
      <p className="say">
        庄家与天、地、玄、黄四门各五张。三张之和为 10 的倍数即有牛，另两张之和的个位是几就是牛几，10
        为牛牛；A 为 1，10、J、Q、K 为 10。各门只与庄家比大小。
      </p>
      <BetTable rows={Object.values(NIUNIU_MATH.bets)} />
      <p className="say gap">
        牛大者赢；同牛比最大单张（K 最大，A 最小），再比花色 ♠ ♥ ♣
        ♦，不会有和局，所以每门赢的机会恰好一半。平倍：不论牛几都是 1 : 1，赢家抽水 5%，已计入赔率。
      </p>
      <table className="tb gap">
        <thead>
          <tr>
            <th scope="col">牌型</th>
            <th scope="col">一手牌的机会</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(NIUNIU_MATH.hands)
            .toSorted(([a], [b]) => rank(b) - rank(a))
            .map(([bull, chance]) => (
              <tr key={bull}>
                <td>{bullName(rank(bull))}</td>
                <td>{percent(chance, 4)}%</td>
              </tr>
            ))}
        </tbody>
      </table>
      <TableNotes table={niuniu} shoe="一副牌，每局重新洗牌" />
    </>
  )
}

const rank = (bull: string) => (bull === 'none' ? 0 : Number(bull))
