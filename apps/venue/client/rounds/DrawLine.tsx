import type { ReactNode } from 'react'
import { signedYuan, yuan } from '../kit/money.ts'
import { roundName } from './phases.ts'
import { Ring } from './Ring.tsx'
import { useTableContext } from './TableContext.ts'

const DOING = {
  wait: '等待开盘',
  bet: '下注中',
  lock: '封盘',
  draw: '开奖中',
  result: '已开奖',
} as const

/**
 * The countdown, the round, and what it or the one before came to. `short` is an outcome in a few
 * words; with `steady` it stands there in every phase, and the page shows `Mine` elsewhere.
 * `reveal` is the outcome at its largest, over the board while nothing there can be tapped.
 */
export function DrawLine({
  short,
  reveal,
  children,
  steady = false,
}: {
  short: ReactNode
  reveal?: ReactNode
  children?: ReactNode
  steady?: boolean
}) {
  const { table } = useTableContext()
  const { round, phase, offMs } = table
  return (
    <section className={`draw${steady ? ' steady' : ''}`}>
      <Ring round={round} phase={phase} offMs={offMs} />
      <div className="last">
        <div className="cap c2">
          {round
            ? `第 ${roundName(round)} 期 ${round.state === 'void' ? '作废' : DOING[phase]}`
            : DOING.wait}
        </div>
        <div className="was">
          {!steady && (phase === 'result' || phase === 'draw') ? <Mine fallback={short} /> : short}
        </div>
      </div>
      {children}
      {reveal !== undefined && <Revealed>{reveal}</Revealed>}
    </section>
  )
}

/** What is drawn, for as long as nothing can be bet. */
function Revealed({ children }: { children: ReactNode }) {
  const { round, phase } = useTableContext().table
  const reveals = phase === 'draw' || (phase === 'result' && round?.state !== 'void')
  return reveals && <div className="reveal">{children}</div>
}

/** What the player's own tickets of this round came to; without any, the outcome. */
export function Mine({ fallback, stacked = false }: { fallback: ReactNode; stacked?: boolean }) {
  const { table } = useTableContext()
  const { tickets, phase, round } = table
  if (round?.state === 'void') return <span>注额已退回</span>
  if (phase === 'draw') return <Confirmed stacked={stacked} />
  if (tickets.length === 0) return <>{fallback}</>
  if (tickets.some(bet => bet.status === 'OPEN')) return <span className="c2">结算中</span>
  const payout = tickets.reduce((sum, bet) => sum + bet.payout, 0)
  const net = tickets.reduce((sum, bet) => sum + bet.net, 0)
  if (stacked)
    return (
      <span className="two-lines" data-testid="mine">
        <span>
          返还 <b className={net > 0 ? 'gold' : ''}>{yuan(payout)}</b>
        </span>
        <span className="c2">净 {signedYuan(net)}</span>
      </span>
    )
  return (
    <span data-testid="mine">
      返还 <b className={net > 0 ? 'gold' : ''}>{yuan(payout)}</b>{' '}
      <span className="c2">净 {signedYuan(net)}</span>
    </span>
  )
}

function Confirmed({ stacked }: { stacked: boolean }) {
  const { tickets } = useTableContext().table
  if (tickets.length === 0) return <span className="c2">本期未下注</span>
  const staked = yuan(tickets.reduce((sum, bet) => sum + bet.stake, 0))
  if (!stacked) return <span className="c2">已确认 {staked} 元</span>
  return (
    <span className="two-lines c2">
      <span>已确认</span>
      <span>{staked} 元</span>
    </span>
  )
}
