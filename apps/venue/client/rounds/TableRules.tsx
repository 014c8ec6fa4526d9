import { oddsText, type BetClass } from '../../model/betClass.ts'
import { percent } from '../../model/percent.ts'
import { periodMs, type Table } from '../../model/Table.ts'

type Props = {
  table: Pick<Table, 'mathJson' | 'phases' | 'maxLineFen' | 'maxRoundFen'>
  intro: string
}

/**
 * Bets, odds, returns and chances of a table whose odds are published by class. Computed from the
 * mathematics, never typed.
 */
export function TableRules({ table, intro }: Props) {
  const { phases, maxLineFen, maxRoundFen } = table
  const bets = Object.entries(
    (JSON.parse(table.mathJson) as { bets: Record<string, BetClass> }).bets,
  )
  const rtps = bets.map(([, bet]) => Number(percent(bet.rtp, 2)))
  const period = periodMs(table) / 1_000
  return (
    <>
      <dl className="kv">
        <div>
          <dt>理论返还率</dt>
          <dd>
            {Math.min(...rtps).toFixed(1)}–{Math.max(...rtps).toFixed(1)}%
          </dd>
        </div>
        <div>
          <dt>庄家优势</dt>
          <dd>
            {(100 - Math.max(...rtps)).toFixed(1)}–{(100 - Math.min(...rtps)).toFixed(1)}%
          </dd>
        </div>
        <div>
          <dt>每期</dt>
          <dd>{period} 秒</dd>
        </div>
        <div>
          <dt>单注最高返还</dt>
          <dd>{oddsText(Math.max(...bets.map(([, bet]) => bet.returns)))} 倍</dd>
        </div>
      </dl>
      <p className="say gap">{intro}</p>
      <table className="tb rules">
        <thead>
          <tr>
            <th scope="col">玩法</th>
            <th scope="col">赔率</th>
            <th scope="col">中奖率</th>
            <th scope="col">返还率</th>
          </tr>
        </thead>
        <tbody>
          {bets.map(([key, bet]) => (
            <tr key={key}>
              <td>{bet.name}</td>
              <td>{oddsText(bet.returns)}</td>
              <td>{percent(bet.hit, 2)}%</td>
              <td>{percent(bet.rtp, 2)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="cap gap">
        赔率含本金。每期 {phases.betMs / 1_000} 秒下注，封盘 {phases.lockMs / 1_000}{' '}
        秒后开奖。封盘以服务器时间为准，网络延迟会让最后几秒的注单来不及。每张注单的返还相加后向下取整到分。
        有效投注为本期总注额与输赢净额中较小的一个。单注上限 {Number(maxLineFen) / 100} 元，单期上限{' '}
        {Number(maxRoundFen) / 100} 元。
      </p>
      <p className="cap gap">
        中断怎么办：已确认的注单照常按预先承诺的种子开奖结算，未确认的选择不会下注；若无法按下注时的数学版本开奖，或等待的信标超过公布的时限仍未到，整期作废并退还注额。每期独立，之前的结果不影响下一期。试玩与正式的数学相同。
      </p>
    </>
  )
}
