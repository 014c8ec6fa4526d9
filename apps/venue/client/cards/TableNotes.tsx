import { periodMs, type Table } from '../../model/Table.ts'
import { yuan } from '../kit/money.ts'

/** What holds for every card table: odds, clock, limits, valid amount, interruptions. */
export function TableNotes({
  table,
  shoe,
}: {
  table: Pick<Table, 'phases' | 'stakesFen' | 'maxLineFen' | 'maxRoundFen'>
  shoe: string
}) {
  const { phases, stakesFen, maxLineFen, maxRoundFen } = table
  return (
    <>
      <p className="cap gap">
        赔率不含本金：1 : 0.95 表示下注 100 元赢得 95 元并退回本金。{shoe}
        ，路单与历史不预示结果。每局 {periodMs(table) / 1_000} 秒，其中下注 {phases.betMs / 1_000}{' '}
        秒，封盘 {phases.lockMs / 1_000}{' '}
        秒后发牌；封盘以服务器时间为准，网络延迟会让最后几秒的下注来不及。
        每张注单的返还相加后向下取整到分。有效投注为本局总注额与输赢净额中较小的一个，对押不产生有效投注。
        每门 {yuan(Number(stakesFen[0]))} 至 {yuan(Number(maxLineFen))} 元，每局至多{' '}
        {yuan(Number(maxRoundFen))} 元。
      </p>
      <p className="cap gap">
        中断怎么办：已确认的下注照常按预先承诺的种子发牌结算，未确认的筹码不会下注；若无法按下注时的数学版本发牌，或等待的信标超过公布的时限仍未到，整局作废并退还注额。每局独立，没有自动下注、没有加速、没有加倍。试玩与正式的数学相同。
      </p>
    </>
  )
}
