import { shortFen } from '@tianping/money'
import { BOOK_LIMITS } from '../../model/Book.ts'
import { FOOTBALL_MATH, PLAY_MINUTES } from './model/math.ts'
import { MarketRules, TicketRules } from '../../client/book/MarketRules.tsx'
import { percent } from '../../model/percent.ts'

const MARGIN = ((FOOTBALL_MATH.marginPerTenThousand - 10_000) / 100).toFixed(2)

const MARKETS = [
  ['胜平负', '按全场 90 分钟比分'],
  ['让球', '赛前从 0 : 0 起，滚球从下注时的比分起算净胜球'],
  ['大小球', '按全场总进球'],
  ['四分之一盘', '拆成相邻两盘各半注：赢半、输半'],
  ['走水 / 作废', '退回本金，串关中按 1.00 计'],
] as const

/**
 * Margin, how matches are made and priced, settlement, interruptions: from the published figures.
 */
export function FootballRules() {
  return (
    <>
      <dl className="kv">
        <div>
          <dt>理论返还率</dt>
          <dd>≤ {percent(FOOTBALL_MATH.rtp, 2)}%</dd>
        </div>
        <div>
          <dt>水位（利润率）</dt>
          <dd>{MARGIN}%</dd>
        </div>
        <div>
          <dt>比赛一分钟</dt>
          <dd>{FOOTBALL_MATH.minuteMs / 1_000} 秒</dd>
        </div>
        <div>
          <dt>全场</dt>
          <dd>{(PLAY_MINUTES * FOOTBALL_MATH.minuteMs) / 60_000} 分钟</dd>
        </div>
      </dl>
      <p className="say gap">
        球队与联赛都是虚构的。每队的攻防数据公开，由此得到双方预期进球，再按 Dixon-Coles 模型（ρ ={' '}
        {FOOTBALL_MATH.rhoHundredths / 100}
        ）给出每个比分的概率：定价和抽取终场比分用的是同一张表。每个进球的时间在 90
        分钟内均匀分布，所以滚球赔率是精确的条件概率。
      </p>
      <MarketRules markets={MARKETS} />
      <p className="cap gap">
        赔率含本金 = 1 ÷（胜率 × {(FOOTBALL_MATH.marginPerTenThousand / 10_000).toFixed(4)}
        ），向下取整到 0.01；走水退回的部分不计，舍入后实际返还不高于上面的数。滚球注单有{' '}
        {FOOTBALL_MATH.acceptDelayMs / 1_000}{' '}
        秒确认延迟：保持你确认的赔率，到时盘口仍开放才成立；滚球赔率因此按{' '}
        {FOOTBALL_MATH.acceptDelayMs / 1_000} 秒后的那一分钟计算，每个选项取该分钟内（含其后{' '}
        {FOOTBALL_MATH.takenLateMs / 1_000}{' '}
        秒）最高的胜率：同一赔率在哪一刻成立，返还率都不高于上面的数。确认拖过了这段时间，按赔率已变动处理，不成立；赛前的赔率到开赛为止。进球后暂停{' '}
        {FOOTBALL_MATH.closedAfterGoalMs / 1_000} 秒；某一选项定价所用的胜率超过 95%，或赔率低于
        1.01、高于 100 时该盘暂停；某一选项在该分钟内最差的一刻返还不到{' '}
        {FOOTBALL_MATH.leastReturnPerTenThousand / 100}%
        时该盘也暂停。赔率变动须先接受，可以只允许自动接受上升。
      </p>
      <p className="cap gap">
        串关 2 到 {BOOK_LIMITS.maxLegs} 场，同一场不能串。返还 = 注额 ×
        各项返还之积，每张只向下取整一次。单张最高返还 {shortFen(BOOK_LIMITS.maxPayoutFen)}{' '}
        元，每场注额上限 {shortFen(BOOK_LIMITS.maxMatchFen)}{' '}
        元。有效投注：输赢为注额，赢半输半为一半，走水与作废为 0。
      </p>
      <TicketRules rtp={FOOTBALL_MATH.rtp} />
      <p className="cap gap">
        中断怎么办：已成立的注单按开盘前承诺的种子照常结算，服务器重启后补算；没有成立的不扣款。无法按开盘时的数学版本抽取的比赛作废。每场独立，之前的结果不影响下一场。试玩与正式的数学相同。
      </p>
    </>
  )
}
