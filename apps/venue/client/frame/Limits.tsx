import { yuan } from '../kit/money.ts'
import { timeOfDay } from './Head.tsx'
import type { State } from '../session/wire.ts'
import { PAGE_TARGET } from '../session/frame.ts'

/** The limits of the player's own session, and where they are changed. */
export function Limits({ state: { session, limit_url } }: { state: State }) {
  return (
    <>
      <div className="lab">
        <span>我的限制（只能在应用内放宽）</span>
        {limit_url && (
          <a href={limit_url} target={PAGE_TARGET}>
            理性博彩与限额
          </a>
        )}
      </div>
      <dl className="kv">
        <div>
          <dt>时间提醒</dt>
          <dd>每 {session.reality_check_min} 分钟</dd>
        </div>
        <div>
          <dt>净亏限额剩余</dt>
          <dd>{leftOf(session.net_limit_left)}</dd>
        </div>
        {session.stake_limit_left !== null && (
          <div>
            <dt>投注限额剩余</dt>
            <dd>{leftOf(session.stake_limit_left)}</dd>
          </div>
        )}
        {session.ends_at !== null && (
          <div>
            <dt>结束时间</dt>
            <dd>{timeOfDay.format(Date.parse(session.ends_at))}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

const leftOf = (fen: number | null) => (fen === null ? '未设置' : `${yuan(fen)} 元`)
