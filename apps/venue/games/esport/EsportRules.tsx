import { shortFen } from '@tianping/money'
import { BOOK_LIMITS } from '../../model/Book.ts'
import { ESPORT_MATH } from './model/math.ts'
import { MarketRules, TicketRules } from '../../client/book/MarketRules.tsx'
import { percent } from '../../model/percent.ts'

const MARGIN = ((ESPORT_MATH.marginPerTenThousand - 10_000) / 100).toFixed(2)

const MARKETS = [
  ['比赛胜者', '先赢两图的一方'],
  ['单图胜者', '正在进行或下一张图'],
  ['让图', '最终图数加减 1.5'],
  ['总图数', '打满 3 图为大，2 图结束为小'],
  ['作废', '退回本金，串关中按 1.00 计'],
] as const

/**
 * Margin, how matches are made and priced, settlement, interruptions: from the published figures.
 */
export function EsportRules() {
  return (
    <>
      <dl className="kv">
        <div>
          <dt>理论返还率</dt>
          <dd>{percent(ESPORT_MATH.rtp, 2)}%</dd>
        </div>
        <div>
          <dt>水位（利润率）</dt>
          <dd>{MARGIN}%</dd>
        </div>
        <div>
          <dt>每回合</dt>
          <dd>{ESPORT_MATH.roundMs / 1_000} 秒</dd>
        </div>
        <div>
          <dt>赛制</dt>
          <dd>三局两胜</dd>
        </div>
      </dl>
      <p className="say gap">
        战队都是虚构的。左队每回合的胜率 = 50% +
        双方实力差，赛前公开，每回合都一样，与之前的回合无关。每图先到 {ESPORT_MATH.roundsToWin}{' '}
        回合；12 : 12 进入加时，6 回合先到 4，3 : 3 再加时。赔率由当前比分的精确概率得出。
      </p>
      <MarketRules markets={MARKETS} />
      <p className="cap gap">
        赔率含本金 = 1 ÷（胜率 × {(ESPORT_MATH.marginPerTenThousand / 10_000).toFixed(2)}
        ），向下取整到
        0.01；舍入后实际返还略低于上面的数。回合结果与新赔率同时公布，注单按服务器收到时的赔率立即成立；赔率已变动的要先接受。中场、加时前休息{' '}
        {ESPORT_MATH.halfMs / 1_000} 秒，换图休息 {ESPORT_MATH.mapBreakMs / 1_000}{' '}
        秒。每图结束后暂停 {ESPORT_MATH.closedAfterMapMs / 1_000} 秒；某一选项胜率超过
        95%，或赔率低于 1.01、高于 100 时该盘暂停。
      </p>
      <p className="cap gap">
        串关 2 到 {BOOK_LIMITS.maxLegs} 场，同一场不能串。返还 = 注额 ×
        各项赔率之积，每张只向下取整一次。单张最高返还 {shortFen(BOOK_LIMITS.maxPayoutFen)}{' '}
        元，每场注额上限 {shortFen(BOOK_LIMITS.maxMatchFen)} 元。有效投注为注额，作废为 0。
      </p>
      <TicketRules rtp={ESPORT_MATH.rtp} />
      <p className="cap gap">
        中断怎么办：已成立的注单按开盘前承诺的种子照常结算，服务器重启后补算；没有成立的不扣款。无法按开盘时的数学版本抽取的比赛作废。每场独立，之前的结果不影响下一场。试玩与正式的数学相同。
      </p>
    </>
  )
}
