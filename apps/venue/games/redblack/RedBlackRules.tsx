import { RED_BLACK_MATH } from './model/math.ts'
import { redBlack } from './model/redblack.ts'
import { percent } from '../../model/percent.ts'
import { BetTable } from '../../client/cards/BetTable.tsx'
import { TableNotes } from '../../client/cards/TableNotes.tsx'

const { red, black, strike } = RED_BLACK_MATH.bets

export function RedBlackRules() {
  return (
    <>
      <p className="say">
        红、黑各三张，牌型大者赢：豹子、同花顺、金花、顺子、对子、单张。牌型相同依次比点数，A
        最大，A23 是最小的顺子，不比花色。
      </p>
      <BetTable rows={[red, black, { ...strike, pays: '1–14' }]} />
      <p className="say gap">
        完全相同为平局（{percent(red.push, 4)}%）：红、黑退回注额。赢家抽水
        5%，已计入赔率。幸运一击看赢方的牌型，平局时看双方共有的牌型：
      </p>
      <table className="tb gap">
        <thead>
          <tr>
            <th scope="col">赢方牌型</th>
            <th scope="col">赔率</th>
            <th scope="col">机会</th>
          </tr>
        </thead>
        <tbody>
          {Object.values(strike.classes).map(({ name, pays, chance }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>1 : {pays}</td>
              <td>{percent(chance, 4)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
      <TableNotes table={redBlack} shoe="一副牌，每局重新洗牌" />
    </>
  )
}
