import { BACCARAT_MATH } from './model/math.ts'
import { baccarat } from './model/baccarat.ts'
import { BetTable } from '../../client/cards/BetTable.tsx'
import { TableNotes } from '../../client/cards/TableNotes.tsx'

const { bankerDraws } = BACCARAT_MATH
const WORDS: Record<string, string> = {
  any: '一律补牌',
  'any but 8': '闲补到 8 不补，其余补',
  '2 to 7': '闲补到 2–7 时补',
  '4 to 7': '闲补到 4–7 时补',
  '6 or 7': '闲补到 6、7 时补',
  never: '不补',
}

export function BaccaratRules() {
  return (
    <>
      <p className="say">
        闲、庄各两张，点数为各牌之和的个位：A 为 1，10、J、Q、K 为 0。任何一方两张得 8 或 9
        即定胜负，否则按下表补第三张。大：共发五或六张；小：共发四张；对子：前两张同点名。
      </p>
      <BetTable rows={Object.values(BACCARAT_MATH.bets)} />
      <p className="say gap">遇和：庄、闲退回注额，和另赔。庄赢抽水 5%，已计入赔率。</p>
      <table className="tb">
        <thead>
          <tr>
            <th scope="col">手牌点数</th>
            <th scope="col">补牌</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>闲 0–5</td>
            <td>补牌</td>
          </tr>
          <tr>
            <td>闲 6、7</td>
            <td>不补</td>
          </tr>
          <tr>
            <td>闲不补时，庄 0–5</td>
            <td>补牌</td>
          </tr>
          {Object.entries(bankerDraws.third).map(([points, when]) => (
            <tr key={points}>
              <td>闲补牌后，庄 {points}</td>
              <td>{WORDS[when]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <TableNotes table={baccarat} shoe="八副牌，每局重新洗牌" />
    </>
  )
}
