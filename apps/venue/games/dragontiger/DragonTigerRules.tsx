import { dragonTiger } from './model/dragontiger.ts'
import { DRAGON_TIGER_MATH } from './model/math.ts'
import { BetTable } from '../../client/cards/BetTable.tsx'
import { TableNotes } from '../../client/cards/TableNotes.tsx'

export function DragonTigerRules() {
  return (
    <>
      <p className="say">
        龙、虎各发一张，点大者赢：K 最大，A
        最小，不比花色。点数相同为和：龙、虎各退一半注额，和另赔。
      </p>
      <BetTable rows={Object.values(DRAGON_TIGER_MATH.bets)} />
      <TableNotes table={dragonTiger} shoe="八副牌，每局重新洗牌" />
    </>
  )
}
