import { useEffect, useRef } from 'react'
import { returnsOf, type Pk10Outcome } from './model/outcome.ts'
import { yuan } from '../../client/kit/money.ts'
import { painted } from '../../client/kit/motion.ts'
import { Painted } from '../../client/kit/Painted.tsx'
import { Mine } from '../../client/rounds/DrawLine.tsx'
import { roundName } from '../../client/rounds/phases.ts'
import { Ring } from '../../client/rounds/Ring.tsx'
import type { ScreenProps } from '../../client/rounds/TableDesign.ts'
import { useTableContext } from '../../client/rounds/TableContext.ts'
import { linesOf } from '../../client/rounds/linesOf.ts'
import type { Round } from '../../client/rounds/wire.ts'
import { Betting } from './Betting.tsx'
import { pickName } from './picks.ts'
import { Track } from './Track.tsx'

const PHASES = {
  lock: ['lock', '封盘'],
  draw: ['lock', '比赛中'],
  result: ['res', '已冲线'],
} as const

export function Pk10Screen({ table }: ScreenProps<Pk10Outcome>) {
  const { round, phase } = table
  if (round && (phase === 'lock' || phase === 'draw' || phase === 'result'))
    return <Racing table={table} round={round} phase={phase} />
  return <Betting table={table} />
}

function Racing({
  table,
  round,
  phase,
}: ScreenProps<Pk10Outcome> & {
  round: Round<Pk10Outcome>
  phase: keyof typeof PHASES
}) {
  const order = round.outcome?.order ?? null
  const [look, name] = PHASES[phase]
  const top = useRef<HTMLElement>(null)
  // However far down the bets were read, the race is seen from its top; once it is there, for to
  // scroll it before would measure it twice.
  useEffect(() => {
    void painted().then(() => top.current?.parentElement?.scrollTo(0, 0))
  }, [])
  return (
    <>
      <section className="draw" ref={top}>
        <Ring round={round} phase={phase} offMs={table.offMs} />
        <div className="last">
          <div className="row">
            <span className={`phase ${look}`}>{round.state === 'void' ? '作废' : name}</span>
            <span className="cap num">第 {roundName(round)} 期</span>
          </div>
          <div className="was small">
            {phase === 'result' && table.tickets.length > 0 ? (
              <Mine fallback={null} />
            ) : (
              <span className="c2">名次由已承诺的种子决定，动画只作展示</span>
            )}
          </div>
        </div>
      </section>
      <Track round={round} order={order} racing={phase === 'draw'} offMs={table.offMs} />
      <Painted>
        <Tickets order={phase === 'result' ? order : null} />
      </Painted>
    </>
  )
}

/** What is confirmed on this round, line by line; what it returned once the cars are in. */
function Tickets({ order }: { order: readonly number[] | null }) {
  const { table } = useTableContext()
  const lines = table.tickets.flatMap(bet =>
    linesOf(bet).map((line, i) => ({ ...line, key: `${bet.bet_id}-${i}` })),
  )
  const total = lines.reduce((sum, line) => sum + line.stake, 0)
  return (
    <section className="nhist">
      <h2 className="sech">
        本期注单
        <small>
          {lines.length > 0 ? `${lines.length} 注 · 已确认 ${yuan(total)} 元` : '没有下注'}
        </small>
      </h2>
      {lines.length > 0 && (
        <table className="tb">
          <thead>
            <tr>
              <th scope="col">玩法</th>
              <th scope="col">赔率</th>
              <th scope="col">注额</th>
              <th scope="col">返还</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, pick, stake, odds }) => {
              const back = order
                ? Math.floor((stake * returnsOf({ order: [...order] }, pick)) / 100)
                : null
              return (
                <tr key={key} className={back ? 'hitrow' : ''}>
                  <td>{pickName(pick)}</td>
                  <td>{odds}</td>
                  <td>{yuan(stake)}</td>
                  <td>{back === null ? '–' : yuan(back)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}
